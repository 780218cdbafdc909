import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type Column, DataTable } from '../../app/components/data-table.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { nextPageOf } from '../../app/components/next-page.ts';
import { Page } from '../../app/components/page.tsx';
import { type StateName, Status } from '../../app/components/status.tsx';
import { monthOf, useToday } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { lastDayOf } from '../../billing/lists/months.ts';
import type { Answer } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { usePaymentColumns } from '../payment-columns.tsx';
import type { OnlineSearch } from '../payments-url.ts';
import { Apart } from '../unapplied-payments.tsx';
import { useOnlinePayments, usePayouts } from './online-queries.tsx';
import { Payouts } from './payouts.tsx';
import '../payments.css';

type Row = Answer<'list-online-payments'>['onlinePayments'][number];
type Period = { readonly from: string; readonly to: string };

/** Online payments of a period with their fees; money that could not be applied; payouts. */
export function Screen() {
  const words = useTranslations('payments').online;
  const thisYear = useToday().slice(0, 4);
  const { annee = thisYear, mois } = useSearch({ strict: false }) as OnlineSearch;
  const period = periodOf(annee, mois);
  const found = useOnlinePayments(period);
  const paidOut = usePayouts(period);
  const { data, error } = found;
  return (
    <Page
      title={words.title}
      actions={
        <Link to="/paiements" className="btn quiet">
          {words.back}
        </Link>
      }
    >
      <p className="quiet online-intro">{words.intro}</p>
      <Apart />
      <Choice year={annee} month={mois} thisYear={Number(thisYear)} />
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={6} />}
      {data && <Sums totals={data.pages[0]?.totals ?? []} paidOut={paidOut.data?.pages[0]?.totals ?? []} />}
      {data && found.rows.length === 0 && <p className="plain">{words.none}</p>}
      {found.rows.length > 0 && <Listed rows={found.rows} more={nextPageOf(found)} />}
      <Payouts period={period} found={paidOut} />
    </Page>
  );
}

function periodOf(year: string, month: string | undefined): Period {
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  const from = `${year}-${month}-01`;
  return { from, to: lastDayOf(from) };
}

/** Number of past years offered. */
const YEARS = 6;

function Choice({ year, month, thisYear }: { year: string; month: string | undefined; thisYear: number }) {
  const words = useTranslations('payments').online;
  const language = useLanguage();
  const navigate = useNavigate();
  const say = (search: OnlineSearch): void =>
    void navigate({ to: '/paiements/en-ligne', search, replace: true, resetScroll: false });
  const years = Array.from({ length: YEARS }, (_, back) => String(thisYear - back));
  const months = Array.from({ length: 12 }, (_, place) => String(place + 1).padStart(2, '0'));
  return (
    <div className="filters">
      <select
        className="input pick"
        aria-label={words.year}
        value={year}
        onChange={({ target }) => say({ annee: target.value, ...(month && { mois: month }) })}
      >
        {years.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <select
        className="input pick"
        aria-label={words.month}
        value={month ?? ''}
        onChange={({ target }) => say({ annee: year, ...(target.value && { mois: target.value }) })}
      >
        <option value="">{words.anyMonth}</option>
        {months.map((each) => (
          <option key={each} value={each}>
            {monthOf(`${year}-${each}-01`, language)}
          </option>
        ))}
      </select>
    </div>
  );
}

type Totals = Answer<'list-online-payments'>['totals'];

function Sums({ totals, paidOut }: { totals: Totals; paidOut: Answer<'list-payouts'>['totals'] }) {
  const words = useTranslations('payments').online.sums;
  const language = useLanguage();
  if (totals.length === 0 && paidOut.length === 0) return null;
  const said = (which: 'receivedAmount' | 'fee' | 'refundedAmount'): string =>
    totals.map((of) => money(of[which], of.currency, language)).join(' · ') || '—';
  const out = paidOut.map(({ amount, currency }) => money(amount, currency, language)).join(' · ') || '—';
  const entries = [
    [words.received, said('receivedAmount')],
    [words.fee, said('fee')],
    [words.refunded, said('refundedAmount')],
    [words.paidOut, out],
  ] as const;
  return (
    <dl className="online-sums">
      {entries.map(([name, amount]) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd className="numeric">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

const dots = {
  opening: 'draft',
  open: 'draft',
  pending: 'waiting',
  paid: 'paid',
  failed: 'failed',
  expired: 'expired',
  refunded: 'canceled',
} as const satisfies Record<Row['state'], StateName>;

function Listed({ rows, more }: { rows: readonly Row[]; more: ComponentProps<typeof DataTable>['more'] }) {
  const words = useTranslations('payments').online;
  const { heads } = words;
  const shared = usePaymentColumns<Row>({
    head: heads.on,
    on: ({ paidAt, openedAt }) => paidAt ?? openedAt,
    cents: ({ amount }) => amount,
  });
  const columns: readonly Column<Row>[] = [
    shared.on,
    shared.customer,
    shared.document,
    {
      name: 'state',
      head: heads.state,
      cell: ({ state }) => <Status state={dots[state]}>{words.states[state]}</Status>,
      narrowPlace: 'second-line-end',
    },
    shared.amount,
    {
      name: 'fee',
      head: heads.fee,
      cell: ({ fee, currency }) => fee !== undefined && <Money cents={fee} currency={currency} />,
      isFigure: true,
      className: 'quiet',
      hiddenBelow: '62rem',
    },
  ];
  return (
    <DataTable<Row>
      caption={words.caption}
      columns={columns}
      groups={[{ rows }]}
      idOf={({ id }) => id}
      nameOf={({ number = '' }) => number}
      linkOf={({ billingId }) => ({ to: '/documents/$id', params: { id: billingId } })}
      more={more}
    />
  );
}
