import type { StoredLink } from '../../audit/chain/verify-chain.ts';
import { billKinds } from '../../domain/billing/document/kind.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import type { KeptFormat } from '../billing/stored-files.ts';
import { sql } from '../transaction.ts';
import type { QueryFn } from './verify/finding.ts';

/** The live or test books of an account. */
export type BooksOf = { accountId: string; test: boolean };

const LINKS_AT_ONCE = 500;

const SPAN = sql`
  with link as (
    select seq, (link::json ->> 'at')::bigint as at from billing.chain_link where account_id = $1 and test = $2),
  first as (select min(seq) as seq from link where at >= $3)
  select first.seq as first, coalesce((select min(seq) - 1 from link where seq >= first.seq and at >= $4),
    (select max(seq) from link)) as last
  from first`;
const HASH = sql`select hash from billing.chain_link where account_id = $1 and test = $2 and seq = $3`;
const LINKS = sql`
  select seq, link, hash, key_id as "keyId", signature from billing.chain_link
  where account_id = $1 and test = $2 and seq > $3 and seq <= $4 order by seq limit ${String(LINKS_AT_ONCE)}`;
// Entries after the period that record something of the period: later closures and renderings, and
// later keys.
const OTHERS = sql`
  select seq, link, hash, key_id as "keyId", signature from billing.chain_link
  where account_id = $1 and test = $2 and seq > $3 and seq > $4 and (
    link like '%"type":"rendered"}' or link like '%"type":"closed"}' or link like '%"type":"seal_key_changed"}')
  order by seq limit ${String(LINKS_AT_ONCE)}`;
const DOCUMENTS = sql`select id, content from billing.document where account_id = $1 and id = any($2::uuid[])`;
const PAYMENTS = sql`select id, content from billing.payment where account_id = $1 and id = any($2::uuid[])`;
const CLOSURES = sql`
  select content from billing.closure where account_id = $1 and test = $2
    and (starts_on between $3 and $4 or id = any($5::uuid[]))
  order by last_seq, case kind when 'day' then 1 when 'month' then 2 else 3 end`;
const BOOK_CLOSINGS = sql`select id, content from billing.book_closing where account_id = $1 and id = any($2::uuid[])`;
const RENDERINGS = sql`
  select format, locale, canceled, sha256 from billing.rendering where account_id = $1 and document_id = $2
  order by format, locale, canceled`;
const FILE = sql`select sha256, bytes from billing.file where account_id = $1 and sha256 = $2`;

/**
 * The entries from `start` until `end` (Unix seconds, `end` excluded); undefined if there are
 * none.
 */
export async function linksWithin(
  ask: QueryFn,
  { accountId, test }: BooksOf,
  { start, end }: { start: number; end: number },
): Promise<{ first: number; last: number } | undefined> {
  const [span] = await ask(SPAN, [accountId, test, start, end]);
  return span?.first == null || span.last < span.first ? undefined : { first: span.first, last: span.last };
}

const FIRST_AND_LAST = sql`
  select (select (link::json ->> 'at')::bigint from billing.chain_link where account_id = $1 and test = $2 and seq = 1) as first,
    (select at from billing.chain_head where account_id = $1 and test = $2) as last`;

/** When the first and the last entry were made, in Unix seconds; undefined if there is none. */
export async function firstAndLastAt(
  ask: QueryFn,
  { accountId, test }: BooksOf,
): Promise<{ first: number; last: number } | undefined> {
  const [span] = await ask(FIRST_AND_LAST, [accountId, test]);
  return span?.first == null ? undefined : { first: span.first, last: span.last ?? span.first };
}

/** The hash of one entry; undefined if there is none. */
export async function hashOfLink(ask: QueryFn, { accountId, test }: BooksOf, seq: number): Promise<Buffer | undefined> {
  return (await ask(HASH, [accountId, test, seq]))[0]?.hash;
}

/** Entries in order, in batches of some hundred. */
export async function* linksOf(
  ask: QueryFn,
  { accountId, test }: BooksOf,
  { first, last }: { first: number; last: number },
): AsyncGenerator<StoredLink[]> {
  for (let after = first - 1; after < last; ) {
    const links = (await ask(LINKS, [accountId, test, after, last])) as StoredLink[];
    const end = links.at(-1);
    if (!end) return;
    after = end.seq;
    yield links;
  }
}

/** Entries after the period that may record something of the period. */
export async function* laterLinks(
  ask: QueryFn,
  { accountId, test }: BooksOf,
  { last }: { last: number },
): AsyncGenerator<StoredLink[]> {
  for (let after = last; ; ) {
    const links = (await ask(OTHERS, [accountId, test, last, after])) as StoredLink[];
    const end = links.at(-1);
    if (!end) return;
    after = end.seq;
    yield links;
  }
}

const SEALED = { documents: DOCUMENTS, payments: PAYMENTS, bookClosings: BOOK_CLOSINGS };

/** The canonical texts of documents, payments or closings of the books by ID. */
export async function sealedTexts(
  ask: QueryFn,
  accountId: string,
  { of, ids }: { of: keyof typeof SEALED; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ask(SEALED[of], [accountId, ids]);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** The texts of closures whose periods start between two days, and of other closures by ID. */
export async function closureTexts(
  ask: QueryFn,
  { accountId, test }: BooksOf,
  { from, to, ids }: { from: string; to: string; ids: readonly string[] },
): Promise<string[]> {
  return (await ask(CLOSURES, [accountId, test, from, to, ids])).map(({ content }) => content);
}

/** The renderings of a document. */
export async function renderingsOf(
  ask: QueryFn,
  accountId: string,
  documentId: string,
): Promise<{ format: KeptFormat; locale: string; canceled: boolean; sha256: Buffer }[]> {
  return (await ask(RENDERINGS, [accountId, documentId])) as never;
}

/**
 * A stored file by its hash; without bytes if they are in the object store, undefined if it is
 * missing.
 */
export async function fileByHash(
  ask: QueryFn,
  accountId: string,
  sha256: Buffer,
): Promise<{ sha256: Buffer; bytes: Buffer | null } | undefined> {
  return (await ask(FILE, [accountId, sha256]))[0] as never;
}

const BILLS = sql`
  select l.seq, d.id from billing.chain_link l
  join billing.document d on d.account_id = $1
    and d.id = (substring(l.link from '"subject":\{"id":"([0-9a-f-]{36})"'))::uuid
  where l.account_id = $1 and l.test = $2 and l.seq > $3 and l.seq <= $4 and l.link like '%"type":"finalized"}'
    and d.kind in ${kindsInSql(billKinds)}
  order by l.seq limit $5`;

/** Bills by the entries that finalized them, oldest first. */
export async function billsBetween(
  ask: QueryFn,
  { accountId, test }: BooksOf,
  { past, last, most }: { past: number; last: number; most: number },
): Promise<{ seq: number; id: string }[]> {
  return (await ask(BILLS, [accountId, test, past, last, most])) as { seq: number; id: string }[];
}
