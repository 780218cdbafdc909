import { checkPdfSeal } from '../../../audit/pdf-seal/verify-pdf-seal.ts';
import type { Attachment } from '../../../domain/billing/document/attachment.ts';
import { bytesOf, FileAltered } from '../../billing/stored-files.ts';
import { ObjectMissing, type ObjectStore, ObjectStoreUnreachable } from '../../object-storage/object-store.ts';
import { type Row, sql } from '../../transaction.ts';
import type { Found } from './finding.ts';
import { lastDigestJoin, ROWS_AT_ONCE } from './last-digests.ts';
import type { VerifyScope } from './stored-state.ts';

// The canonical JSON whose digest the entry of a rendering records: see
// services/billing/files/store-rendering.ts.
const ABOUT = `encode(sha256(convert_to('{"canceled":' || r.canceled || ',"format":' || to_json(r.format) || ',"id":"' ||
  r.document_id || '","locale":' || to_json(r.locale) || ',"sha256":"' || encode(r.sha256, 'hex') || '"}', 'UTF8')), 'hex')`;
// The times of entries never go back, so an entry may be a little later than the event it records.
const DAY_SECONDS = 86_400;
const KEPT = `
  with kept as materialized (
    select r.document_id as id, r.document_id || ' ' || r.format || ' ' || r.locale as at, r.created_at,
      'rendered ' || r.document_id || ' ' || ${ABOUT} as name
    from billing.rendering r where r.account_id = $1 and r.test = $2)`;
const UNRECORDED_RENDERINGS = sql`${KEPT}
  select kept.id, kept.at from kept ${lastDigestJoin('kept.name')}
  where told.name is null or kept.created_at > told.at or kept.created_at < told.at - ${String(DAY_SECONDS)}
  order by kept.id limit ${String(ROWS_AT_ONCE)}`;
const LOST_RENDERINGS = sql`${KEPT}
  select told.seq, split_part(told.name, ' ', 2)::uuid as id, split_part(told.name, ' ', 2) as at from pg_temp.facturier_told told
  where told.test = $2 and told.name >= 'rendered ' and told.name < 'rendered!'
    and not exists (select from kept where kept.name = told.name)
  order by told.seq limit ${String(ROWS_AT_ONCE)}`;
const NUMBERS = sql`select d.id, d.number from billing.document d where d.account_id = $1 and d.id = any($2::uuid[])`;

/** Compares renderings with the entries that recorded them: the bytes, the format and the time. */
export async function verifyRenderings({ ask, account, test, find }: VerifyScope): Promise<void> {
  const untold = await ask(UNRECORDED_RENDERINGS, [account, test]);
  const lost = await ask(LOST_RENDERINGS, [account, test]);
  if (untold.length + lost.length === 0) return;
  const numbered = await ask(NUMBERS, [account, [...untold, ...lost].map(({ id }) => id)]);
  const numbers = new Map(numbered.map(({ id, number }) => [id, number]));
  const numberOf = (id: string) => numbers.get(id) && { number: numbers.get(id) };
  for (const { id, at } of untold) find({ fault: 'rendering_without_link', at, ...numberOf(id) });
  for (const { id, seq, at } of lost) find({ fault: 'rendering_missing', seq, at, ...numberOf(id) });
}

const ATTACHED = sql`
  select document_id, id, encode(sha256, 'hex') as sha256 from billing.attachment
  where account_id = $1 and test = $2 and document_id = any($3::uuid[])`;

/** The attachments named in the canonical text of a finalized document. */
export type Attached = { documentId: string; number: string; attachments: readonly Attachment[] };

/** Compares the attachments of finalized documents with the canonical texts of the documents. */
export async function verifyAttachments(
  { ask, account, test, find }: VerifyScope,
  documents: readonly Attached[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = await ask(ATTACHED, [account, test, documents.map(({ documentId }) => documentId)]);
  const kept = new Map(rows.map(({ document_id, id, sha256 }) => [`${document_id} ${id}`, sha256 as string]));
  for (const { documentId, number, attachments } of documents) {
    for (const { id, sha256 } of attachments) {
      const name = `${documentId} ${id}`;
      if (kept.get(name) !== sha256) find({ fault: 'attachment_differs', number, at: id });
      kept.delete(name);
    }
  }
  const numbers = new Map(documents.map(({ documentId, number }) => [documentId, number]));
  for (const name of kept.keys()) {
    const [documentId = '', at = ''] = name.split(' ');
    const number = numbers.get(documentId);
    find({ fault: 'attachment_differs', at, ...(number && { number }) });
  }
}

/** Files that PostgreSQL hashes per query. */
const FILES_AT_ONCE = 20;
// PostgreSQL hashes the files: they are large, and all files of the account are checked.
const FILES = sql`
  select sha256, encode(sha256, 'hex') as at, bytes is null as elsewhere, sha256(bytes) = sha256 as sound
  from billing.file where account_id = $1 and ($2::bytea is null or sha256 > $2) order by sha256 limit ${String(FILES_AT_ONCE)}`;
const LOST_FILES = sql`
  select distinct encode(used.sha256, 'hex') as at from (
    select sha256 from billing.rendering where account_id = $1 union all
    select sha256 from billing.attachment where account_id = $1 union all
    select sha256 from billing.mail_file where account_id = $1) used
  where not exists (select from billing.file f where f.account_id = $1 and f.sha256 = used.sha256)
  order by at limit ${String(ROWS_AT_ONCE)}`;
const USED_BY = sql`
  select d.number from billing.document d where d.account_id = $1 and d.id in (
    select document_id from billing.rendering where account_id = $1 and sha256 = $2 union
    select document_id from billing.attachment where account_id = $1 and sha256 = $2) order by d.number limit 1`;

/**
 * Compares the bytes of every file of the account with the hash it is stored under, in PostgreSQL
 * and in the object store, and returns the number of files. If the object store is unreachable, one
 * finding reports that none of its files was checked.
 */
export async function keptFiles(
  { ask, account, find }: Omit<VerifyScope, 'test'>,
  { objects, onFile }: { objects: ObjectStore | undefined; onFile: () => void },
): Promise<void> {
  const broken = async (fault: Found['fault'], sha256: Buffer): Promise<void> => {
    const [used] = await ask(USED_BY, [account, sha256]);
    find({ fault, at: sha256.toString('hex'), ...(used?.number && { number: used.number }) });
  };
  for (const { at } of await ask(LOST_FILES, [account])) await broken('file_missing', Buffer.from(at, 'hex'));
  let reachable = true;
  for (let after: Buffer | null = null; ; ) {
    const rows: Row[] = await ask(FILES, [account, after]);
    for (const { sha256, elsewhere, sound } of rows) {
      onFile();
      after = sha256;
      const fault = elsewhere
        ? reachable && (await faultElsewhere(account, sha256, objects))
        : !sound && 'file_altered';
      if (fault) await broken(fault, sha256);
      if (fault === 'files_out_of_reach') reachable = false;
    }
    if (rows.length < FILES_AT_ONCE) return;
  }
}

async function faultElsewhere(accountId: string, sha256: Buffer, objects: ObjectStore | undefined) {
  try {
    await bytesOf({ objects, accountId }, { sha256, bytes: null });
    return undefined;
  } catch (error) {
    if (error instanceof FileAltered) return error.cause instanceof ObjectMissing ? 'file_missing' : 'file_altered';
    if (error instanceof ObjectStoreUnreachable) return 'files_out_of_reach';
    throw error;
  }
}

/** Signed files held in memory at a time. */
const SIGNED_FILES_AT_ONCE = 5;

const SIGNED = sql`
  select d.number, r.document_id as id, f.bytes, f.sha256 from billing.rendering r
  join billing.file f on f.account_id = $1 and f.sha256 = r.sha256
  left join billing.document d on d.account_id = $1 and d.id = r.document_id
  where r.account_id = $1 and r.test = $2 and r.format = 'signed' and ($3::uuid is null or r.document_id > $3)
  order by r.document_id limit ${String(SIGNED_FILES_AT_ONCE)}`;
const CERTIFICATES = sql`select certificate from billing.account_seal where account_id = $1 and test = $2`;

/**
 * Checks the seal of every signed file against the file and the account's certificates. Missing or
 * altered files are reported by the file check.
 */
export async function verifySeals(
  { ask, account, test, find }: VerifyScope,
  objects: ObjectStore | undefined,
): Promise<void> {
  const own = (await ask(CERTIFICATES, [account, test])).map(({ certificate }) => certificate as Buffer);
  for (let after: string | null = null; ; ) {
    const rows = await ask(SIGNED, [account, test, after]);
    for (const { number, id, bytes, sha256 } of rows) {
      after = id;
      const file = await soundOr(() => bytesOf({ objects, accountId: account }, { sha256, bytes }));
      if (!file) continue;
      const { faults, seal, evidence } = await checkPdfSeal(file);
      const where = { at: id as string, ...(number && { number }) };
      if (faults.length > 0 || evidence?.said.document.id !== id) find({ fault: 'signed_file_unsound', ...where });
      if (seal && !own.some((certificate) => certificate.equals(seal.certificate)))
        find({ fault: 'signed_file_by_another', ...where });
    }
    if (rows.length < SIGNED_FILES_AT_ONCE) return;
  }
}

async function soundOr(read: () => Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileAltered || error instanceof ObjectStoreUnreachable) return undefined;
    throw error;
  }
}
