import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { pack } from 'tar-stream';
import { canonicalJson } from '../audit/canonical-json.ts';
import type { Signer } from '../audit/chain/chain-signer.ts';
import { members } from './member-names.ts';

/** What is signed of an archive: what it is, and the SHA-256 of its bytes up to the member that says so. */
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
  /** Base64; Ed25519 over the SHA-256 of the canonical JSON of everything else. */
  readonly signature: string;
};

export function signed(statement: Omit<Statement, 'keyId'>, signer: Signer): SignedStatement {
  const said = { ...statement, keyId: signer.keyId };
  return { ...said, signature: signer.sign(digestOf(said)).toString('base64') };
}

export function isSignedBy({ signature, ...said }: SignedStatement, key: KeyObject): boolean {
  return verify(null, digestOf(said), key, Buffer.from(signature, 'base64'));
}

const digestOf = (said: Statement): Buffer =>
  createHash('sha256')
    .update(`facturier archive ${canonicalJson(said)}`)
    .digest();

/** Bytes of the member that holds the statement, and of the end of the file: its head, itself, and two blocks of nothing. */
const STATEMENT_BYTES = 1024;
const BLOCK_BYTES = 512;
export const TAIL_BYTES = BLOCK_BYTES + STATEMENT_BYTES + 2 * BLOCK_BYTES;

/** The last bytes of an archive: the statement as a member of a fixed size, and the end of the file. */
export async function archiveTail(statement: SignedStatement): Promise<Buffer> {
  const text = canonicalJson(statement);
  const packed = pack();
  packed.entry(headOf(members.signature), Buffer.from(`${text.padEnd(STATEMENT_BYTES - 1)}\n`));
  packed.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packed as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads such an end; undefined where a single byte of it is not as it was written. */
export async function statementIn(tail: Buffer): Promise<SignedStatement | undefined> {
  try {
    const text = tail.subarray(BLOCK_BYTES, BLOCK_BYTES + STATEMENT_BYTES).toString();
    const statement = JSON.parse(text) as SignedStatement;
    // A signature can be spelled in several ways; one of them is ours.
    const isOurs = Buffer.from(statement.signature, 'base64').toString('base64') === statement.signature;
    return isOurs && (await archiveTail(statement)).equals(tail) ? statement : undefined;
  } catch {
    return undefined;
  }
}

/** How every member is headed: nothing of the machine that made the archive stands in it. */
export const headOf = (name: string) => ({ name, mode: 0o644, mtime: new Date(0), uname: '', gname: '' });

/** A public key as it is written in an archive; undefined where that is none, or none of this kind. */
export function publicKeyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
