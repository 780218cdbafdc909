import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Entry, extract } from 'tar-stream';
import { fingerprintOf } from '../../audit/keys/public-keys.ts';
import type { Manifest } from '../manifest.ts';
import { isReadWhole, members } from '../member-names.ts';
import { isSignedBy, type SignedStatement, statementIn, TAIL_BYTES } from '../signed-statement.ts';
import { type Contents, contentsChecker } from './contents.ts';
import type { Counts } from './context.ts';
import type { ArchiveFinding } from './finding.ts';

export type CheckedArchive = {
  readonly manifest: Manifest | undefined;
  readonly counts: Counts;
  /** Hex SHA-256 of the key that signed it. */
  readonly fingerprint: string | undefined;
  /** Whether the key leads back to a trusted one; undefined if none was given. */
  readonly trusted: boolean | undefined;
  readonly findings: readonly ArchiveFinding[];
};

/**
 * Maximum bytes of a member that is read whole: rendered documents, attachments, parts of the
 * chain. Index files may be longer.
 */
const MEMBER_BYTES_MAX = 256 * 1024 ** 2;

/**
 * Checks an archive on its own: no database, no data folder. Every byte of the file is signed or
 * part of the signature. Memory holds one member at a time, and facts about each document, payment
 * and link.
 */
export async function checkArchive(
  path: string,
  { trust, onProgress }: { trust: readonly string[]; onProgress?: (done: number, all: number) => void },
): Promise<CheckedArchive> {
  const { size } = await stat(path);
  const findings: ArchiveFinding[] = [];
  const contents = contentsChecker();
  const hash = createHash('sha256');
  const bytes = Math.max(size - TAIL_BYTES, 0);
  const tail = await tailIn(path, bytes);
  if (bytes > 0) {
    const handle = await open(path);
    const reading = handle.createReadStream({ end: bytes - 1 });
    let done = 0;
    reading.on('data', (chunk) => {
      hash.update(chunk);
      done += chunk.length;
      onProgress?.(done, size);
    });
    await walk(reading, contents.take).catch((error: Error) => {
      findings.push({ fault: 'archive_unreadable', at: error.message });
    });
    await handle.close().catch(() => {});
  }
  const read = contents.end();
  const statement = await statementIn(tail);
  const whole = { sha256: findings.length > 0 ? undefined : hash.digest('hex'), bytes };
  findings.push(...signatureFindings(statement, read, whole), ...read.findings);
  const key = statement && read.keys.get(statement.keyId);
  const fingerprint = key && fingerprintOf(key);
  const trusted = trust.length === 0 ? undefined : read.trustedFrom(trust).has(fingerprint ?? '');
  if (trusted === false) findings.push({ fault: 'archive_key_untrusted', at: fingerprint ?? '' });
  return { manifest: read.manifest, counts: read.counts, fingerprint, trusted, findings };
}

async function tailIn(path: string, from: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(TAIL_BYTES), position: from });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Reads member by member; lists and the lines of the books are only hashed. */
async function walk(
  reading: NodeJS.ReadableStream,
  take: (member: { name: string; sha256: string; bytes?: Buffer }) => void,
): Promise<void> {
  const tar = extract();
  const flowing = pipeline(reading, tar);
  flowing.catch(() => {});
  for await (const entry of tar) {
    const { name, size = 0, type } = entry.header;
    if (type !== 'file') throw new Error(`${name} is not a file`);
    const isWhole = isReadWhole(name);
    if (isWhole && size > MEMBER_BYTES_MAX) throw new Error(`${name} is too large`);
    take({ name, ...(await read(entry, isWhole)) });
  }
  await flowing;
}

async function read(entry: Entry, isWhole: boolean): Promise<{ sha256: string; bytes?: Buffer }> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (isWhole) chunks.push(chunk);
  }
  return { sha256: hash.digest('hex'), ...(isWhole && { bytes: Buffer.concat(chunks) }) };
}

function signatureFindings(
  statement: SignedStatement | undefined,
  { keys, manifest }: Contents,
  whole: { sha256: string | undefined; bytes: number },
): ArchiveFinding[] {
  if (!statement) return [{ fault: 'archive_end_changed', at: members.signature }];
  const findings: ArchiveFinding[] = [];
  const key = keys.get(statement.keyId);
  if (!key) findings.push({ fault: 'archive_key_missing', at: statement.keyId });
  else if (!isSignedBy(statement, key)) findings.push({ fault: 'archive_signature_invalid', at: members.signature });
  if (statement.sha256 !== whole.sha256 || statement.bytes !== whole.bytes)
    findings.push({ fault: 'archive_changed', at: members.signature });
  if (manifest && !isAbout(statement, manifest))
    findings.push({ fault: 'archive_differs_from_statement', at: members.manifest });
  return findings;
}

const isAbout = (statement: SignedStatement, manifest: Manifest): boolean =>
  (['id', 'account', 'mode', 'from', 'to', 'madeAt'] as const).every(
    (member) => statement[member] === manifest[member],
  );
