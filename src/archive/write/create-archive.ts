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
 * Writes the archive of a period beside `path`, and gives what is in it; undefined where nothing was recorded. The file takes
 * its name only by `keep`, once the audit chain holds its hash: what is left of one that failed is deleted by `drop`.
 */
export async function createArchive(
  path: string,
  asked: ArchiveRequest,
  making: ArchiveDependencies,
): Promise<{ made: CreatedArchive; keep: () => Promise<void>; drop: () => Promise<void> } | undefined> {
  const { accountId, test, from, to, zone } = asked;
  const span = await linksWithin(making.ask, asked, {
    start: startOfDay(from, zone),
    end: startOfDay(addDays(to, 1), zone),
  });
  if (!span) return undefined;
  const before = await hashOfLink(making.ask, asked, span.first - 1);
  const manifest: Manifest = {
    ...{ format: FORMAT, version: FORMAT_VERSION, id: asked.id, account: accountId, name: asked.name },
    ...{ mode: test ? 'test' : 'live', from, to, zone, madeAt: asked.now, software: asked.software },
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
    const made = await written({ open, manifest, asked, making });
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

/** Writes it whole, and onto the disk: a file whose hash the audit chain holds must outlive a loss of power. */
async function written(given: {
  open: OpenSpoolFile;
  manifest: Manifest;
  asked: ArchiveRequest;
  making: ArchiveDependencies;
}): Promise<CreatedArchive> {
  const { open, manifest, making } = given;
  const fd = open(PART);
  const out = createWriteStream('', { fd, autoClose: false });
  try {
    const writer = archiveWriter(out, open);
    const counts = await writeMembers(writer, given);
    const { sha256, bytes } = await writer.finish();
    const { id, account, mode, from, to, madeAt } = manifest;
    const statement = signed({ id, account, mode, from, to, madeAt, bytes, sha256 }, making.signer);
    out.end(await archiveTail(statement));
    await finished(out);
    await promisify(fsync)(fd);
    return { ...counts, manifest, statement };
  } finally {
    // What is still on its way fails with it, and nobody waits for that any more. Closes the file too.
    out.on('error', () => {});
    out.destroy();
  }
}
