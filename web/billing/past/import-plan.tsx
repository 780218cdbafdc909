import { Link } from '@tanstack/react-router';
import { Section } from '../../app/components/section.tsx';
import { Money } from '../../app/formats/money.tsx';
import { useTranslations } from '../../locales/language.ts';
import type { Plan } from './import-files.tsx';

/** Numbers of gaps and doubles that the service names. */
const NAMED_MAX = 20;

/** How many rows of a content the files have that are not left out. */
export const rowsOf = ({ fileList }: Plan, wanted: 'customers' | 'products'): number =>
  fileList.filter(({ content, skipped }) => content === wanted && !skipped).reduce((all, { rows }) => all + rows, 0);

export const documentsOf = ({ sums }: Plan): number =>
  sums.reduce((all, { invoices, creditNotes }) => all + invoices + creditNotes, 0);

export const paymentsOf = ({ sums }: Plan): number => sums.reduce((all, { payments }) => all + payments, 0);

/** Whether running the import would change anything. */
export const bringsSomething = (plan: Plan): boolean =>
  documentsOf(plan) > 0 || rowsOf(plan, 'customers') > 0 || rowsOf(plan, 'products') > 0;

/** What an import brings, in sums by currency. */
export function PlanSums({ plan }: { plan: Plan }) {
  const words = useTranslations('moveIn').plan;
  const { sums, newCustomers, known, state } = plan;
  const [customers, products] = [rowsOf(plan, 'customers'), rowsOf(plan, 'products')];
  const notes = [
    state === 'open' && newCustomers > 0 && words.newCustomers(newCustomers),
    customers + products > 0 && words.rows(customers, products),
    state === 'open' && known > 0 && words.known(known),
  ].filter((note) => note !== false);
  return (
    <Section title={state === 'open' ? words.title : words.done}>
      {sums.map((sum) => (
        <CurrencySums key={sum.currency} sum={sum} isOnly={sums.length === 1} />
      ))}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {state === 'open' && !bringsSomething(plan) && <p>{words.nothing}</p>}
    </Section>
  );
}

function CurrencySums({ sum, isOnly }: { sum: Plan['sums'][number]; isOnly: boolean }) {
  const words = useTranslations('moveIn').plan;
  const { currency, invoices, creditNotes, payments } = sum;
  const counts = [
    [words.invoices, invoices],
    ...(creditNotes > 0 ? [[words.creditNotes, creditNotes]] : []),
    [words.payments, payments],
  ] as [string, number][];
  const amounts = [
    [words.invoiced, sum.invoiced],
    ...(creditNotes > 0 ? [[words.credited, sum.credited]] : []),
    [words.paid, sum.paid],
    [words.remaining, sum.remaining],
  ] as [string, number][];
  return (
    <>
      {!(isOnly && currency === 'EUR') && <h3 className="small quiet">{words.amountsOf(currency)}</h3>}
      <dl className="plan-sums">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt className="small quiet">{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        {amounts.map(([name, cents]) => (
          <div key={name}>
            <dt className="small quiet">{name}</dt>
            <dd>
              <Money cents={cents} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The series of numbers taken over: the last number, gaps and doubles. */
export function PlanSeries({ plan: { series } }: { plan: Plan }) {
  const words = useTranslations('moveIn').series;
  if (series.length === 0) return null;
  return (
    <Section title={words.title}>
      <ul className="import-files">
        {series.map(({ last, count, missing, double }) => (
          <li key={last}>
            <div className="import-file">
              <b>{words.said(last, count)}</b>
              {missing.length === 0 && double.length === 0 && <span className="quiet">{words.complete}</span>}
              {missing.length > 0 && <span>{words.missing(missing, missing.length === NAMED_MAX)}</span>}
              {double.length > 0 && <span>{words.double(double, double.length === NAMED_MAX)}</span>}
            </div>
            <Link
              to="/reglages/numerotation"
              search={{ dernier: last }}
              className="btn"
              aria-label={words.continueNamed(last)}
            >
              {words.continue}
            </Link>
          </li>
        ))}
      </ul>
      {series.some(({ missing }) => missing.length > 0) && <p className="small quiet">{words.gaps}</p>}
    </Section>
  );
}
