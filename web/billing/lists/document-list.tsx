import './lists.css';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { DataTable, type Group, type Sorted } from '../../app/components/data-table.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { type More, nextPageOf } from '../../app/components/next-page.ts';
import { Page } from '../../app/components/page.tsx';
import { monthOf } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { IconPlus } from '../../app/icons.tsx';
import { useSession } from '../../app/session/session.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { BulkActionBar } from './bulk-bar.tsx';
import { useColumns } from './columns.tsx';
import { EmptyList } from './empty-list.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { type Filter, type ListName, registers } from './list-definitions.ts';
import type { Listed } from './list-row.ts';
import { filterOfMonth, monthsOf } from './months.ts';
import { PastDocumentsLink } from './past-link.tsx';
import { amountsOf } from './total-amounts.ts';
import { bookedOf, filterOf, inOrder, type ListFilters, orderOf, viewOf } from './url-filters.ts';
import { useDocuments, useTotals } from './use-documents.ts';
import { Views } from './views.tsx';

/** Document list: views, filters, rows by month, and bulk actions. */
export function Documents({ register }: { register: ListName }) {
  const words = useTranslations('lists');
  const { mode, may } = useSession();
  const search = useSearch({ strict: false }) as ListFilters;
  const say = useSay(register);
  const filter = useMemo(() => filterOf(register, search, { test: mode === 'test' }), [register, search, mode]);
  const order = orderOf(search);
  const found = useFound(filter, order);
  const columns = useColumns(register, viewOf(register, search).name === 'recurring');
  const nameOf = useCallback(({ number, customerName }: Listed) => number ?? words.draftOf(customerName), [words]);
  const groups = useGroups(found, filter, order);
  const [ticked, tick] = useState<ReadonlySet<string>>(new Set());
  const chosen = found.rows.filter(({ id }) => ticked.has(id));
  const isNarrowed = Object.keys(search).some((name) => name !== 'tri' && name !== 'sens');
  const { title, caption, new: newWord } = words[register];
  const sorted: Sorted = { by: order.by, direction: order.direction === 'ASC' ? 'asc' : 'desc' };
  const actions = (
    <span className="head-actions">
      {register === 'invoices' && <PastDocumentsLink />}
      <ExportButton filter={filter} name={title} />
      {may('billing:write') && (
        <Link to={NEW[register] as '/'} className={ticked.size > 0 ? 'btn wide-only' : 'btn primary wide-only'}>
          <IconPlus /> {newWord}
        </Link>
      )}
    </span>
  );
  if (!found.isWaiting && found.rows.length === 0 && !isNarrowed && !found.error)
    return <EmptyList register={register} />;
  return (
    <Page title={title} actions={actions}>
      <Views register={register} search={search} filter={filter} />
      <Filters register={register} search={search} say={say} order={order} />
      <ErrorMessage error={found.error} />
      {isNarrowed && <Summary filter={filter} booked={bookedOf(search)} />}
      {found.isWaiting ? (
        <Loading rows={12} />
      ) : found.rows.length === 0 ? (
        <Nothing search={search} onClear={() => say(undefined)} />
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          groups={groups}
          idOf={idOf}
          nameOf={nameOf}
          linkOf={linkOf}
          isOff={isOff}
          sorted={sorted}
          onSort={({ by, direction }) => say(inOrder(search, by, direction === 'asc' ? 'ASC' : 'DESC'))}
          ticked={may('billing:write') ? ticked : undefined}
          onTick={tick}
          bulk={<BulkActionBar chosen={chosen} onClear={() => tick(new Set())} />}
          more={found.more}
        />
      )}
    </Page>
  );
}

// Stable, so that unchanged rows do not re-render.
const idOf = ({ id }: Listed): string => id;
const linkOf = ({ id }: Listed): LinkProps => ({ to: '/documents/$id', params: { id } });
const isOff = ({ isCanceled, isArchived }: Listed): boolean => isCanceled || isArchived;

const NEW = { estimates: '/devis/nouveau', invoices: '/factures/nouvelle' } as const;

/** Changes the address; without text, shows the whole list. */
function useSay(register: ListName): (search: ListFilters | undefined) => void {
  const navigate = useNavigate();
  return useMemo(
    () => (search) =>
      void navigate({
        to: registers[register].to,
        search: (search ?? {}) as never,
        replace: search !== undefined,
        resetScroll: false,
      }),
    [navigate, register],
  );
}

type Found = {
  readonly drafts: readonly Listed[];
  readonly others: readonly Listed[];
  readonly rows: readonly Listed[];
  readonly isWaiting: boolean;
  readonly error: unknown;
  readonly more: More | undefined;
};

/** In a list sorted by date, drafts come first, apart from numbered documents. */
function useFound(filter: Filter, order: ReturnType<typeof orderOf>): Found {
  const isApart = isWithDraftsApart(filter, order);
  const drafts = useDocuments({ ...filter, state: ['draft'] }, order, isApart);
  const others = useDocuments(isApart ? { ...filter, state: FINALIZED } : filter, order);
  const found = {
    drafts: isApart ? (drafts.data?.pages.flatMap(({ rows }) => rows) ?? []) : [],
    others: others.data?.pages.flatMap(({ rows }) => rows) ?? [],
  };
  const next = isApart && drafts.hasNextPage ? drafts : others;
  return {
    ...found,
    rows: [...found.drafts, ...found.others],
    isWaiting: others.isPending || (isApart && drafts.isPending),
    error: others.error ?? drafts.error,
    more: nextPageOf(next),
  };
}

const FINALIZED = ['finalized', 'signed', 'refused', 'paid'] as const;

const isWithDraftsApart = (filter: Filter, { by, direction }: ReturnType<typeof orderOf>): boolean =>
  by === 'emittedAt' &&
  direction === 'DESC' &&
  [filter.state, filter.situation, filter.unpaid, filter.late, filter.toBill, filter.toRefund, filter.range].every(
    (said) => said === undefined,
  );

/** By month if the rows are sorted by date; otherwise in one group. */
function useGroups(
  { drafts, others }: Found,
  filter: Filter,
  { by }: ReturnType<typeof orderOf>,
): readonly Group<Listed>[] {
  const words = useTranslations('lists');
  const language = useLanguage();
  if (by !== 'emittedAt' && by !== 'dueAt') return [{ rows: others }];
  const hasDrafts = drafts.length > 0;
  return [
    ...(hasDrafts
      ? [{ title: words.drafts, sum: <Sum filter={{ ...filter, state: ['draft'] }} />, rows: drafts }]
      : []),
    ...monthsOf(others, by).map((month) => ({
      title: monthOf(month.first, language),
      sum: <Sum filter={filterOfMonth(hasDrafts ? { ...filter, state: [...FINALIZED] } : filter, month, by)} />,
      rows: month.rows,
    })),
  ];
}

/** Total of the filtered documents, tax included, per currency. */
function Sum({ filter }: { filter: Filter | undefined }) {
  const language = useLanguage();
  const totals = useTotals(filter ?? {}, filter !== undefined);
  if (!filter || !totals.data) return null;
  return <>{amountsOf(totals.data, 'withTax', language)}</>;
}

/** The result in one sentence. */
function Summary({ filter, booked }: { filter: Filter; booked: ReturnType<typeof bookedOf> }) {
  const words = useTranslations('lists');
  const language = useLanguage();
  const { data } = useTotals(filter, true, booked !== undefined);
  if (!data || data.totalDocs === 0) return null;
  const amounts = (member: Parameters<typeof amountsOf>[1]) => amountsOf(data, member, language);
  const left = amounts('remainingToPay');
  const toRefund = amounts('remainingToRefund');
  return (
    <p className="small quiet found" role="status">
      {words.sum(data.totalDocs, amounts('withTax'))}
      {left && <> · {words.sumLeft(left)}</>}
      {toRefund && <> · {words.sumToRefund(toRefund)}</>}
      {booked && data.booked && (
        <> · {words.booked[booked](money(data.booked[booked], data.booked.currency, language))}</>
      )}
    </p>
  );
}

function Nothing({ search, onClear }: { search: ListFilters; onClear: () => void }) {
  const words = useTranslations('lists');
  return (
    <div className="plain">
      <p>{search.q ? words.nothing(search.q) : words.nothingAtAll}</p>
      <button type="button" className="btn" onClick={onClear}>
        {words.filters.clear}
      </button>
    </div>
  );
}
