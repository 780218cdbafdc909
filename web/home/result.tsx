import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Section } from '../app/components/section.tsx';
import { monthOf, shortDay, useToday } from '../app/formats/dates.tsx';
import { Money, money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import type { Answer } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { ListLink } from './figure-link.tsx';

type Result = Answer<'get-result'>;
type Span = Result['month'];
type Shown = 'this' | 'last';

/** The month before a day: 2026-02. */
function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** What the month and the year bring: each figure is a sentence that links to its list. */
export function ResultOfMonth({ currency }: { currency: string }) {
  const words = useTranslations('result');
  const { may } = useSession();
  const today = useToday();
  const [shown, show] = useState<Shown>('this');
  const enabled = may('billing:read') && currency === 'EUR';
  const now = useOperation('get-result', { query: {} }, { enabled });
  const last = useOperation(
    'get-result',
    { query: { month: monthBefore(today) } },
    { enabled: enabled && shown === 'last' },
  );
  if (!enabled || !now.data) return null;
  const result = (shown === 'last' && last.data) || now.data;
  return (
    <Section
      title={words.title}
      aside={
        <span className="segmented-control" role="group" aria-label={words.shown}>
          {(['this', 'last'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={each === shown} onClick={() => show(each)}>
              {words.months[each]}
            </button>
          ))}
        </span>
      }
    >
      <div className="result-spans">
        <ResultSpan span={result.month} period={result.month.from.slice(0, 7)} />
        <ResultSpan span={now.data.year} period={now.data.year.from.slice(0, 4)} />
      </div>
      <Changed result={result} />
      <p className="tiny quiet">{words.estimate}</p>
    </Section>
  );
}

/** What a result has beside money received and spent. */
const saidOf = ({ vat, charges, mileage }: Span) => ({
  ...{ vat: vat !== undefined, charges: charges !== undefined, mileage: mileage !== undefined },
});

/** The sentences of a month (`2026-03`) or a year (`2026`). */
function ResultSpan({ span, period }: { span: Span; period: string }) {
  const words = useTranslations('result');
  const language = useLanguage();
  const { billed, received, spent, mileage, charges, vat, setAside, left, to } = span;
  const amount = (cents: number) => money(cents, 'EUR', language);
  const book = (path: '/livres/recettes' | '/livres/achats' | '/livres/kilometres', cents: number) => (
    <Link key="figure" to={path} search={{ periode: period }}>
      <Money cents={cents} />
    </Link>
  );
  const declared = (path: '/livres/urssaf' | '/livres/tva', cents: number) => (
    <Link key="figure" to={path} search={{ jour: to }}>
      <Money cents={cents} />
    </Link>
  );
  return (
    <div>
      <h3>{period.length === 4 ? words.year(period) : monthOf(`${period}-01`, language)}</h3>
      <ul className="result">
        <li>
          {words.billed(
            <ListLink key="figure" list={{ ...billed.list, path: '/v2/billings', member: 'turnover' }}>
              <Money cents={billed.amount} />
            </ListLink>,
          )}
        </li>
        <li>
          {words.received(
            book('/livres/recettes', received.amount),
            received.vat === 0 ? undefined : amount(received.vat),
          )}
        </li>
        <li>
          {words.spent(
            book('/livres/achats', spent.amount),
            spent.deductibleVat === 0 ? undefined : amount(spent.deductibleVat),
          )}
        </li>
        {mileage && <li>{words.mileage(book('/livres/kilometres', mileage.amount))}</li>}
        {charges && <li>{words.charges(declared('/livres/urssaf', charges.amount))}</li>}
        {vat && (
          <li>
            {(vat.balance < 0 ? words.vatCredit : words.vat)(
              declared('/livres/tva', Math.abs(vat.balance)),
              amount(vat.due),
              amount(vat.deductible),
            )}
          </li>
        )}
        {(charges || vat) && (
          <li>
            {words.setAside(
              <b key="figure">
                <Money cents={setAside} />
              </b>,
            )}
          </li>
        )}
        <li>
          {words.left(
            <b key="figure">
              <Money cents={left} />
            </b>,
            saidOf(span),
          )}
        </li>
      </ul>
    </div>
  );
}

/** What changed since the same days of the month before. */
function Changed({ result: { before, change } }: { result: Result }) {
  const words = useTranslations('result');
  const language = useLanguage();
  const changed = (['billed', 'received', 'spent', 'left'] as const).flatMap((name) =>
    change[name] === 0
      ? []
      : [words.changes[name](money(Math.abs(change[name]), 'EUR', language), change[name] > 0 ? 'more' : 'less')],
  );
  const days = words.days(shortDay(before.from, language), shortDay(before.to, language));
  return (
    <p className="result-change">
      {changed.length === 0 ? words.unchanged(days) : words.since(days, changed.join(', '))}
    </p>
  );
}
