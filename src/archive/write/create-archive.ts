import { createWriteStream, fsync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { genesis } from '../../audit/chain/chain-link.ts';
import { hashOfLink, linksWithin } from '../../db/audit/read-for-archive.ts';
import { addDays, startOfDay } from '../../domain/time/civil-day.ts';
import type { ArchiveDependencies, ArchiveRequest } from '../archive-request.ts';
import { FORMAT, FORMAT_VERSION, type Manifest } from '../manifest.ts';
import { archiveTail, type SignedStatement, signed } from '../signed-statement.ts';
import { type Counts, writeMembers } from './members.ts';
import type { OpenSpoolFile } from './spool-file.ts';
import { archiveWriter } from './tar-writer.ts';

export type CreatedArchive = Counts & { manifest: Manifest; statement: SignedStatement };

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
  const { accountId, test, from, to, zone } = request;
  const span = await linksWithin(making.ask, request, {
    start: startOfDay(from, zone),
    end: startOfDay(addDays(to, 1), zone),
  });
  if (!span) return undefined;
  const before = await hashOfLink(making.ask, request, span.first - 1);
  const manifest: Manifest = {
    ...{ format: FORMAT, version: FORMAT_VERSION, id: request.id, account: accountId, name: request.name },
    ...{ mode: test ? 'test' : 'live', from, to, zone, madeAt: request.now, software: request.software },
    ...{ firstSeq: span.first, lastSeq: span.last },
    before: (before ?? genesis(accountId, test)).toString('hex'),
  };
  const whole = resolve(path);
  const { reach } = making;
  const folder = reach(() => {
    mkdirSync(dirname(whole), { recursive: true });
    return mkdtempSync(join(dirname(whole), `.${basename(whole)}-`));
  });
  const open = (name: string): number => reach(() => openSync(join(folder, name), 'wx+', 0o600));
  const drop = async (): Promise<void> => reach(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const made = await written({ open, manifest, asked: request, making });
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
async function written(options: {
  open: OpenSpoolFile;
  manifest: Manifest;
  asked: ArchiveRequest;
  making: ArchiveDependencies;
}): Promise<CreatedArchive> {
  const { open, manifest, making } = options;
  const fd = open(PART);
  const out = createWriteStream('', { fd, autoClose: false });
  try {
    const writer = archiveWriter(out, open);
    const counts = await writeMembers(writer, options);
    const { sha256, bytes } = await writer.finish();
    const { id, account, mode, from, to, madeAt } = manifest;
    const statement = signed({ id, account, mode, from, to, madeAt, bytes, sha256 }, making.signer);
    out.end(await archiveTail(statement));
    await finished(out);
    await promisify(fsync)(fd);
    return { ...counts, manifest, statement };
  } finally {
    // Pending writes fail too, and nothing waits for them. This also closes the file.
    out.on('error', () => {});
    out.destroy();
  }
}
