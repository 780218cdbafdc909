import type pg from 'pg';
import { linkTypesWithState } from '../../audit/chain/chain-link.ts';
import { stateDigest } from '../../audit/chain/state-digest.ts';
import { kinds } from '../../domain/billing/document/kind.ts';
import { sql, type TransactionScope, type Tx } from '../transaction.ts';
import { addDigest } from './pending-digests.ts';
import {
  documentDigest,
  FROZEN_COLUMNS,
  frozenDigest,
  KEY_COLUMNS,
  keyDigest,
  MOVING_COLUMNS,
  PAYMENT_COLUMNS,
  paymentDigest,
} from './row-digests.ts';

/**
 * How many entries of the first version one checkpoint covers: about 20 kB of digests, a few
 * milliseconds with the lock held. Entries of that version contain no digests of the rows.
 */
const LINKS_AT_ONCE = 50;

/**
 * Chains with unchecked entries among the `most` chains after `past` in name order, and the last
 * one checked; undefined if there are no more chains.
 */
export async function chainsToCheckpoint(
  pool: Pick<pg.Pool, 'query'>,
  { past, most }: { past: TransactionScope | undefined; most: number },
): Promise<{ chains: TransactionScope[]; last: TransactionScope | undefined }> {
  const { accountId, test } = past ?? { accountId: FIRST_ACCOUNT, test: false };
  const { rows } = await pool.query<TransactionScope & { unlooked: boolean }>(
    'select account_id as "accountId", test, unlooked from billing.chains_unlooked($1, $2, $3)',
    [accountId, test, most],
  );
  return { chains: rows.filter(({ unlooked }) => unlooked), last: rows.at(-1) };
}

const FIRST_ACCOUNT = '00000000-0000-0000-0000-000000000000';

const LOOKED = sql`
  select h.seq, n.looked_seq as looked, (
    select l.link from billing.chain_link l where l.account_id = $1 and l.test = $2 and l.seq = 1) as first
  from billing.chain_head h left join billing.noting n on n.account_id = $1 and n.test = h.test
  where h.account_id = $1 and h.test = $2`;
// Entries of the first version that changed something; newer entries include the resulting digests.
const UNDIGESTED_ENTRIES = sql`
  select seq, substring(link from '"subject":\{"id":"([^"]*)"') as id,
    substring(link from '"subject":\{"id":"[^"]*","kind":"([a-z_]+)"') as kind
  from billing.chain_link
  where account_id = $1 and test = $2 and seq > $3 and seq <= $4 and link not like '%"stands":{%'
    and link ~ '"type":"(${linkTypesWithState.join('|')})"\}$'
  order by seq limit ${String(LINKS_AT_ONCE)}`;

/** The subjects of entries of the first version, and up to which entry they were searched. */
export type UndigestedSubjects = {
  until: number;
  documents: string[];
  payments: string[];
  keys: string[];
  settings: boolean;
};

/**
 * Searches one page from where the last search ended; `until` is the last entry if none is left.
 */
export async function findUndigested(tx: Tx, test: boolean): Promise<UndigestedSubjects> {
  const [chain] = await tx.read(LOOKED, [tx.accountId, test]);
  if (!chain) throw new Error(`account ${tx.accountId} has no audit chain`);
  const rows = await tx.read(UNDIGESTED_ENTRIES, [tx.accountId, test, chain.looked ?? 0, chain.seq]);
  const of = (ids: readonly string[]): string[] => rows.flatMap(({ kind, id }) => (ids.includes(kind) ? [id] : []));
  // The first version recorded the settings of an account only when they changed.
  const isOfBefore = chain.looked === null && !String(chain.first ?? '').includes('"type":"account_opened"}');
  return {
    until: rows.length < LINKS_AT_ONCE ? chain.seq : rows.at(-1)?.seq,
    documents: of(kinds),
    payments: of(['payment']),
    keys: of(['api_key']),
    settings: !test && (isOfBefore || rows.some(({ kind }) => kind === 'account')),
  };
}

const DOCUMENTS = sql`
  with named as (select id, parent_id from billing.document where account_id = $1 and id = any($2::uuid[]))
  select d.id, ${MOVING_COLUMNS}, ${FROZEN_COLUMNS} from billing.document d
  where d.account_id = $1 and d.number is not null and d.id in (
    select id from named union select parent_id from named
    union select p.parent_id from named join billing.document p on p.account_id = $1 and p.id = named.parent_id)`;
const PAYMENTS = sql`
  select ${PAYMENT_COLUMNS} from billing.payment p where p.account_id = $1 and p.id = any($2::uuid[])`;
const KEYS = sql`select ${KEY_COLUMNS} from billing.api_key k where k.account_id = $1 and k.id = any($2::uuid[])`;
const SETTINGS = sql`select settings from billing.account where account_id = $1`;

/**
 * Adds the current digest of each subject, and of the ancestors of documents, to the next entry.
 * The audit chain must be locked: every change of these rows locks it until commit.
 */
export async function addCurrentDigests(
  tx: Tx,
  { documents, payments, keys, settings }: UndigestedSubjects,
): Promise<number> {
  const { standing, accountId } = tx;
  const [documentRows, paymentRows, keyRows, [account]] = await Promise.all([
    documents.length > 0 ? tx.read(DOCUMENTS, [accountId, documents]) : [],
    payments.length > 0 ? tx.read(PAYMENTS, [accountId, payments]) : [],
    keys.length > 0 ? tx.read(KEYS, [accountId, keys]) : [],
    settings ? tx.read(SETTINGS, [accountId]) : [],
  ]);
  for (const row of documentRows) {
    addDigest(standing, 'document', row.id, () => documentDigest(row));
    addDigest(standing, 'frozen', row.id, () => frozenDigest(row));
  }
  for (const row of paymentRows) addDigest(standing, 'payment', row.id, () => paymentDigest(row));
  for (const row of keyRows) addDigest(standing, 'api_key', row.id, () => keyDigest(row));
  if (account) addDigest(standing, 'account', accountId, () => stateDigest.account(account.settings));
  return standing.size;
}

const LOOKED_UNTIL = sql`
  insert into billing.noting as n (account_id, test, looked_seq) values ($1, $2, $3)
  on conflict (account_id, test) do update set looked_seq = greatest(n.looked_seq, excluded.looked_seq)`;

/** Stores up to which entry was searched. */
export const saveCheckpoint = (tx: Tx, test: boolean, until: number): void =>
  tx.write(LOOKED_UNTIL, [tx.accountId, test, until]);
