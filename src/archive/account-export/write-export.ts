import type { KeyObject } from 'node:crypto';
import type { Writable } from 'node:stream';
import { canonicalJson } from '../../audit/canonical-json.ts';
import type { Signer } from '../../audit/chain/chain-signer.ts';
import { exportedFile, exportedFiles, exportedLogos } from '../../db/account/export/exported-files.ts';
import { exportedTables } from '../../db/account/export/exported-tables.ts';
import type { QueryFn } from '../../db/audit/verify/finding.ts';
import { FileAltered, type KeptFile } from '../../db/billing/stored-files.ts';
import { sql } from '../../db/sql.ts';
import { ArchiveError } from '../write/members.ts';
import type { OpenSpoolFile } from '../write/spool-file.ts';
import { dataDictionary } from './dictionary.ts';
import {
  archiveMember,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportManifest,
  exportMembers,
  keyMemberOf,
  type SignedExportStatement,
  signedExport,
} from './export-format.ts';
import { exportReadmeEn, exportReadmeFr } from './export-readme.ts';
import { filePaths } from './file-paths.ts';
import { type FilePaths, writeIndexPage } from './index-page.ts';
import { writeRecords } from './write-records.ts';
import { type AddedMember, type ZipWriter, zipWriter } from './zip/zip-writer.ts';

/** The account to export. `schema`: the last migration of its database. */
export type ExportRequest = {
  readonly accountId: string;
  readonly test: boolean;
  readonly id: string;
  readonly name: string;
  readonly now: number;
  readonly software: string;
  readonly schema: number;
};

/** What an export is read from. `ask` reads one snapshot, however long it takes. */
export type ExportSources = {
  readonly ask: QueryFn;
  readonly signer: Signer;
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly bytesOf: (file: KeptFile) => Promise<Buffer>;
  /** Writes the sealed archive of the mode; false if nothing was recorded. */
  readonly writeArchive?: ((out: Writable) => Promise<boolean>) | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
};

export type WrittenExport = {
  readonly manifest: ExportManifest;
  readonly statement: SignedExportStatement;
};

/**
 * Writes everything an account has to `out` as one ZIP file, and ends it: records, files, the page
 * that opens them, the sealed archive. Memory holds a batch of rows, one file, and the paths of all
 * files. Throws `ArchiveError` if a file is missing or was changed.
 */
export async function writeAccountExport(
  out: Writable,
  { open, asked, sources }: { open: OpenSpoolFile; asked: ExportRequest; sources: ExportSources },
): Promise<WrittenExport> {
  out.on('error', () => {});
  const zip = zipWriter(out, open);
  try {
    const manifest = await writeMembers(zip, asked, sources);
    await zip.add(exportMembers.manifest, `${canonicalJson(manifest)}\n`);
    const { id, account, madeAt } = manifest;
    const statement = signedExport({ id, account, madeAt, ...zip.soFar() }, sources.signer);
    await zip.add(exportMembers.signature, `${canonicalJson(statement)}\n`);
    await zip.finish();
    return { manifest, statement };
  } catch (error) {
    // Whatever fails after `out` did follows from it.
    throw out.errored ?? error;
  }
}

async function writeMembers(zip: ZipWriter, asked: ExportRequest, sources: ExportSources): Promise<ExportManifest> {
  const { accountId, id, name, now, software, schema } = asked;
  const facts = { name, account: accountId, mode: asked.test ? 'test' : 'live', madeAt: now, software } as const;
  const members: AddedMember[] = [];
  const add = async (...added: Parameters<ZipWriter['add']>): Promise<void> => {
    members.push(await zip.add(...added));
  };
  await add(exportMembers.readmeFr, exportReadmeFr(facts));
  await add(exportMembers.readmeEn, exportReadmeEn(facts));
  for (const [keyId, key] of sources.keys)
    await add(keyMemberOf(keyId), String(key.export({ type: 'spki', format: 'pem' })));
  const described = await exportedTables(sources.ask);
  const dictionary = dataDictionary(described);
  await add(exportMembers.dictionaryCsv, dictionary.csv);
  await add(exportMembers.dictionaryJson, dictionary.json);
  await add(exportMembers.people, await peopleOf(sources.ask));
  const tables: Record<string, number> = {};
  for (const [done, table] of described.entries()) {
    sources.onProgress?.(done, described.length);
    const { rows, members: records } = await writeRecords(zip, { ask: sources.ask, accountId }, table);
    tables[table.name] = rows;
    members.push(...records);
  }
  const { paths, files } = await writeFiles(zip, asked, { ...sources, members });
  await writeLogos(add, sources.ask, accountId);
  const archives = await writeSealedArchive(zip, asked, { ...sources, members });
  const page = { ask: sources.ask, accountId, facts: { ...facts, tables, archives }, paths };
  members.push(await writeIndexPage(zip, page));
  return {
    ...{ format: EXPORT_FORMAT, version: EXPORT_VERSION, id, ...facts, schema },
    ...{ tables, files, archives, members },
  };
}

const PEOPLE = sql`select person_id, email, name, role, joined_at, left_at from billing.people_of_account()`;

const peopleOf = async (ask: QueryFn): Promise<string> =>
  (await ask(PEOPLE, [])).map((person) => `${JSON.stringify(person)}\n`).join('');

/** Extensions of files that are compressed already. */
const PACKED = /\.(pdf|png|jpe?g|webp|docx|xlsx|odt|ods|zip)$/i;

type Writing = ExportSources & { readonly members: AddedMember[] };

/** Adds every stored file of the account once, checked against its hash. */
async function writeFiles(
  zip: ZipWriter,
  { accountId }: ExportRequest,
  { ask, bytesOf, members, onProgress }: Writing,
): Promise<{ paths: FilePaths; files: number }> {
  const choosePath = filePaths();
  const ofDocument = new Map<string, string[]>();
  const ofDigest = new Map<string, string>();
  for await (const batch of exportedFiles(ask, accountId))
    for (const file of batch) {
      const path = choosePath(file);
      const kept = await exportedFile(ask, accountId, file.sha256);
      if (!kept) throw new ArchiveError(path);
      const bytes = await bytesOf(kept).catch((error: Error) => {
        throw error instanceof FileAltered ? new ArchiveError(path) : error;
      });
      members.push(await zip.add(path, bytes, PACKED.test(path)));
      ofDigest.set(file.sha256.toString('hex'), path);
      for (const name of file.names)
        if (name.of === 'rendering' || name.of === 'attachment')
          ofDocument.set(name.documentId, [...(ofDocument.get(name.documentId) ?? []), path]);
      onProgress?.(ofDigest.size, ofDigest.size + batch.length);
    }
  for (const paths of ofDocument.values()) paths.sort((a, b) => placeOf(a) - placeOf(b));
  return { paths: { ofDocument, ofDigest }, files: ofDigest.size };
}

/** Papers first, then their data, then attachments. */
const placeOf = (path: string): number => (path.startsWith('attachments/') ? 2 : path.endsWith('.xml') ? 1 : 0);

async function writeLogos(
  add: (name: string, content: Buffer) => Promise<void>,
  ask: QueryFn,
  accountId: string,
): Promise<void> {
  for (const { id, format, base64 } of await exportedLogos(ask, accountId))
    await add(`logos/${id}.${format}`, Buffer.from(base64, 'base64'));
}

async function writeSealedArchive(
  zip: ZipWriter,
  { test }: ExportRequest,
  { writeArchive, members }: Writing,
): Promise<string[]> {
  if (!writeArchive) return [];
  const path = archiveMember(test ? 'test' : 'live');
  const member = zip.open(path);
  try {
    if (!(await writeArchive(member.out))) return [];
    members.push(await member.end());
    return [path];
  } finally {
    member.drop();
  }
}
