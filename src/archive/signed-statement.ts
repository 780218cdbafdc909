import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { pack } from 'tar-stream';
import { canonicalJson } from '../audit/canonical-json.ts';
import type { Signer } from '../audit/chain/chain-signer.ts';
import { ARCHIVE_END_BYTES } from '../domain/account/archive.ts';
import { members } from './member-names.ts';

/**
 * The signed statement about an archive: its identity, and the SHA-256 of all bytes before the
 * statement.
 */
export type Statement = {
  readonly id: string;
  readonly account: string;
  readonly mode: 'live' | 'test';
  readonly from: string;
  readonly to: string;
  readonly madeAt: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly keyId: string;
};
export type SignedStatement = Statement & {
  /** Base64; Ed25519 over the SHA-256 of the canonical JSON of the other fields. */
  readonly signature: string;
};

export function signed(statement: Omit<Statement, 'keyId'>, signer: Signer): SignedStatement {
  const unsigned = { ...statement, keyId: signer.keyId };
  return { ...unsigned, signature: signer.sign(digestOf(unsigned)).toString('base64') };
}

export function isSignedBy({ signature, ...unsigned }: SignedStatement, key: KeyObject): boolean {
  return verify(null, digestOf(unsigned), key, Buffer.from(signature, 'base64'));
}

const digestOf = (unsigned: Statement): Buffer =>
  createHash('sha256')
    .update(`facturier archive ${canonicalJson(unsigned)}`)
    .digest();

/** The statement member and the end of the file: header, content, and two zero blocks. */
const BLOCK_BYTES = 512;
export const TAIL_BYTES = ARCHIVE_END_BYTES;
const STATEMENT_BYTES = TAIL_BYTES - 3 * BLOCK_BYTES;

/**
 * The last bytes of an archive: the statement as a member of fixed size, and the end of the file.
 */
export async function archiveTail(statement: SignedStatement): Promise<Buffer> {
  const text = canonicalJson(statement);
  const packed = pack();
  packed.entry(headOf(members.signature), Buffer.from(`${text.padEnd(STATEMENT_BYTES - 1)}\n`));
  packed.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packed as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Parses this end; undefined if any byte differs from what we write. */
export async function statementIn(tail: Buffer): Promise<SignedStatement | undefined> {
  try {
    const text = tail.subarray(BLOCK_BYTES, BLOCK_BYTES + STATEMENT_BYTES).toString();
    const statement = JSON.parse(text) as SignedStatement;
    // Base64 allows several spellings; only the canonical one is ours.
    const isOurs = Buffer.from(statement.signature, 'base64').toString('base64') === statement.signature;
    return isOurs && (await archiveTail(statement)).equals(tail) ? statement : undefined;
  } catch {
    return undefined;
  }
}

/** The tar header of every member, without any data of the machine. */
export const headOf = (name: string) => ({ name, mode: 0o644, mtime: new Date(0), uname: '', gname: '' });

/** Parses a public key of an archive; undefined if invalid or of another type. */
export function publicKeyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
