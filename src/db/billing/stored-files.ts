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

/** Bytes to keep. `sent`: the object store was given them already, before the transaction. */
export type NewFile = { sha256: Buffer; bytes: Buffer; now: number; sent?: boolean | undefined };
/** A file that is kept. Without bytes, the object store has them. */
export type KeptFile = { sha256: Buffer; bytes: Buffer | null };

/**
 * Keeps bytes under their hash, once however often they come: in the object store where there is one, and there before the
 * transaction commits, so that no row is without its bytes; else in PostgreSQL.
 */
export async function storeFile(tx: Tx, objects: ObjectStore | undefined, file: NewFile): Promise<void> {
  const { sha256, bytes, now, sent } = file;
  const { accountId } = tx;
  if (!objects) return tx.write(KEEP, [accountId, sha256, bytes, bytes.length, now]);
  const inserted = await tx.read(KEEP, [accountId, sha256, null, bytes.length, now]);
  if (inserted.length === 0) return;
  // Waits for whoever deletes the object just now; from here on nobody begins to.
  await tx.read(STAYS, [accountId, sha256]);
  const name = { accountId, sha256 };
  if (!sent || !(await objects.has(name, bytes.length))) await objects.put(name, bytes);
}

/** What is kept under a hash has another, or is gone: somebody changed it behind our back, and nobody is to have it. */
export class FileAltered extends Error {
  readonly sha256: string;
  constructor(sha256: Buffer, options?: ErrorOptions) {
    super(`the bytes kept as ${sha256.toString('hex')} are not those that were kept`, options);
    this.sha256 = sha256.toString('hex');
  }
}

/**
 * The bytes of a kept file, held against their hash: others are given to nobody (`FileAltered`). Where they are not at hand
 * the object store is asked, which takes as long as it takes: not within a transaction, unless there is no other way.
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

/** Attaches a file to a document. `test` is the document's own. */
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

/** What is attached to a document under an id; undefined where nothing is. */
export async function attachedFile(tx: Tx, documentId: string, id: string): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(ATTACHED, [tx.accountId, documentId, id]);
  return row;
}

/** What a document can be rendered to. */
export type RenderingFormat = 'pdf' | 'facturx' | 'cii' | 'ubl';
/** The same, and the PDF that was sealed when it was signed electronically. */
export type KeptFormat = RenderingFormat | 'signed';
/** `canceled`: rendered after the document was canceled, which the paper then says. */
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

/** What a finalized document was rendered to before; undefined where it was not yet. */
export async function findRendering(
  tx: Tx,
  { documentId, format, locale, canceled }: Rendering,
): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(RENDERED, [tx.accountId, documentId, format, locale, canceled]);
  return row;
}

/** The file of a document that was signed electronically, in the language it was signed in; undefined where it was not. */
export async function findSigned(tx: Tx, documentId: string): Promise<KeptFile | undefined> {
  const [row] = await tx.read<KeptFile>(SIGNED, [tx.accountId, documentId]);
  return row;
}

/** Keeps what a finalized document was rendered to, for good. The document must be locked: it happens once. */
export async function insertRendering(
  tx: Tx,
  objects: ObjectStore | undefined,
  { documentId, format, locale, canceled, test, ...file }: Rendering & NewFile & { test: boolean },
): Promise<void> {
  await storeFile(tx, objects, file);
  tx.write(RENDER, [tx.accountId, documentId, format, locale, canceled, test, file.sha256, file.now]);
}

/** Seconds a file is kept that nobody refers to. */
const FORGOTTEN_AFTER_SECONDS = 86_400;

/**
 * Files looked at by one statement; milliseconds between two such statements, and how much longer than the last took: however many
 * files there are, the look takes no more than a tenth of one core of the database.
 */
const LOOKED_AT_ONCE = 2_000;
const PAUSE_MS = 20;
const PAUSE_FACTOR = 9;
/** Before every file. */
const NO_FILE = { accountId: '00000000-0000-0000-0000-000000000000', sha256: Buffer.alloc(0) };

/** Deletes the bytes nobody refers to any more, going through all files a batch at a time, until the process ends. */
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
