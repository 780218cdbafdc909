import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { claimKinds, type Kind, type State } from '../../domain/billing/document/kind.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type Row, type Statement, sql, type Tx, unprepared } from '../transaction.ts';
import { documentFrom, documentQuery, type Remembered, rememberedFrom } from './documents.ts';
import { likePatterns } from './found-by.ts';
import { kindsInSql } from './kinds-in-sql.ts';

/** The dates a list can be narrowed by. */
export const rangeTypes = [
  'emittedAt',
  'dueAt',
  'finalizedAt',
  'createdAt',
  'paidAt',
  'expiredAt',
  'signedAt',
] as const;
type RangeType = (typeof rangeTypes)[number];

/** What a list of documents is narrowed by. What is absent narrows nothing. */
export type Filter = {
  kinds?: readonly Kind[];
  states?: readonly State[];
  archived?: boolean;
  test?: boolean;
  search?: string;
  customerId?: string;
  organizationId?: string;
  projectId?: string;
  /** Whether the due day has passed `on` a civil day of the account's zone, something remains, and it is not canceled. */
  late?: { is: boolean; on: string };
  range?: { type: RangeType; from?: number; to?: number; fromDay?: string; toDay?: string };
  reminderActive?: boolean;
  onlinePayment?: boolean;
  /** With a request to the agency of personal services. */
  paymentRequest?: boolean;
  /** Nothing can match: a filter on what no document has yet. */
  none?: boolean;
};

/** A page by its number, or the one after the last document of another. */
export type Place = { limit: number } & ({ page: number } | { after: { emittedOn: string; id: string } });

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
  last?: { emittedOn: string; id: string };
};

/**
 * Documents by issue day, the newest first: the page, and how many there are in all, exactly. `known` answers what is known of a
 * finalized document by its mark.
 */
export async function listDocuments<Known>(
  tx: Tx,
  filter: Filter,
  place: Place,
  known: (mark: string) => Known | undefined,
): Promise<DocumentPage<Known> | Refused<'page_too_large'>> {
  if (filter.none) return { documents: [], total: 0 };
  const { conditions, values } = narrowing(tx, filter);
  const paging = [...conditions];
  const paged = [...values];
  if ('after' in place) {
    paged.push(place.after.emittedOn, place.after.id);
    paging.push(`(d.emitted_on, d.id) < ($${paged.length - 1}, $${paged.length})`);
  }
  paged.push(place.limit + 1, 'page' in place ? (place.page - 1) * place.limit : 0);
  // Awaited together: were the page to fail first, nobody would hear that the count failed, and the process would end.
  const [found, total] = await Promise.all([
    tx.read<Found>(preparedFor(filter, pageStatement(paging, modes(tx, filter), paged.length)), paged),
    count(tx, filter, conditions, values),
  ]);
  const bytes = found[0]?.bytes ?? 0;
  if (bytes > PAGE_BYTES_MAX) return { refused: 'page_too_large', bytes, limit: PAGE_BYTES_MAX };
  const shown = found.slice(0, place.limit);
  const end = shown.at(-1);
  return {
    documents: await withContents(tx, shown, known),
    total,
    ...(found.length > place.limit && end && { last: { emittedOn: end.emitted_on, id: end.id } }),
  };
}

/** What is looked at first of a document on a page. */
type Found = { bytes: number; id: string; emitted_on: string; mark: string | null };

// The page is found first, by an index alone where it can be; only what is not known of it is then read whole. No index has
// live and test documents in one order: where both are wanted, each mode is read in its own order and the two are merged.
const pageStatement = (conditions: readonly string[], modes: readonly boolean[], values: number): Statement => sql`
  with page as materialized (
    select d.account_id, d.id, d.emitted_on from (${modes.map((test) => inMode(test, conditions, values)).join(' union all ')}) d
    ${NEWEST_FIRST} limit $${String(values - 1)} offset $${String(values)})
  select sum(octet_length(d.content)) over ()::bigint as bytes, d.id, d.emitted_on, ${documentQuery.mark} as mark
  from page join billing.document d on d.account_id = page.account_id and d.id = page.id
  ${NEWEST_FIRST}`;

// The limit inside is what makes PostgreSQL follow the index, and stop.
const inMode = (test: boolean, conditions: readonly string[], values: number): string => `
  (select d.account_id, d.id, d.emitted_on from billing.document d where d.test = ${test} and ${conditions.join(' and ')}
  ${NEWEST_FIRST} limit $${values - 1}::bigint + $${values}::bigint)`;
const NEWEST_FIRST = 'order by d.emitted_on desc, d.id desc';

// The settings of the account come with one of its rows: with each, they would be a fifth of all that travels.
const CONTENTS = sql`
  select ${documentQuery.columns}, ${documentQuery.surroundingsButSettings},
    case when row_number() over () = 1 then a.settings end as settings,
    p.id as p_id, p.test as p_test, p.kind as p_kind, p.family_id as p_family_id, p.parent_id as p_parent_id,
    p.content as p_content, p.state as p_state, p.version as p_version, p.life as p_life,
    p.created_at as p_created_at, p.updated_at as p_updated_at
  from billing.document d ${documentQuery.joins}
  left join billing.document p on p.account_id = d.account_id and p.id = d.parent_id and d.number is null
  where d.account_id = $1 and d.id = any ($2::uuid[])`;

/**
 * The documents of a page, those that are not known read whole. Whichever was deleted just now is left out. What moved just now
 * is read as it is by now, under a mark that it will not have again.
 */
async function withContents<Known>(
  tx: Tx,
  found: readonly Found[],
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
  const remembered = rememberedFrom(row);
  if (!row.p_id) return remembered;
  const parent = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('p_') ? [[name.slice(2), value]] : [])),
  );
  return { ...remembered, parent: documentFrom(parent) as BillingDocument };
}

/** The modes a filter can match in: a test key sees test documents only, whatever it asks for. */
const modes = (tx: Tx, { test }: Filter): boolean[] => {
  if (tx.test) return [true];
  return test === undefined ? [false, true] : [test];
};

/** The conditions of a filter, and their values; the account is always named first. */
function narrowing(tx: Tx, filter: Filter): { conditions: string[]; values: unknown[] } {
  const conditions = ['d.account_id = $1'];
  const values: unknown[] = [tx.accountId];
  const where = (text: (place: string) => string, value: unknown): void => {
    values.push(value);
    conditions.push(text(`$${values.length}`));
  };
  // Naming the mode even where row-level security would do it lets the index by issue day answer.
  if (tx.test || filter.test !== undefined) where((p) => `d.test = ${p}`, tx.test || filter.test);
  if (tx.test && filter.test === false) conditions.push('false');
  if (filter.kinds) where((p) => `d.kind = any(${p})`, filter.kinds);
  if (filter.states) where((p) => `d.state = any(${p})`, filter.states);
  if (filter.archived !== undefined) conditions.push(`d.archived_at is ${filter.archived ? 'not ' : ''}null`);
  for (const pattern of likePatterns(filter.search ?? '')) where((p) => foundBy(p), pattern);
  // An organization's documents go to its contacts: either id finds them.
  for (const customerId of [filter.customerId, filter.organizationId])
    if (customerId) where((p) => ofCustomer(p), customerId);
  if (filter.projectId) where((p) => `d.project_id = ${p}`, filter.projectId);
  if (filter.late) where((p) => (filter.late?.is ? late(p) : `not coalesce(${late(p)}, false)`), filter.late.on);
  if (filter.reminderActive) conditions.push(`(d.content::json #>> '{content,reminder,active}') = 'true'`);
  if (filter.onlinePayment) conditions.push(`(d.content::json #>> '{content,onlinePayment}') = 'true'`);
  if (filter.paymentRequest) conditions.push(`(d.content::json #> '{content,paymentRequest}') is not null`);
  if (filter.range) narrowToRange(filter.range, where);
  return { conditions, values };
}

// A draft is shown with its customer as he is called today, so it is found by that name, too, and not only by the one he
// had when the draft was written. The functions find candidates by an index, which row-level security would not allow.
const foundBy = (place: string): string => `d.id in (
  select billing.documents_found(${place})
  union all
  select x.id from billing.document x
  where x.account_id = $1 and x.number is null and x.customer_id in (
    select c.id from billing.customer c
    left join billing.customer o on o.account_id = c.account_id and o.id = c.organization_id
    where c.account_id = $1 and (
      c.id in (select billing.customers_found(${place})) and c.sort_name like ${place}
      or c.organization_id in (select billing.customers_found(${place})) and o.sort_name like ${place})))`;

const ofCustomer = (place: string): string => `d.customer_id in (
  select c.id from billing.customer c where c.account_id = $1 and (c.id = ${place} or c.organization_id = ${place}))`;

const late = (place: string): string => `d.due_on < ${place} and d.state = 'finalized' and d.canceled_at is null
  and d.kind in ${kindsInSql(claimKinds)}
  and d.total_cents - d.deducted_cents - d.credited_cents - d.paid_cents > 0`;

const columnOf: Record<RangeType, string> = {
  emittedAt: 'd.emitted_on',
  dueAt: 'd.due_on',
  expiredAt: 'd.valid_until_on',
  finalizedAt: 'd.finalized_at',
  createdAt: 'd.created_at',
  paidAt: 'd.paid_at',
  signedAt: 'd.signed_at',
};

/** Days are compared as civil days, instants as instants. Both ends belong to the range. */
function narrowToRange(
  { type, from, to, fromDay, toDay }: NonNullable<Filter['range']>,
  where: (text: (place: string) => string, value: unknown) => void,
): void {
  const column = columnOf[type];
  const [low, high] = column.endsWith('_on') ? [fromDay, toDay] : [from, to];
  if (low !== undefined) where((p) => `${column} >= ${p}`, low);
  if (high !== undefined) where((p) => `${column} <= ${p}`, high);
}

const TALLY = sql`
  select coalesce(sum(documents), 0)::bigint as documents from billing.tally
  where account_id = $1 and ($2::boolean is null or test = $2) and ($3::text[] is null or kind = any($3))
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
  if (tx.test && test === false) return 0;
  return tallied(tx, { kinds, states, archived, test: tx.test || test });
}

/** Exact counts by kind, state, archive and mode. */
async function tallied(
  tx: Tx,
  by: {
    kinds?: readonly Kind[] | undefined;
    states?: readonly State[] | undefined;
    archived?: boolean | undefined;
    test?: boolean | undefined;
  },
): Promise<number> {
  const values = [tx.accountId, by.test ?? null, by.kinds ?? null, by.states ?? null, by.archived ?? null];
  const [row] = await tx.read<{ documents: number }>(TALLY, values);
  return row?.documents ?? 0;
}

/** All documents the caller can see in a mode, whatever the filters. */
export const countAll = (tx: Tx, test: boolean | undefined): Promise<number> =>
  tx.test && test === false ? Promise.resolve(0) : tallied(tx, { test: tx.test || test });
