import type pg from 'pg';
import type { KeptHead } from '../../seal/kept-heads.ts';
import { fingerprintOf, knownPublicKeys } from '../../seal/public-keys.ts';

/** The last link of a chain, and who signed it. */
export type HeadKnown = {
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
};

/** The heads of every chain that has a link, of every account. `owner` is a pool of the role that owns the tables. */
export async function listHeads(owner: Pick<pg.Pool, 'query'>): Promise<HeadKnown[]> {
  const { rows } = await owner.query('select * from billing.chain_heads_known()');
  return rows.map((row) => ({
    accountId: row.account_id,
    test: row.test,
    seq: row.seq,
    hash: row.hash,
    keyId: row.key_id,
    signedBy: row.signed_by,
    at: row.at,
    signature: row.signature,
  }));
}

/** A head is signed by a key whose public half is not in the data folder. */
export class PublicKeyUnknown extends Error {
  readonly keyId: string;
  constructor(keyId: string) {
    super(`the public key ${keyId} is not in keys/public`);
    this.keyId = keyId;
  }
}

/** The heads of every chain, or of an account's, as they are kept elsewhere. Throws `PublicKeyUnknown`. */
export async function keptHeads(owner: pg.Pool, dataFolder: string, account?: string): Promise<KeptHead[]> {
  const keys = await knownPublicKeys(dataFolder);
  const heads = (await listHeads(owner)).filter(({ accountId }) => account === undefined || accountId === account);
  return heads.map(({ accountId, test, seq, hash, signedBy, signature, at }) => {
    const key = keys.get(signedBy);
    if (!key) throw new PublicKeyUnknown(signedBy);
    return {
      ...{ account: accountId, mode: test ? 'test' : 'live', seq, at },
      ...{ hash: hash.toString('hex'), key: fingerprintOf(key), signature: signature.toString('base64') },
    } as const;
  });
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
