import { Link } from '@tanstack/react-router';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { Section } from '../app/components/section.tsx';
import { longDay, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

/** Cents of an euro. */
const EURO = 100;

/**
 * On home of a business that declares VAT: the return that is due, and what to set aside. Under the
 * franchise, only if VAT is owed for a supplier.
 */
export function VatCard() {
  const words = useTranslations('vat');
  const language = useLanguage();
  const today = useToday();
  const { may } = useSession();
  const { settings } = useCompany();
  const enabled = may('billing:read') && settings !== undefined;
  const ended = useOperation('get-vat-return', { query: {} }, { enabled });
  const running = useOperation('get-vat-return', { query: { on: today } }, { enabled });
  if (!enabled || !running.data) return null;
  const shown = ended.data?.state === 'open' && ended.data.declares ? ended.data : running.data;
  if (!shown.declares) return null;
  const { dueEuros, creditEuros, from, state, opensOn, dueOn } = shown;
  const parts = [
    creditEuros > 0 ? [words.sums.credit, creditEuros] : [words.sums.due, dueEuros],
    ...(shown === running.data ? [] : [[words.card.running, running.data.dueEuros]]),
  ] as [string, number][];
  return (
    <Section
      title={words.card.title}
      aside={
        <Link to="/livres/tva" search={{ jour: from }} className="link small">
          {words.see}
        </Link>
      }
    >
      <dl className="pairs">
        {parts.map(([name, euros]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd>
              <Money cents={euros * EURO} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">{words.states[state](longDay(opensOn, language), longDay(dueOn, language))}</p>
    </Section>
  );
}
