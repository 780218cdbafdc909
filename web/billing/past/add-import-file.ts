import type { Answer } from '../../client/call.ts';
import { send } from '../../client/send.ts';

/** Bytes of one request to the service, as its files have. */
export const FILE_BYTES_MAX = 8 * 1_048_576;
/** Files of one import. */
export const IMPORT_FILES_MAX = 1_000;

/** Sends the bytes of a file to an open import, and returns what was read in it. */
export async function addImportFile(
  importId: string,
  file: File,
  idempotencyKey: string,
): Promise<Answer<'add-import-file'>> {
  const answer = await send({
    method: 'POST',
    path: `/v2/imports/${encodeURIComponent(importId)}/files`,
    query: { name: file.name },
    body: file,
    headers: { 'idempotency-key': idempotencyKey },
  });
  return (await answer.json()) as Answer<'add-import-file'>;
}
