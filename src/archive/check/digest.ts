import type { KeyObject } from 'node:crypto';
import { fingerprintOf } from '../../audit/keys/public-keys.ts';
import type { ArchiveCheckFault } from '../../domain/account/archive.ts';
import { isSignedBy, type SignedStatement, statementIn, TAIL_BYTES } from '../signed-statement.ts';

/** A file known by its digest: its end, and what precedes it. */
export type FileDigest = {
  /** Bytes of the whole file. */
  readonly size: number;
  /** Hex SHA-256 of the bytes before the end. */
  readonly sha256: string;
  /** The last `TAIL_BYTES` bytes. */
  readonly end: Buffer;
};

/** The entry of the audit trail about an archive. */
type ArchiveRecord = { readonly seq: number; readonly at: number; readonly sha256: string };

export type CheckedDigest = {
  readonly fault?: ArchiveCheckFault;
  /** What the signature says about the file; absent unless a key of this service made it. */
  readonly statement?: SignedStatement;
  /** Hex SHA-256 of the key. */
  readonly fingerprint?: string;
  readonly record?: ArchiveRecord;
};

/** What an archive is compared with. */
type Expected = {
  readonly accountId: string;
  readonly test: boolean;
  /** The public keys with which this service ever signed. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly recordOf: (archiveId: string) => Promise<ArchiveRecord | undefined>;
};

/**
 * Checks an archive by its digest, without its content: the signature covers every byte before the
 * end, and the audit trail records the digest. So an intact file is the one that was made, byte for
 * byte.
 */
export async function checkDigest({ size, sha256, end }: FileDigest, expected: Expected): Promise<CheckedDigest> {
  const { accountId, test, keys, recordOf } = expected;
  const statement = end.length === TAIL_BYTES ? await statementIn(end) : undefined;
  if (!statement) return { fault: 'end_missing' };
  const key = keys.get(statement.keyId);
  if (!key) return { fault: 'key_unknown' };
  if (!isSignedBy(statement, key)) return { fault: 'signature_invalid' };
  if (statement.account !== accountId) return { fault: 'other_account' };
  if (statement.mode !== (test ? 'test' : 'live')) return { fault: 'other_mode' };
  const signed = { statement, fingerprint: fingerprintOf(key) };
  if (statement.sha256 !== sha256 || statement.bytes !== size - TAIL_BYTES) return { ...signed, fault: 'changed' };
  const record = await recordOf(statement.id);
  return record?.sha256 === sha256 ? { ...signed, record } : { ...signed, fault: 'not_recorded' };
}
