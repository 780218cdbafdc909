import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useToday } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { Kind } from './customer-form.ts';

const daysOf = (year: number) => ({ du: `${year}-01-01`, au: `${year}-12-31` });

/** Balance and turnover of a customer, from the service; each figure links to its list. */
export function CustomerFigures({ id, kind }: { id: string; kind: Kind }) {
  const words = useTranslations('customers').page;
  const language = useLanguage();
  const year = Number(useToday().slice(0, 4));
  const { unpaid, late, toRefund, billed, offers } = useTotals(id, kind, year);
  const said = (answer: Totals, member: 'remainingToPay' | 'remainingToRefund' | 'withTax'): string =>
    answer.data === undefined
      ? '\u00a0'
      : answer.data.currencies.map((each) => money(each[member] ?? 0, each.currency, language)).join(' · ') ||
        money(0, 'EUR', language);
  const past = useOperation('sum-past-documents', { query: { customerId: id } });
  const who = { ...(kind === 'person' ? { client: id } : { organisation: id }), archives: 'avec' };
  const isLate = (late.data?.totalDocs ?? 0) > 0;
  return (
    <dl className="facts-row">
      <Fact label={words.toPay} to="/factures" search={{ ...who, impayees: 'oui' }}>
        {said(unpaid, 'remainingToPay')}
      </Fact>
      <Fact label={words.late} to="/factures" search={{ ...who, retard: 'oui' }} isLate={isLate}>
        {said(late, 'remainingToPay')}
      </Fact>
      {(toRefund.data?.totalDocs ?? 0) > 0 && (
        <Fact label={words.toRefund} to="/factures" search={{ ...who, 'a-rembourser': 'oui' }}>
          {said(toRefund, 'remainingToRefund')}
        </Fact>
      )}
      <Fact
        label={words.billed(year)}
        to="/factures"
        search={{ ...who, etat: 'finalized,paid', ...daysOf(year), somme: 'affaires' }}
      >
        {billed.data?.booked ? money(billed.data.booked.turnover, billed.data.booked.currency, language) : '\u00a0'}
      </Fact>
      {past.data !== undefined && past.data.count > 0 && (
        <Fact label={words.past} to="/documents-repris" search={{ client: id }}>
          {money(past.data.remainingToPay, past.data.currency, language)}
        </Fact>
      )}
      <Fact label={words.offers} to="/devis" search={{ ...who, situation: 'final,waiting,expiring' }}>
        {said(offers, 'withTax')}
      </Fact>
    </dl>
  );
}

function Fact(props: {
  label: string;
  to: '/factures' | '/devis' | '/documents-repris';
  search: Readonly<Record<string, string>>;
  isLate?: boolean;
  children: ReactNode;
}) {
  const { label, to, search, isLate = false, children } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isLate ? 'late' : undefined}>
        <Link to={to} search={search as never}>
          {children}
        </Link>
      </dd>
    </div>
  );
}

type Totals = ReturnType<typeof useTotals>['unpaid'];

function useTotals(id: string, kind: Kind, year: number) {
  const { mode } = useSession();
  const of = { test: mode === 'test', ...(kind === 'person' ? { customerId: id } : { organizationId: id }) };
  const bills = { ...of, type: ['invoice', 'advance'] } as const;
  return {
    unpaid: useOperation('get-billings-totals', { query: { ...bills, unpaid: true } }),
    late: useOperation('get-billings-totals', { query: { ...bills, late: true } }),
    toRefund: useOperation('get-billings-totals', { query: { ...of, toRefund: true } }),
    billed: useOperation('get-billings-totals', {
      query: {
        ...of,
        type: ['invoice', 'advance', 'asset'],
        state: ['finalized', 'paid'],
        range: [`${year}-01-01`, `${year}-12-31`],
        booked: true,
      },
    }),
    offers: useOperation('get-billings-totals', {
      query: { ...of, type: ['estimate', 'purchase_order'], situation: ['final', 'waiting', 'expiring'] },
    }),
  };
}
