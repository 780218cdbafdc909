import { Section } from '../app/components/section.tsx';
import type { Dashboard } from '../client/schemas.ts';
import { useTranslations } from '../locales/language.ts';
import { FigureLink } from './figure-link.tsx';

const bands = ['notDue', 'days1To30', 'days31To60', 'daysOver60'] as const;

/** Amounts due, by age. */
export function Age({ dashboard: { age, currency } }: { dashboard: Dashboard }) {
  const words = useTranslations('home').age;
  const most = Math.max(...bands.map((band) => age[band].amount), 1);
  return (
    <Section title={words.title} aside={<span className="push quiet small">{words.basis}</span>}>
      <ul className="age">
        {bands.map((band) => {
          const { amount } = age[band];
          return (
            <li key={band}>
              <span className={amount === 0 ? 'faint' : undefined}>{words[band]}</span>
              <span className="track">
                <i
                  style={{
                    width: `${Math.max(0, (amount / most) * 100)}%`,
                    background: band === 'notDue' ? 'var(--bar)' : 'var(--late)',
                  }}
                />
              </span>
              <FigureLink
                figure={age[band]}
                currency={currency}
                className={amount === 0 ? 'numeric zero' : 'numeric'}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
