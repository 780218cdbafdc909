import { type ActivityType, activityTypes } from '../../domain/home/activity.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** An audit event, as its chain entry records it. */
export type ChainEntry = {
  readonly test: boolean;
  readonly seq: number;
  readonly type: ActivityType;
  /** Unix seconds. */
  readonly at: number;
  readonly actor: string;
  readonly subject: { readonly kind: string; readonly id: string; readonly number?: string };
  readonly totals?: { readonly total: number; readonly currency: string };
};

/**
 * Which entries to list: of a mode, before one, at most `limit`; only about these subjects if
 * given.
 */
type EntryFilter = { test: boolean; before?: number | undefined; limit: number; about?: readonly string[] | undefined };

const LINKS = (narrowed: string) => sql`
  select seq, link from billing.chain_link
  where account_id = $1 and test = $2 and seq < $3 and link::json ->> 'type' = any ($4) ${narrowed}
  order by seq desc limit $5`;
const OF_ACCOUNT = LINKS('');
// The function finds the entries with an index, which row-level security would prevent.
const OF_SUBJECTS = LINKS('and (test, seq) in (select about.test, about.seq from billing.links_about($6) about)');
const LAST = 9_007_199_254_740_991;

/** Entries of a chain, newest first. */
export async function activityOf(tx: Tx, { test, before = LAST, limit, about }: EntryFilter): Promise<ChainEntry[]> {
  const values = [tx.accountId, test, before, activityTypes, limit];
  const rows = await (about ? tx.read(OF_SUBJECTS, [...values, about]) : tx.read(OF_ACCOUNT, values));
  return rows.map(({ seq, link }) => ({ ...(JSON.parse(link) as ChainEntry), seq, test }));
}

const RELATED = sql`
  select id from billing.payment where account_id = $1 and document_id = $2
  union all
  select id from billing.document where account_id = $1 and parent_id = $2 and number is not null`;

/** The subjects of a document's activity: itself, its payments, and documents derived from it. */
export const subjectsOf = async (tx: Tx, documentId: string): Promise<string[]> => [
  documentId,
  ...(await tx.read<{ id: string }>(RELATED, [tx.accountId, documentId])).map(({ id }) => id),
];

const DOCUMENTS = sql`
  select d.id, d.kind, d.content::json #>> '{sealed,customer,organization,name}' as organization,
    d.content::json #>> '{sealed,customer,name}' as customer
  from billing.document d where d.account_id = $1 and d.id = any ($2::uuid[])`;
const OF_PAYMENTS = sql`
  select id, document_id from billing.payment where account_id = $1 and id = any ($2::uuid[])`;
const KEYS = sql`select id, name from billing.api_key where account_id = $1 and id = any ($2::uuid[])`;
const MEMBERS = sql`select person_id as id, name from billing.members_called($1::uuid[])`;
const MAILS = sql`
  select id, document_id, state, created_at, content::json -> 'recipients' as recipients,
    (select count(*) from billing.try t
      where t.account_id = $1 and t.subject_id = m.id and t.lane = 'mail') as attempts
  from billing.mail m where account_id = $1 and document_id = any ($2::uuid[]) and created_at = any ($3::bigint[])`;

/** The data needed to show events: the documents, the actors and the mails sent. */
export type ActivityContext = {
  readonly documentOf: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, Row>;
  readonly keys: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, string>;
  readonly mails: readonly Row[];
};

export async function activityContext(tx: Tx, entries: readonly ChainEntry[]): Promise<ActivityContext> {
  const payments = entries.flatMap(({ subject }) =>
    subject.kind === 'payment' && UUID.test(subject.id) ? subject.id : [],
  );
  const others = entries.flatMap(({ subject }) =>
    subject.kind !== 'payment' && UUID.test(subject.id) ? subject.id : [],
  );
  const actors = [...new Set(entries.flatMap(({ actor }) => (UUID.test(actor) ? actor : [])))];
  const sent = entries.filter(({ type }) => type === 'sent');
  const [paid, keys, members, mails] = await Promise.all([
    tx.read(OF_PAYMENTS, [tx.accountId, payments]),
    tx.read(KEYS, [tx.accountId, actors]),
    tx.read(MEMBERS, [actors]),
    sent.length === 0
      ? []
      : tx.read(MAILS, [tx.accountId, sent.map(({ subject }) => subject.id), sent.map(({ at }) => at)]),
  ]);
  const documentOf = new Map([
    ...others.map((id): [string, string] => [id, id]),
    ...paid.map(({ id, document_id }): [string, string] => [id, document_id]),
  ]);
  const documents = await tx.read(DOCUMENTS, [tx.accountId, [...new Set(documentOf.values())]]);
  const named = (rows: readonly Row[]) => new Map(rows.map(({ id, name }): [string, string] => [id, name]));
  return {
    ...{ documentOf, mails },
    documents: new Map(documents.map((row) => [row.id as string, row])),
    keys: named(keys),
    members: named(members),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
