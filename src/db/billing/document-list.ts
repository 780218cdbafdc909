import type { AccountSettings } from '../../domain/account/settings.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Kind, State } from '../../domain/billing/document/kind.ts';
import type { Refused } from '../../domain/refusal.ts';
import { settingsOf } from '../account/settings.ts';
import { type Row, type Statement, sql, type Tx, unprepared } from '../transaction.ts';
import { type Filter, narrowing } from './document-filter.ts';
import { documentFrom, documentQuery, type StoredDocument, storedDocumentFrom } from './read-document-group.ts';

/**
 * A page by number, or the one after the last document of another; newest first unless ordered
 * otherwise.
 */
export type Place = { limit: number; order?: DocumentOrder } & (
  | { page: number }
  | { after: { emittedOn: string; id: string } }
  | { place: DocumentCursor }
) & {
    /** Skips the total: it is returned as 0. */
    uncounted?: true;
  };

/** Stored bytes of the documents of one page; a usual page is fifty times smaller. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/** A document of a page, parsed on demand, so that the whole page need not be in memory. */
export type ListedDocument = { readonly isDraft: boolean; readonly read: () => StoredDocument };

type DocumentPage = {
  documents: readonly ListedDocument[];
  total: number;
  /** The last document of the page, if another page follows. */
  last?: { emittedOn: string; id: string } | DocumentCursor;
};

/** A page of documents, by default by issue date, newest first, with the exact total. */
export async function listDocuments(
  tx: Tx,
  filter: Filter,
  place: Place,
): Promise<DocumentPage | Refused<'page_too_large'>> {
  const { conditions, values } = narrowing(tx, filter);
  const paging = [...conditions];
  const paged = [...values];
  if ('after' in place) {
    paged.push(place.after.emittedOn, place.after.id);
    paging.push(`(d.emitted_on, d.id) < ($${paged.length - 1}, $${paged.length})`);
  }
  const order = 'place' in place ? place.place : place.order;
  const other = order && !newestFirst(order) ? order : undefined;
  if ('place' in place) {
    paged.push(place.place.after, place.place.id);
    paging.push(readOn(place.place, [`$${paged.length - 1}`, `$${paged.length}`]));
  }
  paged.push(place.limit + 1, 'page' in place ? (place.page - 1) * place.limit : 0);
  // Awaited together: otherwise a failing page would leave the count's rejection unhandled and end
  // the process.
  const [found, total] = await Promise.all([
    tx.read<Found>(
      other
        ? unprepared(orderedPage(other, paging, paged.length))
        : preparedFor(filter, pageStatement(paging, paged.length)),
      paged,
    ),
    place.uncounted ? 0 : count(tx, filter, conditions, values),
  ]);
  const bytes = found[0]?.bytes ?? 0;
  if (bytes > PAGE_BYTES_MAX) return { refused: 'page_too_large', bytes, limit: PAGE_BYTES_MAX };
  const shown = found.slice(0, place.limit);
  const end = shown.at(-1);
  return {
    documents: await readListed(tx, shown),
    total,
    ...(found.length > place.limit && end && { last: endOf(end, other) }),
  };
}

/** What is read first of each document on a page. */
type Found = { bytes: number; id: string; is_draft: boolean; emitted_on: string; place?: string | number };

const endOf = (end: Found, order: DocumentOrder | undefined): NonNullable<DocumentPage['last']> =>
  order
    ? { by: order.by, direction: order.direction, after: end.place as string | number, id: end.id }
    : { emittedOn: end.emitted_on, id: end.id };

// Finds the page from an index alone if possible. The texts are read by their own statements, once
// the page is known not to be too large.
const pageStatement = (conditions: readonly string[], values: number): Statement => sql`
  with page as materialized (
    select d.id, d.emitted_on from billing.document d where ${conditions.join(' and ')}
    ${NEWEST_FIRST} limit $${String(values - 1)} offset $${String(values)})
  select sum(octet_length(d.content)) over ()::bigint as bytes, d.id, d.emitted_on, d.number is null as is_draft
  from page join billing.document d on d.account_id = $1 and d.id = page.id
  ${NEWEST_FIRST}`;

const NEWEST_FIRST = 'order by d.emitted_on desc, d.id desc';

const FINALIZED = sql`
  select ${documentQuery.columns}, ${documentQuery.projectName} from billing.document d
  where d.account_id = $1 and d.id = any ($2::uuid[])`;

// Planned each time (3 ms): a stale plan from when there were few documents scans all of the
// account for each draft.
const DRAFTS = unprepared(sql`
  select ${documentQuery.columns}, ${documentQuery.contextVersionButSettings},
    p.id as p_id, p.test as p_test, p.kind as p_kind, p.family_id as p_family_id, p.parent_id as p_parent_id,
    p.content as p_content, p.state as p_state, p.version as p_version, p.life as p_life,
    p.created_at as p_created_at, p.updated_at as p_updated_at
  from billing.document d ${documentQuery.joins}
  left join billing.document p on p.account_id = $1 and p.id = d.parent_id and d.number is null
  where d.account_id = $1 and d.id = any ($2::uuid[])`);

/**
 * Reads the documents of a page in its order, the account's settings once. Documents deleted
 * meanwhile are left out; a draft finalized meanwhile is finalized.
 */
export async function readListed(
  tx: Tx,
  found: readonly { readonly id: string; readonly is_draft: boolean }[],
): Promise<ListedDocument[]> {
  const rowsOf = async (statement: Statement, isDraft: boolean): Promise<readonly Row[]> => {
    const ids = found.flatMap(({ id, is_draft }) => (is_draft === isDraft ? id : []));
    return ids.length === 0 ? [] : tx.read(statement, [tx.accountId, ids]);
  };
  if (found.length === 0) return [];
  const [finalized, drafts, { settings }] = await Promise.all([
    rowsOf(FINALIZED, false),
    rowsOf(DRAFTS, true),
    settingsOf(tx),
  ]);
  const rowOf = new Map([...finalized, ...drafts].map((row) => [row.id as string, row]));
  return found.flatMap(({ id }) => {
    const row = rowOf.get(id);
    return row ? { isDraft: row.state === 'draft', read: () => documentOnce(row, settings) } : [];
  });
}

/**
 * Most of a row is the document's text. It is released after parsing, so that a page is never in
 * memory twice.
 */
function documentOnce(row: Row, settings: AccountSettings): StoredDocument {
  const document = storedDocumentFrom(row, settings);
  const parent = row.p_id ? (documentFrom(parentRow(row)) as BillingDocument) : undefined;
  row.content = undefined;
  return { ...document, ...(parent && { parent }) };
}

const parentRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('p_') ? [[name.slice(2), value]] : [])),
  );

const TALLY = sql`
  select coalesce(sum(documents), 0)::bigint as documents from billing.tally
  where account_id = $1 and test = $2 and ($3::text[] is null or kind = any($3))
    and ($4::text[] is null or state = any($4)) and ($5::boolean is null or archived = $5)`;

/** Whether the filter only uses kind, state, archive and mode. */
const isTallied = (filter: Filter): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || TALLIED.has(name));
const TALLIED: ReadonlySet<string> = new Set(['kinds', 'states', 'archived', 'test'] satisfies (keyof Filter)[]);

/**
 * Only the usual lists are prepared: all filter combinations are 100,000 statements of a third of
 * a megabyte each.
 */
const preparedFor = (filter: Filter, statement: Statement): Statement =>
  isTallied(filter) ? statement : unprepared(statement);

/** Uses the tally if possible: counting 100,000 rows would take a hundred times as long. */
async function count(
  tx: Tx,
  filter: Filter,
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<number> {
  const { kinds, states, archived, test } = filter;
  if (!isTallied(filter)) {
    const counting = sql`select count(*) as documents from billing.document d where ${conditions.join(' and ')}`;
    const [row] = await tx.read<{ documents: number }>(unprepared(counting), values);
    return row?.documents ?? 0;
  }
  return tallied(tx, { kinds, states, archived, test });
}

/** Exact counts by kind, state, archive and mode. */
async function tallied(
  tx: Tx,
  by: {
    kinds?: readonly Kind[] | undefined;
    states?: readonly State[] | undefined;
    archived?: boolean | undefined;
    test: boolean;
  },
): Promise<number> {
  const values = [tx.accountId, by.test, by.kinds ?? null, by.states ?? null, by.archived ?? null];
  const [row] = await tx.read<{ documents: number }>(TALLY, values);
  return row?.documents ?? 0;
}

/** All documents of a mode, whatever the filters. */
export const countAll = (tx: Tx, test: boolean): Promise<number> => tallied(tx, { test });

/** Sort keys of a document list. */
export const documentOrders = ['emittedAt', 'dueAt', 'number', 'amount', 'customer', 'recursOn'] as const;
export type DocumentOrder = { readonly by: (typeof documentOrders)[number]; readonly direction: 'ASC' | 'DESC' };

/** Where a page with another order than newest first ended. */
type DocumentCursor = DocumentOrder & { readonly after: string | number; readonly id: string };

const newestFirst = ({ by, direction }: DocumentOrder): boolean => by === 'emittedAt' && direction === 'DESC';

// Documents without a due date or validity, and those that no longer recur, sort last; drafts have
// no number and sort first.
const keys: Readonly<Record<DocumentOrder['by'], string>> = {
  emittedAt: 'd.emitted_on',
  dueAt: `coalesce(d.due_on, d.valid_until_on, '9999-12-31'::date)`,
  number: `coalesce(d.prefix || ' ' || d.year || lpad(d.counter::text, 10, '0'), '')`,
  amount: 'd.total_cents',
  customer: `coalesce((
    select coalesce(o.sort_name, c.sort_name) from billing.customer c
    left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
    where c.account_id = $1 and c.id = d.customer_id), '')`,
  recursOn: `coalesce((
    select r.next_on from billing.recurrence r where r.account_id = $1 and r.invoice_id = d.id), '9999-12-31'::date)`,
};

/**
 * The condition for the rows after a cursor; `places` are the parameter positions of the key and
 * the ID.
 */
const readOn = ({ by, direction }: DocumentOrder, places: readonly [string, string]): string =>
  `(${keys[by]}, d.id) ${direction === 'ASC' ? '>' : '<'} (${places[0]}${castOf[by]}, ${places[1]}::uuid)`;
const castOf: Readonly<Record<DocumentOrder['by'], string>> = {
  ...{
    emittedAt: '::date',
    dueAt: '::date',
    number: '::text',
    amount: '::bigint',
    customer: '::text',
    recursOn: '::date',
  },
};

/**
 * A page in an order without an index: the filter's matches are scanned completely, and only the
 * page is loaded.
 */
const orderedPage = ({ by, direction }: DocumentOrder, conditions: readonly string[], values: number): Statement => sql`
  with page as materialized (
    select d.id, ${keys[by]} as place from billing.document d where ${conditions.join(' and ')}
    order by place ${direction}, d.id ${direction} limit $${String(values - 1)} offset $${String(values)})
  select sum(octet_length(d.content)) over ()::bigint as bytes, d.id, d.emitted_on, d.number is null as is_draft, page.place
  from page join billing.document d on d.account_id = $1 and d.id = page.id
  order by page.place ${direction}, d.id ${direction}`;
