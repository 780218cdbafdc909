import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { KeptHead } from '../../audit/heads/exported-heads.ts';
import { fingerprintOf, knownPublicKeys } from '../../audit/keys/public-keys.ts';
import { readFromReachableNodes } from '../sharding/reachable-nodes.ts';
import type { Row } from '../transaction.ts';

/** The last link of a chain, and who signed it. */
export type ChainHeadRow = {
  accountId: string;
  test: boolean;
  seq: number;
  hash: Buffer;
  /** The key that signs the next link. */
  keyId: string;
  /** The key that signed this one. */
  signedBy: string;
  /** Unix seconds. */
  at: number;
  signature: Buffer;
  /** Seconds the chain's own time is ahead of the real one, by the test clock of its account. */
  aheadSeconds: number;
};

/** Heads read at a time: what is held in memory, however many chains there are. */
const HEADS_AT_ONCE = 500;
/** Before every chain. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type Owner = Pick<pg.Pool, 'query'>;

/**
 * The heads of every chain that has a link, of every account, in the order of their names, a page at a time. `owner` is of the role
 * that owns the tables.
 */
export async function* allChainHeads(owner: Owner): AsyncGenerator<ChainHeadRow> {
  let past: Pick<ChainHeadRow, 'accountId' | 'test'> | undefined = { accountId: NOBODY, test: false };
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

/** The heads of an account's chains that have a link. */
async function headsOf(owner: Owner, account: string): Promise<ChainHeadRow[]> {
  const { rows } = await owner.query('select * from billing.heads_of($1)', [account]);
  return rows.map(headFrom);
}

/** The keys that chains go on with; none where no chain has a link yet. */
export async function keysOfChainHeads(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query('select key_id from billing.keys_of_heads() key_id');
  return rows.map(({ key_id }) => key_id);
}

/** The same of chains whose node answers, where tables are spread and one is away. `owner`: who owns the tables. */
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

/** A head is signed by a key whose public half is not in the data folder. */
export class PublicKeyUnknown extends Error {
  readonly keyId: string;
  constructor(keyId: string) {
    super(`the public key ${keyId} is not in keys/public`);
    this.keyId = keyId;
  }
}

/** The heads of every chain, or of an account's, as they are kept elsewhere. Throws `PublicKeyUnknown`. */
export async function storedChainHeads(owner: Owner, dataFolder: string, account?: string): Promise<KeptHead[]> {
  const keys = await knownPublicKeys(dataFolder);
  const heads = account === undefined ? allChainHeads(owner) : await headsOf(owner, account);
  const kept: KeptHead[] = [];
  for await (const head of heads) kept.push(keptFrom(head, keys));
  return kept;
}

function keptFrom({ accountId, test, seq, at, ...head }: ChainHeadRow, keys: ReadonlyMap<string, KeyObject>): KeptHead {
  const key = keys.get(head.signedBy);
  if (!key) throw new PublicKeyUnknown(head.signedBy);
  return {
    ...{ account: accountId, mode: test ? 'test' : 'live', seq, at },
    ...{ hash: head.hash.toString('hex'), key: fingerprintOf(key), signature: head.signature.toString('base64') },
  };
}

/**
 * Waits until every transaction that holds the head of a chain has ended, and none has begun between: whoever locks one
 * from then on sees the files of today.
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
