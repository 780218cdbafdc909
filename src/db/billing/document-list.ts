import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Kind, State } from '../../domain/billing/document/kind.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type Row, type Statement, sql, type Tx, unprepared } from '../transaction.ts';
import { type Filter, narrowing } from './document-filter.ts';
import { type DocumentCursor, type DocumentOrder, newestFirst, orderedPage, readOn } from './document-order.ts';
import { documentFrom, documentQuery, type Remembered, storedDocumentFrom } from './read-document-group.ts';

/** A page by its number, or the one after the last document of another; the newest first unless an order is said. */
export type Place = { limit: number; order?: DocumentOrder } & (
  | { page: number }
  | { after: { emittedOn: string; id: string } }
  | { place: DocumentCursor }
) & {
    /** How many there are in all is not wanted: it answers 0, and nothing is counted. */
    uncounted?: true;
  };

/** Bytes the documents of one page may weigh as they are kept: a page of usual ones is fifty times lighter. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * A document of a page. One that is `known` was shown before, and is not read again; another is read once, when it is asked for,
 * so that not all of a page need be there at once. One that is finalized has a mark, which it can be known by.
 */
export type Listed<Known> =
  | { readonly known: Known }
  | { readonly isDraft: boolean; readonly mark?: string; readonly read: () => Remembered };

export type DocumentPage<Known> = {
  documents: readonly Listed<Known>[];
  total: number;
  /** The last document of the page, where another page follows. */
  last?: { emittedOn: string; id: string } | DocumentCursor;
};

/**
 * Documents by issue day, the newest first, or in another order: the page, and how many there are in all, exactly. `known` answers what is known of a
 * finalized document by its mark.
 */
export async function listDocuments<Known>(
  tx: Tx,
  filter: Filter,
  place: Place,
  known: (mark: string) => Known | undefined,
): Promise<DocumentPage<Known> | Refused<'page_too_large'>> {
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
  // Awaited together: were the page to fail first, nobody would hear that the count failed, and the process would end.
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
    documents: await withContents(tx, shown, known),
    total,
    ...(found.length > place.limit && end && { last: endOf(end, other) }),
  };
}

/** What is looked at first of a document on a page. */
type Found = { bytes: number; id: string; emitted_on: string; mark: string | null; place?: string | number };

const endOf = (end: Found, order: DocumentOrder | undefined): NonNullable<DocumentPage<never>['last']> =>
  order
    ? { by: order.by, direction: order.direction, after: end.place as string | number, id: end.id }
    : { emittedOn: end.emitted_on, id: end.id };

// The page is found first, by an index alone where it can be; only what is not known of it is then read whole.
const pageStatement = (conditions: readonly string[], values: number): Statement => sql`
  with page as materialized (
    select d.id, d.emitted_on from billing.document d where ${conditions.join(' and ')}
    ${NEWEST_FIRST} limit $${String(values - 1)} offset $${String(values)})
  select sum(octet_length(d.content)) over ()::bigint as bytes, d.id, d.emitted_on, ${documentQuery.mark} as mark
  from page join billing.document d on d.account_id = $1 and d.id = page.id
  ${NEWEST_FIRST}`;

const NEWEST_FIRST = 'order by d.emitted_on desc, d.id desc';

// The settings of the account come with one of its rows: with each, they would be a fifth of all that travels.
// Planned each time, half a millisecond: by a plan of when there were few, all documents of the account were looked through for each draft.
const CONTENTS = unprepared(sql`
  select ${documentQuery.columns}, ${documentQuery.contextVersionButSettings},
    case when row_number() over () = 1 then a.settings end as settings,
    p.id as p_id, p.test as p_test, p.kind as p_kind, p.family_id as p_family_id, p.parent_id as p_parent_id,
    p.content as p_content, p.state as p_state, p.version as p_version, p.life as p_life,
    p.created_at as p_created_at, p.updated_at as p_updated_at
  from billing.document d ${documentQuery.joins}
  left join billing.document p on p.account_id = $1 and p.id = d.parent_id and d.number is null
  where d.account_id = $1 and d.id = any ($2::uuid[])`);

/**
 * The documents of a page, those that are not known read whole. Whichever was deleted just now is left out. What moved just now
 * is read as it is by now, under a mark that it will not have again.
 */
export async function withContents<Known>(
  tx: Tx,
  found: readonly Pick<Found, 'id' | 'mark'>[],
  known: (mark: string) => Known | undefined,
): Promise<Listed<Known>[]> {
  const looked = found.map(({ id, mark }) => ({ id, mark, known: mark === null ? undefined : known(mark) }));
  const unknown = looked.flatMap(({ id, known }) => (known === undefined ? id : []));
  const rows = unknown.length > 0 ? await tx.read(CONTENTS, [tx.accountId, unknown]) : [];
  const settings = rows.find((row) => row.settings !== null)?.settings;
  const rowOf = new Map(rows.map((row) => [row.id as string, row]));
  return looked.flatMap(({ id, mark, known }): Listed<Known>[] => {
    if (known !== undefined) return [{ known }];
    const row = rowOf.get(id);
    if (!row) return [];
    row.settings = settings;
    return [{ isDraft: row.state === 'draft', ...(mark !== null && { mark }), read: () => readOnce(row) }];
  });
}

/** Most of a row is the document's text. It goes once it is read, so that a page is never there twice. */
function readOnce(row: Row): Remembered {
  const remembered = rememberedWithParent(row);
  row.content = undefined;
  return remembered;
}

function rememberedWithParent(row: Row): Remembered {
  const remembered = storedDocumentFrom(row);
  if (!row.p_id) return remembered;
  const parent = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('p_') ? [[name.slice(2), value]] : [])),
  );
  return { ...remembered, parent: documentFrom(parent) as BillingDocument };
}

const TALLY = sql`
  select coalesce(sum(documents), 0)::bigint as documents from billing.tally
  where account_id = $1 and test = $2 and ($3::text[] is null or kind = any($3))
    and ($4::text[] is null or state = any($4)) and ($5::boolean is null or archived = $5)`;

/** Whether kind, state, archive and mode say it all. */
const isTallied = (filter: Filter): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || TALLIED.has(name));
const TALLIED: ReadonlySet<string> = new Set(['kinds', 'states', 'archived', 'test'] satisfies (keyof Filter)[]);

/** The usual lists are prepared. All filters together make a hundred thousand statements, of a third of a megabyte each. */
const preparedFor = (filter: Filter, statement: Statement): Statement =>
  isTallied(filter) ? statement : unprepared(statement);

/** By the tally where it can be: a count of 100,000 rows would take a hundred times as long. */
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
