import type pg from 'pg';
import { sql, type Tx } from './transaction.ts';

const KEEP = sql`
  insert into billing.file (account_id, sha256, bytes, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, sha256) do nothing`;
const ATTACH = sql`
  insert into billing.attachment (account_id, document_id, id, test, sha256) values ($1, $2, $3, $4, $5)`;
const DETACH = sql`delete from billing.attachment where account_id = $1 and document_id = $2 and id = $3`;
const ATTACHED = sql`
  select a.id, f.bytes from billing.attachment a
  join billing.file f on f.account_id = a.account_id and f.sha256 = a.sha256
  where a.account_id = $1 and a.document_id = $2 and ($3::uuid is null or a.id = $3)`;

/** Keeps bytes under their hash, once however often they come. */
export const keepFile = (tx: Tx, { sha256, bytes, now }: { sha256: Buffer; bytes: Buffer; now: number }): void =>
  tx.write(KEEP, [tx.accountId, sha256, bytes, now]);

/** Attaches a file to a document. `test` is the document's own. */
export function attachFile(
  tx: Tx,
  { documentId, id, test }: { documentId: string; id: string; test: boolean },
  file: { sha256: Buffer; bytes: Buffer; now: number },
): void {
  keepFile(tx, file);
  tx.write(ATTACH, [tx.accountId, documentId, id, test, file.sha256]);
}

export const detachFile = (tx: Tx, documentId: string, id: string): void =>
  tx.write(DETACH, [tx.accountId, documentId, id]);

/** The bytes of what is attached to a document, by the attachment's id: all of it, or one. */
export async function attachedFiles(tx: Tx, documentId: string, id?: string): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await tx.read<{ id: string; bytes: Buffer }>(ATTACHED, [tx.accountId, documentId, id ?? null]);
  return new Map(rows.map((row) => [row.id, row.bytes]));
}

export type RenderingFormat = 'pdf' | 'facturx' | 'cii' | 'ubl';
/** `canceled`: rendered after the document was canceled, which the paper then says. */
export type Rendering = { documentId: string; format: RenderingFormat; locale: string; canceled: boolean };

const RENDERED = sql`
  select f.bytes, f.sha256 from billing.rendering r
  join billing.file f on f.account_id = r.account_id and f.sha256 = r.sha256
  where r.account_id = $1 and r.document_id = $2 and r.format = $3 and r.locale = $4
    and r.canceled = $5`;
const RENDER = sql`
  insert into billing.rendering (account_id, document_id, format, locale, canceled, test, sha256, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** The bytes a finalized document was rendered to before; undefined where it was not yet. */
export async function findRendering(
  tx: Tx,
  { documentId, format, locale, canceled }: Rendering,
): Promise<Buffer | undefined> {
  const [row] = await tx.read<{ bytes: Buffer }>(RENDERED, [tx.accountId, documentId, format, locale, canceled]);
  return row?.bytes;
}

/** Keeps what a finalized document was rendered to, for good. The document must be locked: it happens once. */
export function keepRendering(
  tx: Tx,
  { documentId, format, locale, canceled }: Rendering,
  { sha256, bytes, test, now }: { sha256: Buffer; bytes: Buffer; test: boolean; now: number },
): void {
  keepFile(tx, { sha256, bytes, now });
  tx.write(RENDER, [tx.accountId, documentId, format, locale, canceled, test, sha256, now]);
}

const NOTE_DOWNLOAD = sql`
  update billing.document set life = (life::jsonb || jsonb_build_object('lastDownloadAt', $3::bigint))::text
  where account_id = $1 and id = $2`;

/** Notes when a document was last downloaded. Nobody's view of it grows stale by that: its version stays. */
export const noteDownload = (tx: Tx, documentId: string, now: number): void =>
  tx.write(NOTE_DOWNLOAD, [tx.accountId, documentId, now]);

/** Seconds a file is kept that nobody refers to. */
const FORGOTTEN_AFTER_SECONDS = 86_400;

/** Deletes the bytes nobody refers to any more. */
export async function forgetFiles(pool: Pick<pg.Pool, 'query'>, now: number): Promise<void> {
  await pool.query('select billing.forget_files($1)', [now - FORGOTTEN_AFTER_SECONDS]);
}
