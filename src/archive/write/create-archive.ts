import { createWriteStream, fsync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { genesis } from '../../audit/chain/chain-link.ts';
import { hashOfLink, linksWithin } from '../../db/audit/read-for-archive.ts';
import { addDays, startOfDay } from '../../domain/time/civil-day.ts';
import type { ArchiveDependencies, ArchiveRequest, ArchiveSources } from '../archive-request.ts';
import { FORMAT, FORMAT_VERSION, type Manifest } from '../manifest.ts';
import { archiveTail, type SignedStatement, signed } from '../signed-statement.ts';
import { type Counts, writeMembers } from './members.ts';
import type { OpenSpoolFile } from './spool-file.ts';
import { archiveWriter } from './tar-writer.ts';

export type CreatedArchive = Counts & { manifest: Manifest; statement: SignedStatement };

/** The manifest of an archive; undefined if nothing was recorded in its days. */
export async function manifestOf(request: ArchiveRequest, making: ArchiveSources): Promise<Manifest | undefined> {
  const { accountId, test, from, to, zone } = request;
  const span = await linksWithin(making.ask, request, {
    start: startOfDay(from, zone),
    end: startOfDay(addDays(to, 1), zone),
  });
  if (!span) return undefined;
  const before = await hashOfLink(making.ask, request, span.first - 1);
  return {
    ...{ format: FORMAT, version: FORMAT_VERSION, id: request.id, account: accountId, name: request.name },
    ...{ mode: test ? 'test' : 'live', from, to, zone, madeAt: request.now, software: request.software },
    ...{ firstSeq: span.first, lastSeq: span.last },
    before: (before ?? genesis(accountId, test)).toString('hex'),
  };
}

/**
 * Writes an archive to `out`, ends it, and returns its contents. `open` creates temporary files for
 * lists.
 */
export async function writeArchive(
  out: Writable,
  options: { open: OpenSpoolFile; manifest: Manifest; asked: ArchiveRequest; making: ArchiveSources },
): Promise<CreatedArchive> {
  const { open, manifest, making } = options;
  out.on('error', () => {});
  const writer = archiveWriter(out, open);
  try {
    const counts = await writeMembers(writer, options);
    const { sha256, bytes } = await writer.finish();
    const { id, account, mode, from, to, madeAt } = manifest;
    const statement = signed({ id, account, mode, from, to, madeAt, bytes, sha256 }, making.signer);
    out.end(await archiveTail(statement));
    await finished(out);
    return { ...counts, manifest, statement };
  } catch (error) {
    // Whatever fails after `out` did follows from it.
    throw out.errored ?? error;
  } finally {
    writer.drop();
  }
}

/**
 * Writes the archive of a period to a temporary file beside `path`, and returns its contents;
 * undefined if nothing was recorded. `keep` renames the file once its hash is in the audit chain;
 * `drop` deletes it after a failure.
 */
export async function createArchive(
  path: string,
  request: ArchiveRequest,
  making: ArchiveDependencies,
): Promise<{ made: CreatedArchive; keep: () => Promise<void>; drop: () => Promise<void> } | undefined> {
  const manifest = await manifestOf(request, making);
  if (!manifest) return undefined;
  const whole = resolve(path);
  const { reach } = making;
  const folder = reach(() => {
    mkdirSync(dirname(whole), { recursive: true });
    return mkdtempSync(join(dirname(whole), `.${basename(whole)}-`));
  });
  const open = (name: string): number => reach(() => openSync(join(folder, name), 'wx+', 0o600));
  const drop = async (): Promise<void> => reach(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const made = await writtenToFile({ open, manifest, asked: request, making });
    const keep = async (): Promise<void> => {
      reach(() => renameSync(join(folder, PART), whole));
      await drop();
    };
    return { made, keep, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

const PART = 'archive.tar';

/**
 * Writes the file and syncs it to disk, because a file whose hash is in the audit chain must
 * survive a power loss.
 */
async function writtenToFile(options: Parameters<typeof writeArchive>[1]): Promise<CreatedArchive> {
  const fd = options.open(PART);
  const out = createWriteStream('', { fd, autoClose: false });
  try {
    const made = await writeArchive(out, options);
    await promisify(fsync)(fd);
    return made;
  } finally {
    // This also closes the file.
    out.destroy();
  }
}
