import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BatchDeletion } from '../delete-in-batches.ts';
import { ObjectDamaged, type ObjectStore, ObjectStoreUnreachable } from '../object-storage/object-store.ts';
import { sql, type Tx } from '../transaction.ts';

const KEEP = sql`
  insert into billing.file (account_id, sha256, bytes, size, created_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, sha256) do nothing returning 1 as inserted`;
const STAYS = sql`delete from billing.forgotten_object where account_id = $1 and sha256 = $2 returning 1 as stays`;
const ATTACH = sql`
  insert into billing.attachment (account_id, document_id, id, test, sha256) values ($1, $2, $3, $4, $5)`;
const DETACH = sql`delete from billing.attachment where account_id = $1 and document_id = $2 and id = $3`;
const ATTACHED = sql`
  select f.sha256, f.bytes from billing.attachment a
  join billing.file f on f.account_id = $1 and f.sha256 = a.sha256
  where a.account_id = $1 and a.document_id = $2 and a.id = $3`;

/** Bytes to store. `sent`: they are already in the object store, written before the transaction. */
export type NewFile = { sha256: Buffer; bytes: Buffer; now: number; sent?: boolean | undefined };
/** A stored file. Without bytes, they are in the object store. */
export type KeptFile = { sha256: Buffer; bytes: Buffer | null };

/**
 * Stores bytes under their hash; equal bytes are stored once. With an object store they are written
 * there before the commit, so that no row lacks its bytes; otherwise they are stored in PostgreSQL.
 */
export async function storeFile(tx: Tx, objects: ObjectStore | undefined, file: NewFile): Promise<void> {
  const { sha256, bytes, now, sent } = file;
  const { accountId } = tx;
  if (!objects) return tx.write(KEEP, [accountId, sha256, bytes, bytes.length, now]);
  const inserted = await tx.read(KEEP, [accountId, sha256, null, bytes.length, now]);
  if (inserted.length === 0) return;
  // Waits for a running deletion of the object; from here on none can start.
  await tx.read(STAYS, [accountId, sha256]);
  const name = { accountId, sha256 };
  if (!sent || !(await objects.has(name, bytes.length))) await objects.put(name, bytes);
}

/**
 * A stored file does not match its hash or is missing: it was tampered with and is not handed out.
 */
export class FileAltered extends Error {
  readonly sha256: string;
  constructor(sha256: Buffer, options?: ErrorOptions) {
    super(`the bytes kept as ${sha256.toString('hex')} are not those that were kept`, options);
    this.sha256 = sha256.toString('hex');
  }
}

/**
 * The bytes of a stored file, checked against their hash (`FileAltered`). If they are in the
 * object store this waits for it, so avoid calling it inside a transaction.
 */
export async function bytesOf(
  { objects, accountId }: { objects?: ObjectStore | undefined; accountId: string },
  { sha256, bytes }: KeptFile,
): Promise<Buffer> {
  if (bytes && !createHash('sha256').update(bytes).digest().equals(sha256)) throw new FileAltered(sha256);
  if (bytes) return bytes;
  if (!objects) throw new ObjectStoreUnreachable('files are kept in an object store, and FILES_URL does not say where');
  try {
    return await objects.get({ accountId, sha256 });
  } catch (error) {
    throw error instanceof ObjectDamaged ? new FileAltered(sha256, { cause: error }) : error;
  }
}

/** Attaches a file to a document. `test` is the document's mode. */
export async function attachFile(
  tx: Tx,
  objects: ObjectStore | undefined,
  { documentId, id, test, ...file }: NewFile & { documentId: string; id: string; test: boolean },
): Promise<void> {
  await storeFile(tx, objects, file);
  tx.write(ATTACH, [tx.accountId, documentId, id, test, file.sha256]);
}

export const detachFile = (tx: Tx, documentId: string, id: string): void =>
  tx.write(DETACH, [tx.accountId, documentId, id]);

/** An attachment of a document by its ID; undefined if there is none. */
export async function attachedFile(tx: Tx, documentId: string, id: string): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(ATTACHED, [tx.accountId, documentId, id]);
  return row;
}

const ATTACHED_ALL = sql`
  select a.id, f.sha256, f.bytes from billing.attachment a
  join billing.file f on f.account_id = $1 and f.sha256 = a.sha256
  where a.account_id = $1 and a.document_id = $2 and a.id = any ($3::uuid[])`;

/** Attachments of a document by their IDs. */
export const attachedFiles = (tx: Tx, documentId: string, ids: readonly string[]): Promise<AttachedFile[]> =>
  tx.read<AttachedFile>(ATTACHED_ALL, [tx.accountId, documentId, ids]);
export type AttachedFile = KeptFile & { id: string };

/** Formats a document can be rendered to. */
export type RenderingFormat = 'pdf' | 'facturx' | 'cii' | 'ubl';
/** The formats of stored files: renderings, and the sealed PDF of an electronic signature. */
export type KeptFormat = RenderingFormat | 'signed';
/** `canceled`: rendered after the cancellation, which the PDF then shows. */
export type Rendering = { documentId: string; format: KeptFormat; locale: string; canceled: boolean };

const RENDERED = sql`
  select f.bytes, f.sha256 from billing.rendering r
  join billing.file f on f.account_id = $1 and f.sha256 = r.sha256
  where r.account_id = $1 and r.document_id = $2 and r.format = $3 and r.locale = $4
    and r.canceled = $5`;
const SIGNED = sql`
  select f.bytes, f.sha256 from billing.rendering r
  join billing.file f on f.account_id = $1 and f.sha256 = r.sha256
  where r.account_id = $1 and r.document_id = $2 and r.format = 'signed' order by r.created_at desc limit 1`;
const RENDER = sql`
  insert into billing.rendering (account_id, document_id, format, locale, canceled, test, sha256, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** A stored rendering of a finalized document; undefined if there is none yet. */
export async function findRendering(
  tx: Tx,
  { documentId, format, locale, canceled }: Rendering,
): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(RENDERED, [tx.accountId, documentId, format, locale, canceled]);
  return row;
}

/**
 * The file of an electronically signed document, in the language of the signature; undefined if
 * not signed.
 */
export async function findSigned(tx: Tx, documentId: string): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(SIGNED, [tx.accountId, documentId]);
  return row;
}

/**
 * Stores a rendering of a finalized document permanently. The document must be locked, so that it
 * is rendered once.
 */
export async function insertRendering(
  tx: Tx,
  objects: ObjectStore | undefined,
  { documentId, format, locale, canceled, test, ...file }: Rendering & NewFile & { test: boolean },
): Promise<void> {
  await storeFile(tx, objects, file);
  tx.write(RENDER, [tx.accountId, documentId, format, locale, canceled, test, file.sha256, file.now]);
}

/** Seconds an unreferenced file is kept. */
const FORGOTTEN_AFTER_SECONDS = 86_400;

/**
 * Files checked per statement; pause in milliseconds between two statements, and its ratio to the
 * duration of the last: the cleanup takes at most a tenth of one database core.
 */
const LOOKED_AT_ONCE = 2_000;
const PAUSE_MS = 20;
const PAUSE_FACTOR = 9;
/** Sorts before every file. */
const NO_FILE = { accountId: '00000000-0000-0000-0000-000000000000', sha256: Buffer.alloc(0) };

/** Deletes unreferenced bytes, going through all files in batches until the process ends. */
export async function deleteUnusedFiles({ pool, isEnding = () => false }: BatchDeletion, now: number): Promise<void> {
  for (let past: typeof NO_FILE | undefined = NO_FILE; past && !isEnding(); ) {
    const began = performance.now();
    const { rows }: { rows: (typeof NO_FILE)[] } = await pool.query(
      'select account_id as "accountId", sha256 from billing.forget_files($1, $2, $3, $4)',
      [now - FORGOTTEN_AFTER_SECONDS, past.accountId, past.sha256, LOOKED_AT_ONCE],
    );
    past = rows[0];
    if (past) await wait(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - began)));
  }
}
