import { createPublicKey, type KeyObject } from 'node:crypto';
import { keyIdOf } from '../../audit/keys/public-keys.ts';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportManifest,
  exportMembers,
  isExportSignedBy,
  keyMemberOf,
  recordsMember,
  type SignedExportStatement,
} from './export-format.ts';
import { openZip, type ZipReader, ZipUnreadable } from './zip/zip-reader.ts';

/** Why a file cannot be restored. */
export type RestoreFault =
  | { readonly fault: 'changed'; readonly at: string }
  | { readonly fault: 'newer' | 'older'; readonly software: string }
  | { readonly fault: 'test_mode' | 'not_an_export' }
  | { readonly fault: 'account_exists' | 'account_deleted'; readonly account: string };

/** The file is not restored; nothing was written. */
export class RestoreRefused extends Error {
  readonly reason: RestoreFault;
  constructor(reason: RestoreFault, options?: ErrorOptions) {
    super(`the export is not restored: ${reason.fault}`, options);
    this.reason = reason;
  }
}

/** An export whose every byte was checked. */
export type ReadExport = {
  readonly manifest: ExportManifest;
  readonly statement: SignedExportStatement;
  /** The public keys of the installation that made it, by id. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly zip: ZipReader;
  /** Rows of a table as JSON texts, batch by batch; none if the export lacks the table. */
  readonly rows: (table: string) => AsyncGenerator<string[]>;
};

/** Bytes of the largest manifest: about a million members. */
const MANIFEST_BYTES_MAX = 256 * 1_024 ** 2;
const SMALL_BYTES_MAX = 64 * 1_024;

/**
 * Opens an export and checks it: structure, signature over all bytes, members, format, and that its
 * database was not newer than `schema`, the last migration of this one. Throws `RestoreRefused`.
 */
export async function openExport(
  path: string,
  { schema, onProgress }: { schema: number; onProgress?: (done: number, all: number) => void },
): Promise<ReadExport> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw error instanceof ZipUnreadable ? new RestoreRefused({ fault: 'changed', at: error.at }) : error;
  });
  try {
    return await checked(zip, schema, onProgress);
  } catch (error) {
    await zip.close();
    throw error instanceof ZipUnreadable ? new RestoreRefused({ fault: 'changed', at: error.at }) : error;
  }
}

async function checked(
  zip: ZipReader,
  schema: number,
  onProgress: ((done: number, all: number) => void) | undefined,
): Promise<ReadExport> {
  const names = zip.members.map(({ name }) => name);
  if (names.at(-1) !== exportMembers.signature || names.at(-2) !== exportMembers.manifest)
    throw new RestoreRefused({ fault: 'not_an_export' });
  const statement = parsed<SignedExportStatement>(await zip.whole(exportMembers.signature, SMALL_BYTES_MAX));
  const before = await zip.before(exportMembers.signature, onProgress);
  if (before.sha256 !== statement.sha256 || before.bytes !== statement.bytes) changed(exportMembers.signature);
  const keys = await keysIn(zip, names);
  const key = keys.get(statement.keyId);
  if (!key || !isExportSignedBy(statement, key)) changed(exportMembers.signature);
  const manifest = parsed<ExportManifest>(await zip.whole(exportMembers.manifest, MANIFEST_BYTES_MAX));
  const { format, version, software, mode } = manifest;
  if (format !== EXPORT_FORMAT) throw new RestoreRefused({ fault: 'not_an_export' });
  if (version > EXPORT_VERSION || manifest.schema > schema) throw new RestoreRefused({ fault: 'newer', software });
  if (mode !== 'live') throw new RestoreRefused({ fault: 'test_mode' });
  const listed = [...manifest.members.map(({ name }) => name), exportMembers.manifest, exportMembers.signature];
  if (listed.join('\n') !== names.join('\n')) changed(exportMembers.manifest);
  const rows = (table: string): AsyncGenerator<string[]> => rowsOf(zip, recordsMember(table, 'jsonl'));
  return { manifest, statement, keys, zip, rows };
}

function changed(at: string): never {
  throw new RestoreRefused({ fault: 'changed', at });
}

function parsed<Value>(bytes: Buffer): Value {
  try {
    return JSON.parse(bytes.toString()) as Value;
  } catch (error) {
    throw new RestoreRefused({ fault: 'not_an_export' }, { cause: error });
  }
}

async function keysIn(zip: ZipReader, names: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> {
  const keys = new Map<string, KeyObject>();
  for (const name of names.filter((each) => each.startsWith('keys/'))) {
    const key = publicKeyIn(await zip.whole(name, SMALL_BYTES_MAX));
    if (!key || keyMemberOf(keyIdOf(key)) !== name) changed(name);
    keys.set(keyIdOf(key), key);
  }
  return keys;
}

function publicKeyIn(pem: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Rows, and characters of them, handed over at once. */
const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 4 * 1_024 ** 2;

async function* rowsOf(zip: ZipReader, name: string): AsyncGenerator<string[]> {
  if (!zip.members.some((member) => member.name === name)) return;
  const decoder = new TextDecoder();
  let rest = '';
  let [rows, characters]: [string[], number] = [[], 0];
  for await (const chunk of zip.content(name)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      rows.push(line);
      characters += line.length;
      if (rows.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      yield rows;
      [rows, characters] = [[], 0];
    }
  }
  if (rest !== '') changed(name);
  if (rows.length > 0) yield rows;
}
