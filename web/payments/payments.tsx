import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Column, DataTable } from '../app/components/data-table.tsx';
import { Dialog } from '../app/components/dialog.tsx';
import { EmptyState } from '../app/components/empty-state.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { FilterChip } from '../app/components/filter-chip.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { SearchField } from '../app/components/search-field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { monthOf, shortDay, useToday } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { lastDayOf } from '../billing/lists/months.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { ExportPayments } from './export-payments.tsx';
import { usePaymentColumns } from './payment-columns.tsx';
import type { PaymentsSearch } from './payments-url.ts';
import { Refunds } from './refunds.tsx';
import { Apart } from './unapplied-payments.tsx';
import './payments.css';

type Row = Answer<'get-payments-of-account'>['docs'][number];
type Filter = NonNullable<Asked<'get-payments-totals'>['query']>;

const AT_ONCE = 100;

/** Payments received by month, with their documents; reversals are listed too. */
export function Screen() {
  const words = useTranslations('payments');
  const { mode } = useSession();
  const search = useSearch({ strict: false }) as PaymentsSearch;
  const navigate = useNavigate();
  const say = useCallback(
    (next: PaymentsSearch) => void navigate({ to: '/paiements', search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const filter = filterOf(search, mode === 'test');
  const found = usePayments(filter, search.sens === 'croissant' ? 'ASC' : 'DESC');
  const [back, takeBack] = useState<Row>();
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const columns = useColumns(takeBack);
  const groups = useMonths(rows, filter);
  const isNarrowed = Object.keys(search).some((name) => name !== 'sens');
  if (found.isSuccess && rows.length === 0 && !isNarrowed) return <NoPayments />;
  return (
    <Page
      title={words.title}
      actions={
        <>
          <ExportPayments filter={filter} />
          <Link to="/factures-recues" className="btn quiet">
            {words.received}
          </Link>
          <Link to="/livres/recettes" className="btn quiet">
            {words.book}
          </Link>
          <Link to="/paiements/banque" className="btn quiet">
            {words.bank}
          </Link>
          <Link to="/paiements/en-ligne" className="btn quiet">
            {words.online.open}
          </Link>
        </>
      }
    >
      <Apart />
      <Filters search={search} onSearch={say} />
      <ErrorMessage error={found.error} />
      {isNarrowed && <Found filter={filter} />}
      {found.isPending && <Loading rows={12} />}
      {found.isSuccess && rows.length === 0 && (
        <div className="plain">
          <p>{words.nothing}</p>
          <button type="button" className="btn" onClick={() => say({})}>
            {words.clear}
          </button>
        </div>
      )}
      {rows.length > 0 && (
        <DataTable<Row>
          caption={words.caption}
          columns={columns}
          groups={groups}
          idOf={({ id }) => id}
          nameOf={({ number }) => number}
          linkOf={({ billingId }) => ({ to: '/documents/$id', params: { id: billingId } })}
          more={nextPageOf(found)}
        />
      )}
      {found.isSuccess && <Refunds filter={filter} />}
      {back && <TakeBack row={back} onClose={() => takeBack(undefined)} />}
    </Page>
  );
}

function filterOf({ q, mode, annee, client, devise, du, au }: PaymentsSearch, test: boolean): Filter {
  return {
    test,
    ...(q && { search: q }),
    ...(mode && { method: [mode] as Filter['method'] & object }),
    ...(annee && { from: `${annee}-01-01`, to: `${annee}-12-31` }),
    ...(du && { from: du }),
    ...(au && { to: au }),
    ...(client && { customerId: client }),
    ...(devise && { currency: devise as NonNullable<Filter['currency']> }),
  };
}

const usePayments = (filter: Filter, orderDirection: 'ASC' | 'DESC') =>
  useInfiniteQuery({
    queryKey: ['get-payments-of-account', filter, orderDirection],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        'get-payments-of-account',
        { query: { ...filter, orderDirection, limit: AT_ONCE, cursor: pageParam } },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** Groups by month of receipt, with totals from the service. */
function useMonths(rows: readonly Row[], filter: Filter) {
  const language = useLanguage();
  const months = Map.groupBy(rows, ({ receivedOn }) => `${receivedOn.slice(0, 7)}-01`);
  return [...months].map(([first, same]) => ({
    title: monthOf(first, language),
    sum: <Sum filter={{ ...filter, ...monthWithin(filter, first) }} />,
    rows: same,
  }));
}

/** The days of a month within the filter. */
function monthWithin({ from = '', to }: Filter, first: string): { from: string; to: string } {
  const last = lastDayOf(first);
  return { from: from > first ? from : first, to: to !== undefined && to < last ? to : last };
}

function Sum({ filter }: { filter: Filter }) {
  const language = useLanguage();
  const { data } = useOperation('get-payments-totals', { query: filter });
  return <>{data?.currencies.map(({ currency, amount }) => money(amount, currency, language)).join(' · ')}</>;
}

function Found({ filter }: { filter: Filter }) {
  const words = useTranslations('payments');
  const language = useLanguage();
  const { data } = useOperation('get-payments-totals', { query: { ...filter, refunds: true } });
  if (!data || data.currencies.length === 0) return null;
  const received = data.currencies.map(({ amount, currency }) => money(amount, currency, language)).join(' · ');
  const said = (which: 'refunded' | 'collected') => money(data.booked[which] ?? 0, data.booked.currency, language);
  const isRefunded = data.currencies.some(({ refunds = 0 }) => refunds > 0);
  return (
    <p className="small quiet found" role="status">
      <span>{words.sum(data.totalDocs, received)}</span>
      {isRefunded && <span>{words.refunds.sum(said('refunded'))}</span>}
      <span>{words.collected(said('collected'))}</span>
    </p>
  );
}

/** Number of past years offered. */
const YEARS = 6;

function Filters({ search, onSearch }: { search: PaymentsSearch; onSearch: (search: PaymentsSearch) => void }) {
  const words = useTranslations('payments');
  const thisYear = Number(useToday().slice(0, 4));
  const days = search.du && search.au && `${shortDay(search.du)} – ${shortDay(search.au)}`;
  const set = (name: keyof PaymentsSearch, value: string): void => {
    const others: PaymentsSearch = { ...search };
    delete others[name];
    // Choosing another period replaces the days of a home page figure.
    if (name === 'annee') {
      delete others.du;
      delete others.au;
    }
    onSearch(value === '' ? others : { ...others, [name]: value });
  };
  const look = useCallback(
    (q: string) => {
      const { q: _, ...others } = search;
      onSearch(q ? { ...others, q } : others);
    },
    [search, onSearch],
  );
  return (
    <div className="filters" role="search" aria-label={words.search}>
      <SearchField value={search.q ?? ''} label={words.search} hint={words.hint} onSearch={look} />
      <select
        className="input pick"
        aria-label={words.method}
        value={search.mode ?? ''}
        onChange={({ target }) => set('mode', target.value)}
      >
        <option value="">{words.anyMethod}</option>
        {Object.entries(words.methods).map(([name, said]) => (
          <option key={name} value={name}>
            {said}
          </option>
        ))}
      </select>
      <select
        className="input pick"
        aria-label={words.period}
        value={days ?? search.annee ?? ''}
        onChange={({ target }) => set('annee', target.value)}
      >
        {days && <option value={days}>{days}</option>}
        <option value="">{words.anyPeriod}</option>
        {Array.from({ length: YEARS }, (_, back) => String(thisYear - back)).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </select>
      <Linked search={search} say={onSearch} />
      <select
        className="input pick"
        aria-label={words.order.label}
        value={search.sens ?? ''}
        onChange={({ target }) => set('sens', target.value)}
      >
        <option value="">{words.order.newest}</option>
        <option value="croissant">{words.order.oldest}</option>
      </select>
    </div>
  );
}

/** Filters that only a link can set: shown, and removable. */
function Linked({ search, say }: { search: PaymentsSearch; say: (search: PaymentsSearch) => void }) {
  const words = useTranslations('payments');
  const language = useLanguage();
  const { du, au, devise, client, ...others } = search;
  const days = [du, au].map((day) => day && shortDay(day, language));
  return (
    <>
      {(du || au) && (
        <FilterChip
          name={words.days}
          value={days.filter(Boolean).join(' – ')}
          onClear={() => say({ ...others, ...(devise && { devise }), ...(client && { client }) })}
        />
      )}
      {devise && (
        <FilterChip
          name={words.currency}
          value={devise}
          onClear={() => say({ ...others, ...(du && { du }), ...(au && { au }), ...(client && { client }) })}
        />
      )}
    </>
  );
}

function useColumns(onBack: (row: Row) => void): readonly Column<Row>[] {
  const words = useTranslations('payments');
  const { may } = useSession();
  const { heads } = words;
  const shared = usePaymentColumns<Row>({
    head: heads.receivedOn,
    on: ({ receivedOn }) => receivedOn,
    cents: ({ amount }) => amount,
  });
  return [
    shared.on,
    shared.customer,
    shared.document,
    {
      name: 'method',
      head: heads.method,
      cell: ({ method, reverses }) =>
        reverses ? `${words.reversal}, ${words.methods[method]}` : words.methods[method],
      className: 'truncated quiet',
      narrowPlace: 'second-line-end',
    },
    shared.amount,
    ...(may('billing:write')
      ? [
          {
            name: 'back',
            head: <span className="screen-reader-only">{words.back.act}</span>,
            cell: (row: Row) =>
              row.reverses ? null : (
                <button
                  type="button"
                  className="btn text over-row"
                  aria-label={words.back.of(row.number)}
                  onClick={() => onBack(row)}
                >
                  {words.back.act}
                </button>
              ),
            isFigure: true,
          },
        ]
      : []),
  ];
}

/** Confirms a reversal: explains the counter-entries. */
function TakeBack({ row: { billingId, number, type }, onClose }: { row: Row; onClose: () => void }) {
  const words = useTranslations('payments').back;
  const queries = useQueryClient();
  const act = useAction(async () => {
    if (type === 'advance') await call('mark-advance-unpaid', { advanceId: billingId });
    else await call('mark-unpaid', { invoiceId: billingId });
    await Promise.all(
      ['get-payments-of-account', 'get-payments-totals', 'get-billings', 'get-billings-totals'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
    toast(words.done(number));
    onClose();
  });
  return (
    <Dialog
      title={words.title(number)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="btn primary" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.go}
          </button>
        </>
      }
    >
      <p>{words.said}</p>
      <ErrorMessage error={act.error} />
    </Dialog>
  );
}

function NoPayments() {
  const { title, heads, empty } = useTranslations('payments');
  const { may } = useSession();
  return (
    <Page title={title}>
      <Apart />
      <EmptyState
        title={empty.title}
        description={empty.said}
        columns={[
          { head: heads.receivedOn, ghost: '' },
          { head: heads.customer, ghost: '' },
          { head: heads.document, ghost: '' },
          { head: heads.method, ghost: '' },
          { head: heads.amount, ghost: '', isFigure: true },
        ]}
        actions={
          <>
            <Link to="/factures" search={{ vue: 'a-encaisser' }} className="btn primary big">
              {empty.toPay}
            </Link>
            {may('billing:write') && (
              <Link to="/paiements/banque" className="btn big">
                {empty.bank}
              </Link>
            )}
          </>
        }
      />
    </Page>
  );
}
