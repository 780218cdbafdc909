import { Link } from '@tanstack/react-router';
import { Section } from '../app/components/section.tsx';
import { Status } from '../app/components/status.tsx';
import type { Dashboard } from '../client/schemas.ts';
import { useTranslations } from '../locales/language.ts';
import { FigureLink } from './figure-link.tsx';

const states = { waiting: 'seen', signed: 'signed', refused: 'refused' } as const;

/** Estimates and purchase orders: pending, signed this quarter, refused. */
export function Offers({ dashboard: { offers, currency } }: { dashboard: Dashboard }) {
  const words = useTranslations('home').offers;
  return (
    <Section
      title={words.title}
      aside={
        <Link to="/devis" className="link">
          {words.see}
        </Link>
      }
    >
      <dl className="pairs">
        {(['waiting', 'signed', 'refused'] as const).map((name) => (
          <div key={name} className="pair">
            <dt>
              <Status state={states[name]}>{words[name](offers[name].count)}</Status>
            </dt>
            <dd>
              <FigureLink figure={offers[name]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
