import { creditKinds } from '../../../domain/billing/document/kind.ts';
import type { PastDocument, PastKind, PastText } from '../../../domain/billing/past/past-document.ts';
import { AGE_DAYS } from '../../../domain/home/receivable-age.ts';
import { cents } from '../../../domain/money/cents.ts';
import type { CurrencyCode } from '../../../domain/money/currency.ts';
import type { CivilDay } from '../../../domain/time/civil-day.ts';
import type { Owed } from '../../home/outstanding-amounts.ts';
import { toColumns } from '../../rows-to-columns.ts';
import { type Row, sql, type Tx } from '../../transaction.ts';
import { kindsInSql } from '../document-kind-sql.ts';
import type { KeptFile } from '../stored-files.ts';

/** A past document to store, with its text as it is digested. */
export type NewPastDocument = PastDocument & { readonly foreignKey?: string; readonly text: string };

const INSERT = sql`
  insert into billing.past_document (account_id, id, test, import_id, source, foreign_key, kind, number, emitted_on, due_on,
    customer_id, currency, total_cents, net_cents, paid_cents, credited_cents, corrects_id, in_books, content, digest,
    sha256, paper_name, paper_size, created_at)
  select a.account_id, n.id, $2, $3, n.source, n.foreign_key, n.kind, n.number, n.emitted_on, n.due_on, n.customer_id,
    n.currency, n.total, n.net, n.paid, n.credited, n.corrects_id, n.in_books, n.content, decode(n.digest, 'hex'),
    decode(n.paper, 'hex'), n.paper_name, n.paper_size, $4
  from billing.account a, unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::date[], $11::date[],
    $12::uuid[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::uuid[], $19::boolean[],
    $20::text[], $21::text[], $22::text[], $23::text[], $24::int[])
    as n (id, source, foreign_key, kind, number, emitted_on, due_on, customer_id, currency, total, net, paid, credited,
      corrects_id, in_books, content, digest, paper, paper_name, paper_size)
  where a.account_id = $1`;

/** Stores past documents. Those that others correct come first. */
export function insertPastDocuments(
  tx: Tx,
  { importId, now }: { readonly importId: string; readonly now: number },
  documents: readonly NewPastDocument[],
): void {
  if (documents.length === 0) return;
  const rows = documents.map((each) => [
    ...[each.id, each.source ?? null, each.foreignKey ?? null, each.kind, each.number, each.issuedOn],
    ...[each.dueOn ?? null, each.customer.id, each.currency, each.total, each.net, each.paid, each.credited],
    ...[each.correctsId ?? null, each.isInBooks, each.text, each.digest],
    ...[each.paper?.sha256 ?? null, each.paper?.name ?? null, each.paper?.size ?? null],
  ]);
  tx.write(INSERT, [tx.accountId, tx.test, importId, now, ...toColumns(rows)]);
}

const COLUMNS = `o.id, o.kind, o.number, o.emitted_on::text as emitted_on, o.due_on::text as due_on, o.source, o.currency,
  o.net_cents, o.total_cents, o.paid_cents, o.credited_cents, o.corrects_id, o.in_books, o.import_id, o.created_at,
  encode(o.digest, 'hex') as digest, o.content, encode(o.sha256, 'hex') as sha256, o.paper_name, o.paper_size`;
const KNOWN = sql`
  select ${COLUMNS} from billing.past_document o
  join unnest($3::text[], $4::date[]) wanted (number, emitted_on)
    on o.number = wanted.number and o.emitted_on = wanted.emitted_on
  where o.account_id = $1 and o.test = $2`;

/** The past documents with these numbers and days of issue. */
export const pastDocumentsNumbered = async (
  tx: Tx,
  wanted: readonly { readonly number: string; readonly issuedOn: CivilDay }[],
): Promise<PastDocument[]> =>
  wanted.length === 0
    ? []
    : (
        await tx.read(KNOWN, [
          ...[tx.accountId, tx.test, wanted.map(({ number }) => number), wanted.map(({ issuedOn }) => issuedOn)],
        ])
      ).map(pastFrom);

const FIND = sql`select ${COLUMNS} from billing.past_document o where o.account_id = $1 and o.id = $2 and o.test = $3`;
const LOCK = sql`
  select ${COLUMNS} from billing.past_document o where o.account_id = $1 and o.id = $2 and o.test = $3
  for no key update`;

/** A past document of the caller’s mode. */
export async function findPastDocument(tx: Tx, id: string): Promise<PastDocument | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, id, tx.test]);
  return row && pastFrom(row);
}

/** The same, until the end of the transaction for the caller alone. */
export async function lockPastDocument(tx: Tx, id: string): Promise<PastDocument | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, id, tx.test]);
  return row && pastFrom(row);
}

const LOCK_IMPORT = sql`
  select count(*)::int as locked from (
    select o.id from billing.past_document o where o.account_id = $1 and o.test = $2 and o.import_id = $3
    order by o.id for update) o`;
/** Locks the past documents of an import until the end of the transaction. */
export async function lockPastDocuments(tx: Tx, importId: string): Promise<void> {
  await tx.read(LOCK_IMPORT, [tx.accountId, tx.test, importId]);
}

const CREDITS = kindsInSql(creditKinds);
const REST = 'o.total_cents - o.paid_cents - o.credited_cents';
const UNPAID = `o.kind not in ${CREDITS} and o.total_cents > o.paid_cents + o.credited_cents`;
const OF_CUSTOMER = `($3::uuid is null or o.customer_id in (
  select c.id from billing.customer c where c.account_id = $1 and (c.id = $3 or c.organization_id = $3)))`;
const FILTER = `o.account_id = $1 and o.test = $2 and ${OF_CUSTOMER}
  and ($4::uuid is null or o.import_id = $4) and (not $5::boolean or ${UNPAID})
  and ($6::date is null or (${UNPAID} and o.due_on < $6))
  and ($10::date is null or o.due_on >= $10) and ($11::date is null or o.due_on <= $11)
  and ($12::date is null or o.due_on is null or o.due_on >= $12)
  and ($7::date is null or o.emitted_on >= $7) and ($8::date is null or o.emitted_on <= $8)
  and ($9::text is null or strpos(lower(o.number), lower($9)) > 0
    or o.customer_id in (select c.id from billing.customer c where c.account_id = $1 and strpos(lower(c.sort_name), lower($9)) > 0))`;
const PAGE = sql`
  select ${COLUMNS} from billing.past_document o
  where ${FILTER} and ($13::date is null or (o.emitted_on, o.id) < ($13::date, $14::uuid))
  order by o.emitted_on desc, o.id desc limit $15`;
const SUMS = sql`
  select o.currency, count(*)::int as count,
    sum(case when o.kind in ${CREDITS} then -o.total_cents else o.total_cents end)::bigint as total,
    coalesce(sum(${REST}) filter (where ${UNPAID}), 0)::bigint as rest
  from billing.past_document o where ${FILTER} group by o.currency order by o.currency`;

/** Which past documents a list has. `lateOn`: unpaid, and due before that day. */
export type PastFilter = {
  readonly customerId?: string | undefined;
  readonly importId?: string | undefined;
  readonly isUnpaid?: boolean | undefined;
  readonly lateOn?: CivilDay | undefined;
  readonly dueFrom?: CivilDay | undefined;
  readonly dueTo?: CivilDay | undefined;
  readonly notDueOn?: CivilDay | undefined;
  readonly from?: CivilDay | undefined;
  readonly to?: CivilDay | undefined;
  readonly search?: string | undefined;
};
/** Where a page continues, from the newest on. */
export type PastPlace = { readonly on: CivilDay; readonly id: string };

const filterValues = (tx: Tx, filter: PastFilter): unknown[] => [
  ...[tx.accountId, tx.test, filter.customerId ?? null, filter.importId ?? null, filter.isUnpaid ?? false],
  ...[filter.lateOn ?? null, filter.from ?? null, filter.to ?? null, filter.search?.trim() || null],
  ...[filter.dueFrom ?? null, filter.dueTo ?? null, filter.notDueOn ?? null],
];

/** The next past documents after a place, from the newest on. */
export const pastDocumentsAfter = async (
  tx: Tx,
  filter: PastFilter,
  { place, limit }: { readonly place: PastPlace | undefined; readonly limit: number },
): Promise<PastDocument[]> =>
  (await tx.read(PAGE, [...filterValues(tx, filter), place?.on ?? null, place?.id ?? null, limit])).map(pastFrom);

/** What a list of past documents adds up to in one currency; credit notes are negative. */
export type PastSums = {
  readonly currency: string;
  readonly count: number;
  readonly total: number;
  readonly rest: number;
};
export const sumsOfPast = (tx: Tx, filter: PastFilter): Promise<PastSums[]> =>
  tx.read<PastSums>(SUMS, filterValues(tx, filter));

const OWED = sql`
  select o.currency, case when o.due_on is null or o.due_on >= $3::date then 'notDue'
      when o.due_on > $3::date - ${String(AGE_DAYS.days31To60)} then 'days1To30'
      when o.due_on > $3::date - ${String(AGE_DAYS.daysOver60)} then 'days31To60' else 'daysOver60' end as age,
    count(*) as count, sum(${REST})::bigint as rest,
    coalesce(sum(round((${REST}) * o.net_cents::numeric / nullif(o.total_cents, 0))), 0)::bigint as net
  from billing.past_document o where o.account_id = $1 and o.test = $2 and ${UNPAID}
  group by 1, 2`;

/** The unpaid amounts of past documents on a day, by currency and age. */
export const pastOwedByAge = (tx: Tx, { test, day }: { test: boolean; day: CivilDay }): Promise<Owed[]> =>
  tx.read<Owed>(OWED, [tx.accountId, test, day]);

const OF_WHOM = sql`select exists (select from billing.past_document o where o.account_id = $1 and o.customer_id = $2) as has`;
/** Whether a customer has past documents, of either mode. */
export const hasPastDocuments = async (tx: Tx, customerId: string): Promise<boolean> =>
  (await tx.read<{ has: boolean }>(OF_WHOM, [tx.accountId, customerId]))[0]?.has ?? false;

const PAPER_BYTES = sql`
  select o.paper_name as name, f.sha256, f.bytes from billing.past_document o
  join billing.file f on f.account_id = $1 and f.sha256 = o.sha256 where o.account_id = $1 and o.id = $2`;
/** The paper of a past document with its name. */
export async function pastPaper(tx: Tx, id: string): Promise<(KeptFile & { readonly name: string }) | undefined> {
  const [row] = await tx.read<KeptFile & { readonly name: string }>(PAPER_BYTES, [tx.accountId, id]);
  return row;
}

const SETTLED = sql`
  update billing.past_document o set paid_cents = o.paid_cents + $3 where o.account_id = $1 and o.id = $2`;
/** Adds to what was paid: cents, negative for a reversal. */
export const addToPaid = (tx: Tx, id: string, amount: number): void => tx.write(SETTLED, [tx.accountId, id, amount]);

const CREDITED = sql`
  update billing.past_document o set credited_cents = o.credited_cents + n.amount
  from unnest($2::uuid[], $3::bigint[]) as n (id, amount) where o.account_id = $1 and o.id = n.id`;
/** Adds to what credit notes took from past documents; negative if they go. */
export function addToCredited(tx: Tx, credited: ReadonlyMap<string, number>): void {
  if (credited.size > 0) tx.write(CREDITED, [tx.accountId, [...credited.keys()], [...credited.values()]]);
}

const BY_NUMBER = sql`
  select o.id, o.number from billing.past_document o
  where o.account_id = $1 and o.test = $2 and o.kind not in ${CREDITS} and o.number = any ($3::text[])
  order by o.emitted_on, o.id`;
/** The ids of past invoices and advances by their number; of equal numbers the latest. */
export const pastIdsByNumber = async (tx: Tx, numbers: readonly string[]): Promise<Map<string, string>> =>
  numbers.length === 0
    ? new Map()
    : new Map(
        (await tx.read(BY_NUMBER, [tx.accountId, tx.test, numbers])).map(({ id, number }) => [number, id] as const),
      );

const CREDITS_OF_IMPORT = sql`
  select o.corrects_id as id, sum(o.total_cents)::bigint as amount from billing.past_document o
  where o.account_id = $1 and o.import_id = $2 and o.corrects_id is not null group by o.corrects_id`;
/** What the credit notes of an import took from other past documents. */
export const creditsOfImport = async (tx: Tx, importId: string): Promise<Map<string, number>> =>
  new Map((await tx.read(CREDITS_OF_IMPORT, [tx.accountId, importId])).map(({ id, amount }) => [id, amount]));

const DELETE_CREDITS = sql`
  delete from billing.past_document o
  where o.account_id = $1 and o.test = $2 and o.import_id = $3 and o.corrects_id is not null`;
const CORRECTED_BY_OTHERS = sql`
  select 1 as found from billing.past_document c join billing.past_document o on o.account_id = $1 and o.id = c.corrects_id
  where c.account_id = $1 and o.import_id = $2 and c.import_id <> $2 limit 1`;
/** Whether a credit note of another import corrects a document of this one. */
export const isCorrectedByOthers = async (tx: Tx, importId: string): Promise<boolean> =>
  (await tx.read(CORRECTED_BY_OTHERS, [tx.accountId, importId])).length > 0;

const DELETE = sql`
  delete from billing.past_document o where o.account_id = $1 and o.test = $2 and o.import_id = $3`;
/** Deletes the past documents of an import; their payments first. */
export function deletePastDocuments(tx: Tx, importId: string): void {
  tx.write(DELETE_CREDITS, [tx.accountId, tx.test, importId]);
  tx.write(DELETE, [tx.accountId, tx.test, importId]);
}

/** The stored text of a past document, parsed. */
const textOfPast = (text: string): PastText => JSON.parse(text) as PastText;

function pastFrom(row: Row): PastDocument {
  const { content, sealed } = textOfPast(row.content);
  return {
    ...{ id: row.id, kind: row.kind as PastKind, number: row.number, issuedOn: row.emitted_on },
    ...(row.due_on !== null && { dueOn: row.due_on }),
    ...(row.source !== null && { source: row.source }),
    ...(content.title !== undefined && { title: content.title }),
    customer: sealed.customer,
    currency: row.currency as CurrencyCode,
    ...{ net: cents(row.net_cents), total: cents(row.total_cents) },
    ...{ paid: cents(row.paid_cents), credited: cents(row.credited_cents) },
    ...(row.corrects_id !== null && { correctsId: row.corrects_id }),
    ...{ isInBooks: row.in_books, importId: row.import_id, takenOverAt: row.created_at, digest: row.digest },
    ...(row.sha256 !== null && { paper: { name: row.paper_name, size: row.paper_size, sha256: row.sha256 } }),
  };
}
