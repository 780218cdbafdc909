import { createHash } from 'node:crypto';
import { settingsOf } from '../../../db/account/settings.ts';
import { storedBytes, takeTurn } from '../../../db/account/usage.ts';
import {
  type FileReading,
  filesOfImport,
  findImport,
  insertImportFiles,
  lockImport,
  type StoredImportFile,
} from '../../../db/billing/past/imports.ts';
import { storeFile } from '../../../db/billing/stored-files.ts';
import { fits } from '../../../domain/account/quota.ts';
import type { ForeignDocument } from '../../../domain/billing/past/foreign-document.ts';
import { sirenOfSiret } from '../../../domain/customers/customer.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { wholeList } from '../../../parsers/json-chunks.ts';
import { parseInWorker } from '../../../parsers/parse-in-worker.ts';
import type { AfterCommitStep, Context, Reply } from '../../context.ts';

/** Files of one import. */
const IMPORT_FILES_MAX = 1_000;
/** Characters of the name of a file. */
export const FILE_NAME_MAX = 255;

type NewFile = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: Buffer;
  readonly reading: FileReading;
};
type AddRefusal = Refused<'import_not_found' | 'import_done' | 'import_full' | 'storage_full'>;
type Own = { readonly siren?: string; readonly vatNumber?: string; readonly name?: string };

/**
 * Reads a file, or the files of a ZIP, and adds them to an open import. Reading takes seconds and
 * happens outside of the transaction, in a worker thread.
 */
export async function addImportFiles<Body>(
  context: Context,
  importId: string,
  { name, bytes, answer }: { name: string; bytes: Buffer; answer: (files: readonly StoredImportFile[]) => Reply<Body> },
): Promise<AfterCommitStep<Reply<Body> | AddRefusal, readonly NewFile[]> | AddRefusal> {
  const found = await findImport(context.tx, importId);
  if (!found) return { refused: 'import_not_found' };
  if (found.state !== 'open') return { refused: 'import_done' };
  const { emitter } = (await settingsOf(context.tx)).settings;
  const own: Own = {
    ...(emitter.siret !== undefined && { siren: sirenOfSiret(emitter.siret) }),
    ...(emitter.vatNumber !== undefined && { vatNumber: emitter.vatNumber }),
    ...(emitter.name !== undefined && { name: emitter.name }),
  };
  return {
    aside: () => readFiles(context, { name, bytes }, own),
    after: async (again, files) => {
      const stored = await storeFiles(again, importId, files);
      return 'refused' in stored ? stored : answer(stored);
    },
  };
}

async function readFiles(
  { accountId, gone }: Context,
  file: { readonly name: string; readonly bytes: Buffer },
  own: Own,
): Promise<readonly NewFile[]> {
  const caller = { accountId, gone };
  const read = async ({ name, bytes }: typeof file): Promise<NewFile> => {
    const found = await parseInWorker('importFile', { file: bytes, name, own }, caller);
    if ('tooCostly' in found) return withReading({ name, bytes }, { fault: 'too_costly' });
    if ('fault' in found) return withReading({ name, bytes }, found);
    return withReading({ name, bytes }, { ...found, documents: await wholeList<ForeignDocument>(found.documents) });
  };
  const whole = await read(file);
  if (!('fault' in whole.reading) || whole.reading.fault !== 'nested_archive') return [whole];
  const zipped = await parseInWorker('zipFile', { file: file.bytes }, caller);
  if (!('files' in zipped)) return [withReading(file, { fault: 'fault' in zipped ? zipped.fault : 'too_costly' })];
  const files: NewFile[] = [];
  // One after the other: the worker threads are shared by the account's requests.
  for (const { name, bytes } of zipped.files) files.push(await read({ name, bytes: Buffer.from(bytes) }));
  return files.filter(({ bytes }) => bytes.length > 0);
}

/** Bytes of what is kept of one file, as JSON. */
const READING_BYTES_MAX = 40 * 1_048_576;

const withReading = ({ name, bytes }: { name: string; bytes: Buffer }, reading: FileReading): NewFile => ({
  // Slashes are replaced, so that the name is not a path.
  name: name.replaceAll(/[\\/]/g, '-').trim().slice(0, FILE_NAME_MAX) || 'fichier',
  ...{ bytes, sha256: createHash('sha256').update(bytes).digest() },
  reading: Buffer.byteLength(JSON.stringify(reading)) > READING_BYTES_MAX ? { fault: 'too_large' } : reading,
});

async function storeFiles(
  { tx, objects, now, newId, quotas }: Context,
  importId: string,
  files: readonly NewFile[],
): Promise<readonly StoredImportFile[] | AddRefusal> {
  takeTurn(tx, 'files');
  const found = await lockImport(tx, importId);
  if (!found) return { refused: 'import_not_found' };
  if (found.state !== 'open') return { refused: 'import_done' };
  const there = new Map((await filesOfImport(tx, importId)).map((file) => [file.sha256, file]));
  const fresh = files.filter(({ sha256 }) => !there.has(sha256.toString('hex')));
  if (there.size + fresh.length > IMPORT_FILES_MAX) return { refused: 'import_full', limit: IMPORT_FILES_MAX };
  const size = fresh.reduce((all, { bytes }) => all + bytes.length, 0);
  if (!fits(await storedBytes(tx), size, quotas.storedBytes))
    return { refused: 'storage_full', limit: quotas.storedBytes };
  const stored = fresh.map(({ name, bytes, sha256, reading }) => ({
    ...{ id: newId(), name, size: bytes.length, sha256: sha256.toString('hex'), reading, choices: {} },
  }));
  for (const { sha256, bytes } of fresh) if (bytes.length > 0) await storeFile(tx, objects, { sha256, bytes, now });
  insertImportFiles(
    tx,
    importId,
    stored.filter(({ size: bytes }) => bytes > 0),
    now,
  );
  const all = new Map([...there, ...stored.map((file) => [file.sha256, file] as const)]);
  return files.map(({ sha256 }) => all.get(sha256.toString('hex')) as StoredImportFile);
}
