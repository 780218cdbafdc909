import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { addDays, startOfDay } from '../domain/time/civil-day.ts';
import { genesis } from '../seal/chain-link.ts';
import { hashOfLink, linksWithin } from '../store/proof/archived.ts';
import type { ArchiveAsked, MakingArchive } from './archive-asked.ts';
import { FORMAT, FORMAT_VERSION, type Manifest } from './manifest.ts';
import { type SignedStatement, signed, tailOf } from './statement.ts';
import { archiveWriter } from './write-archive.ts';
import { type Counts, writeMembers } from './write-members.ts';

export type MadeArchive = Counts & { manifest: Manifest; statement: SignedStatement };

/**
 * Writes the archive of a period beside `path`, and gives what is in it; undefined where nothing was recorded. The file takes
 * its name only by `keep`, once the audit chain holds its hash: what is left of one that failed is deleted by `drop`.
 */
export async function makeArchive(
  path: string,
  asked: ArchiveAsked,
  making: MakingArchive,
): Promise<{ made: MadeArchive; keep: () => Promise<void>; drop: () => Promise<void> } | undefined> {
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
  await mkdir(dirname(whole), { recursive: true });
  const folder = await mkdtemp(join(dirname(whole), `.${basename(whole)}-`));
  const part = join(folder, 'archive.tar');
  const drop = () => rm(folder, { recursive: true, force: true });
  try {
    const made = await written(part, { folder, manifest, asked, making });
    const keep = async (): Promise<void> => {
      await rename(part, whole);
      await drop();
    };
    return { made, keep, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function written(
  part: string,
  given: { folder: string; manifest: Manifest; asked: ArchiveAsked; making: MakingArchive },
): Promise<MadeArchive> {
  const { folder, manifest, asked, making } = given;
  const out = createWriteStream(part, { mode: 0o600 });
  try {
    const writer = await archiveWriter(out, folder);
    const counts = await writeMembers(writer, { folder, manifest, asked, making });
    const { sha256, bytes } = await writer.finish();
    const { id, account, mode, from, to, madeAt } = manifest;
    const statement = signed({ id, account, mode, from, to, madeAt, bytes, sha256 }, making.signer);
    out.end(await tailOf(statement));
    await finished(out);
    await onDisk(part);
    return { ...counts, manifest, statement };
  } catch (error) {
    out.destroy();
    throw error;
  }
}

/** A file whose hash the audit chain holds must outlive a loss of power. */
async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
