import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { KeptHead } from '../../audit/heads/exported-heads.ts';
import { fingerprintOf, knownPublicKeys } from '../../audit/keys/public-keys.ts';
import { readAsAccount } from '../row-security.ts';
import { readFromReachableNodes } from '../sharding/reachable-nodes.ts';
import type { Row } from '../transaction.ts';

/** The last entry of an audit chain (its head) and the key that signed it. */
export type ChainHeadRow = {
  accountId: string;
  test: boolean;
  seq: number;
  hash: Buffer;
  /** The key that signs the next entry. */
  keyId: string;
  /** The key that signed this entry. */
  signedBy: string;
  /** Unix seconds. */
  at: number;
  signature: Buffer;
  /** Offset of the chain's time to real time in seconds (the account's test clock). */
  aheadSeconds: number;
};

/** Last entries read per batch; bounds the memory. */
const HEADS_AT_ONCE = 500;
/** Sorts before every chain. */
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

type Owner = Pick<pg.Pool, 'query'>;

/**
 * The last entry of every audit chain that has entries, of all accounts, ordered by name, in
 * batches. `owner` has the table owner's role.
 */
export async function* allChainHeads(owner: Owner): AsyncGenerator<ChainHeadRow> {
  let past: Pick<ChainHeadRow, 'accountId' | 'test'> | undefined = { accountId: ZERO_UUID, test: false };
  while (past) {
    const { rows }: { rows: Row[] } = await owner.query('select * from billing.heads_after($1, $2, $3)', [
      past.accountId,
      past.test,
      HEADS_AT_ONCE,
    ]);
    for (const row of rows) yield headFrom(row);
    const last: Row | undefined = rows.length < HEADS_AT_ONCE ? undefined : rows.at(-1);
    past = last && headFrom(last);
  }
}

/** The last entries of an account's audit chains. */
async function headsOf(owner: Owner, account: string): Promise<ChainHeadRow[]> {
  const { rows } = await owner.query('select * from billing.heads_of($1)', [account]);
  return rows.map(headFrom);
}

/** The keys that sign the next entries of all audit chains; empty if no chain has an entry. */
export async function keysOfChainHeads(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query('select key_id from billing.keys_of_heads() key_id');
  return rows.map(({ key_id }) => key_id);
}

/**
 * The keys that sign the next entries of the audit chains on reachable nodes; for distributed
 * tables when a node is down. `owner` connects as the table owner.
 */
export const keysInReach = async (owner: pg.ClientConfig): Promise<readonly string[]> =>
  (await readFromReachableNodes(owner, 'chain_head', (part) => `select distinct key_id from ${part} where key_id > ''`))
    .said;

const headFrom = (row: Row): ChainHeadRow => ({
  accountId: row.account_id,
  test: row.test,
  seq: row.seq,
  hash: row.hash,
  keyId: row.key_id,
  signedBy: row.signed_by,
  at: row.at,
  signature: row.signature,
  aheadSeconds: row.ahead,
});

/** The last entry of a chain is signed by a key whose public half is not in the data folder. */
export class PublicKeyUnknown extends Error {
  readonly keyId: string;
  constructor(keyId: string) {
    super(`the public key ${keyId} is not in keys/public`);
    this.keyId = keyId;
  }
}

/**
 * The last entries of all audit chains, or of an account's, in the form that is stored outside the
 * installation. Throws `PublicKeyUnknown`.
 */
export async function storedChainHeads(owner: Owner, dataFolder: string, account?: string): Promise<KeptHead[]> {
  const keys = await knownPublicKeys(dataFolder);
  const heads = account === undefined ? allChainHeads(owner) : await headsOf(owner, account);
  const kept: KeptHead[] = [];
  for await (const head of heads) kept.push(toStoredHead(head, keys));
  return kept;
}

function toStoredHead(
  { accountId, test, seq, at, ...head }: ChainHeadRow,
  keys: ReadonlyMap<string, KeyObject>,
): KeptHead {
  const key = keys.get(head.signedBy);
  if (!key) throw new PublicKeyUnknown(head.signedBy);
  return {
    ...{ account: accountId, mode: test ? 'test' : 'live', seq, at },
    ...{ hash: head.hash.toString('hex'), key: fingerprintOf(key), signature: head.signature.toString('base64') },
  };
}

/**
 * Waits until every transaction that locks an audit chain has ended. Transactions that lock a chain
 * afterwards see the current files.
 */
export async function waitForHeads(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('lock table billing.chain_head in exclusive mode');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** A last entry (head) of an audit chain, as stored outside the installation at some time. */
export type StoredHead = {
  readonly account: string;
  readonly test: boolean;
  readonly seq: number;
  readonly hash: string;
};

/**
 * The result for a stored last entry: it is still in its chain (`there`), the chain lacks it and
 * the `lost` entries up to it, or another entry is in its place (`differs`), which data loss cannot
 * explain.
 */
export type HeadFate = StoredHead & { readonly fate: 'there' | 'lost' | 'differs'; readonly lost: number };

/** Looks up stored last entries in the audit chains, as the application's role. */
export async function compareHeads(client: pg.ClientBase, kept: readonly StoredHead[]): Promise<HeadFate[]> {
  const fates: HeadFate[] = [];
  for (const head of kept.filter(({ account }) => UUID.test(account))) {
    const [row] = await readAsAccount(client, head.account, () =>
      client.query<{ last: string | null; hash: string | null }>(
        `select (select max(seq) from billing.chain_link where account_id = $1 and test = $2) as last,
           (select encode(hash, 'hex') from billing.chain_link where account_id = $1 and test = $2 and seq = $3) as hash`,
        [head.account, head.test, head.seq],
      ),
    );
    const lost = Math.max(head.seq - Number(row?.last ?? 0), 0);
    const fate = lost > 0 ? 'lost' : head.seq === 0 || row?.hash === head.hash ? 'there' : 'differs';
    fates.push({ ...head, fate, lost });
  }
  return fates;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
