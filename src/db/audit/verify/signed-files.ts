import { checkPdfSeal } from '../../../audit/pdf-seal/verify-pdf-seal.ts';
import { bytesOf, FileAltered } from '../../billing/stored-files.ts';
import { type ObjectStore, ObjectStoreUnreachable } from '../../object-storage/object-store.ts';
import { sql } from '../../transaction.ts';
import type { VerifyScope } from './stored-state.ts';

/** Signed files held in memory at a time. */
const FILES_AT_ONCE = 5;

const SIGNED = sql`
  select d.number, r.document_id as id, f.bytes, f.sha256 from billing.rendering r
  join billing.file f on f.account_id = $1 and f.sha256 = r.sha256
  left join billing.document d on d.account_id = $1 and d.id = r.document_id
  where r.account_id = $1 and r.test = $2 and r.format = 'signed' and ($3::uuid is null or r.document_id > $3)
  order by r.document_id limit ${String(FILES_AT_ONCE)}`;
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
    if (rows.length < FILES_AT_ONCE) return;
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
