import { Link } from '@tanstack/react-router';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { Section } from '../app/components/section.tsx';
import { longDay, monthOf, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import type { Answer } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

/** Cents of an euro. */
const EURO = 100;

type Return = Answer<'get-vat-return'>;

/** On home: the VAT return that is due, and the statements to customs. */
export function VatCard() {
  const today = useToday();
  const { may } = useSession();
  const { settings } = useCompany();
  const enabled = may('billing:read') && settings !== undefined;
  const ended = useOperation('get-vat-return', { query: {} }, { enabled });
  const running = useOperation('get-vat-return', { query: { on: today } }, { enabled });
  if (!enabled || !running.data) return null;
  const periods = [...(ended.data ? [ended.data] : []), running.data];
  return (
    <>
      <NextReturn ended={ended.data} running={running.data} />
      <Statement which="services" lines={periods.flatMap(({ unionServices }) => unionServices)} today={today} />
      <Statement which="goods" lines={periods.flatMap(({ unionGoods }) => unionGoods)} today={today} />
    </>
  );
}

/**
 * The return that is due, and what to set aside. Under the franchise, only if VAT is owed for a
 * supplier.
 */
function NextReturn({ ended, running }: { ended: Return | undefined; running: Return }) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const shown = ended?.state === 'open' && ended.declares ? ended : running;
  if (!shown.declares) return null;
  const { dueEuros, creditEuros, from, state, opensOn, dueOn } = shown;
  const parts = [
    creditEuros > 0 ? [words.sums.credit, creditEuros] : [words.sums.due, dueEuros],
    ...(shown === running ? [] : [[words.card.running, running.dueEuros]]),
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

type Stated = {
  readonly which: 'services' | 'goods';
  readonly lines: Return['unionServices'];
  readonly today: string;
};

/** The statement to customs of a month that is over, until the day it is due. */
function Statement({ which, lines, today }: Stated) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const due = lines.filter(({ month, dueOn }) => month.slice(0, 7) < today.slice(0, 7) && today <= dueOn);
  const [first] = due;
  if (!first) return null;
  return (
    <Section
      title={words.union[which]}
      aside={
        <Link to="/livres/tva" search={{ jour: first.month }} className="link small">
          {words.see}
        </Link>
      }
    >
      <dl className="pairs">
        {due.map(({ vatNumber, customerName, amount }) => (
          <div key={vatNumber ?? customerName} className="pair">
            <dt>{customerName ?? vatNumber}</dt>
            <dd>
              <Money cents={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">{words.union.due(monthOf(first.month, language), longDay(first.dueOn, language))}</p>
    </Section>
  );
}
