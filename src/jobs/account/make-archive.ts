import { createHash } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CreatedArchive, manifestOf, writeArchive } from '../../archive/write/create-archive.ts';
import { ArchiveError } from '../../archive/write/members.ts';
import { FileTooLarge, partWriter } from '../../archive/write/part-writer.ts';
import { type ArchivedPeriod, onSnapshot, recordArchive, renderPeriod } from '../../archive/write/period-archive.ts';
import type { OpenSpoolFile } from '../../archive/write/spool-file.ts';
import { fingerprintOf } from '../../audit/keys/public-keys.ts';
import {
  addArchivePart,
  beginArchive,
  completeArchive,
  deleteArchiveRow,
  failArchive,
  findArchive,
  isArchiveAttempt,
  lockArchive,
} from '../../db/account/archives.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { storedBytes, takeTurn } from '../../db/account/usage.ts';
import { bytesOf, FileAltered, storeFile } from '../../db/billing/stored-files.ts';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import {
  ARCHIVE_BYTES_MAX,
  ARCHIVE_PART_BYTES,
  ARCHIVE_RUNS_MAX,
  ARCHIVE_TRIES_MAX,
  type ArchiveFailure,
  archiveExpiry,
} from '../../domain/account/archive.ts';
import { fits } from '../../domain/account/quota.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import { archiveToJson } from '../../schemas/account/archive.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import { closeBooks } from '../../services/account/close-books.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { publishEvent } from '../../services/events/publish-event.ts';

/** Bytes of a file and of its parts; tests use smaller ones. */
type ArchiveSizes = { readonly partBytes: number; readonly bytesMax: number };
const SIZES: ArchiveSizes = { partBytes: ARCHIVE_PART_BYTES, bytesMax: ARCHIVE_BYTES_MAX };

/** The file cannot be written, for a reason the account is given. */
class GivenUp extends Error {
  readonly failure: ArchiveFailure;
  constructor(failure: ArchiveFailure) {
    super(`the archive was given up: ${failure}`);
    this.failure = failure;
  }
}
/** The archive was deleted meanwhile, or another process makes it, or this process ends. */
class Stopped extends Error {}

/** A found archive, and the settings its days depend on. */
type Begun = { readonly id: string; readonly period: ArchivedPeriod; readonly name: string };

/**
 * Makes the file of an archive with the code of `facturier archive`, and deletes it some days
 * later. Parts are stored while it is written; the entry in the audit chain, the state of the
 * archive and the job are written in one transaction, so an archive is recorded exactly once.
 */
export const makeArchive = (software: string, sizes: ArchiveSizes = SIZES): Job => ({
  lane: lanes.archives,
  run: async (held, turn) => {
    const begun = await begin(turn.services, held);
    if (!begun) return undefined;
    try {
      await closePeriods(turn, held, begun.period.actor);
      const { environment } = turn.services;
      if (!environment.proof) throw new Error('this process cannot make archives');
      await renderPeriod(turn.services, environment.proof.serving, begun.period, () => stopIfAsked(turn));
      const written = await write(turn, held, begun, { software, sizes });
      await complete(turn, held, begun, written);
    } catch (error) {
      if (error instanceof Stopped) return turn.isEnding() ? { nextAt: turn.services.now() } : undefined;
      const failure = failureOf(error, held.tried);
      if (!failure) throw error;
      if (failure === 'not_written' || failure === 'records_altered')
        turn.log.error({ err: error, account: held.accountId, archive: held.subjectId }, 'an archive was given up');
      await giveUp(turn.services, held, failure);
    }
    return undefined;
  },
});

/**
 * Takes a waiting or interrupted archive, or settles the job: nothing is left to do, the time of
 * the file is over, or is not over yet.
 */
const begin = ({ pool, now }: AppServices, held: LeasedJob): Promise<Begun | undefined> =>
  inTransaction<Begun | undefined>(pool, held, async (tx) => {
    const archive = await lockArchive(tx, held.subjectId);
    if (!archive) return { commit: await settleJob(tx, held, {}), answer: undefined };
    if (archive.endedAt !== undefined) {
      const expiresAt = archiveExpiry(archive.endedAt);
      const isOver = expiresAt <= now();
      if (isOver) deleteArchiveRow(tx, archive.id);
      return { commit: await settleJob(tx, held, isOver ? {} : { nextAt: expiresAt }), answer: undefined };
    }
    if (held.claim > ARCHIVE_RUNS_MAX) {
      const at = now();
      failArchive(tx, archive.id, { failure: 'not_written', now: at });
      return { commit: await settleJob(tx, held, { nextAt: archiveExpiry(at), fresh: true }), answer: undefined };
    }
    beginArchive(tx, archive.id, held.claim);
    const { settings } = await settingsOf(tx);
    const { id, from, to, actor } = archive;
    const period = { accountId: held.accountId, test: held.test, from, to, zone: settings.zone, actor };
    return { commit: true, answer: { id, period, name: settings.name } };
  });

/** Closes finished periods first, so that their closures are in the archive. */
async function closePeriods(turn: JobContext, held: LeasedJob, actor: string): Promise<void> {
  const { pool, environment, now, newId } = turn.services;
  for (let more = true; more; ) {
    stopIfAsked(turn);
    more = await inTransaction(pool, held, async (tx) => {
      const context = { tx, ...(await clockIn(now, tx, held.test)), newId, seal: environment.seal, actor };
      return { commit: true, answer: (await closeBooks(context, held.test)).more };
    });
  }
}

const stopIfAsked = ({ isEnding, signal }: JobContext): void => {
  if (isEnding() || signal.aborted) throw new Stopped();
};

type Written = { readonly made: CreatedArchive; readonly size: number; readonly sha256: string };

async function write(
  turn: JobContext,
  held: LeasedJob,
  { id, period, name }: Begun,
  { software, sizes }: { software: string; sizes: ArchiveSizes },
): Promise<Written> {
  const { services } = turn;
  const { environment } = services;
  const { proof, objects, seal } = environment;
  const { accountId } = held;
  if (!proof) throw new Error('this process cannot make archives');
  const { keys } = await proof.known();
  const { out, whole } = partWriter((part) => storePart(turn, held, part), sizes);
  const asked = { ...period, id, name, now: services.now(), software };
  const made = await onSnapshot(proof.serving, accountId, async (ask) => {
    const making = {
      ...{ ask, keys, signer: seal.signer(undefined) },
      bytesOf: (file: Parameters<typeof bytesOf>[1]) => bytesOf({ objects, accountId }, file),
    };
    const manifest = await manifestOf(asked, making);
    if (!manifest) throw new GivenUp('nothing_recorded');
    return withSpoolFiles((open) => writeArchive(out, { open, manifest, asked, making }));
  });
  return { made, ...whole() };
}

/** Stores a part of the file if this attempt still writes it and the account has room for it. */
async function storePart(
  turn: JobContext,
  held: LeasedJob,
  { number, bytes }: { number: number; bytes: Buffer },
): Promise<void> {
  stopIfAsked(turn);
  const { pool, environment, now } = turn.services;
  const { objects, quotas } = environment;
  const sha256 = createHash('sha256').update(bytes).digest();
  await inTransaction(pool, held, async (tx: Tx) => {
    if (!(await isArchiveAttempt(tx, held.subjectId, held.claim))) throw new Stopped();
    takeTurn(tx, 'files');
    if (!fits(await storedBytes(tx), bytes.length, quotas.storedBytes)) throw new GivenUp('storage_full');
    await storeFile(tx, objects, { sha256, bytes, now: now() });
    addArchivePart(tx, held.subjectId, { attempt: held.claim, number, sha256 });
    return { commit: true, answer: undefined };
  });
}

/** Temporary files that vanish with the process: each is unlinked as soon as it is open. */
async function withSpoolFiles<T>(work: (open: OpenSpoolFile) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'facturier-archive-'));
  const open = (name: string): number => {
    const path = join(folder, name);
    const fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return fd;
  };
  try {
    return await work(open);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function complete(turn: JobContext, held: LeasedJob, { id, period }: Begun, written: Written): Promise<void> {
  const { services } = turn;
  const { made, size, sha256 } = written;
  const { statement, links, documents, payments, closures, bookClosings, files } = made;
  const key = (await services.environment.proof?.known())?.keys.get(statement.keyId);
  if (!key) throw new Error(`the public key ${statement.keyId} is missing`);
  const contents = {
    ...{ sha256, signedSha256: statement.sha256, fingerprint: fingerprintOf(key) },
    ...{ links, documents, payments, closures, bookClosings, files },
  };
  const isMade = await inTransaction(services.pool, held, async (tx) => {
    if (!(await isArchiveAttempt(tx, id, held.claim))) return { commit: false, answer: false };
    const now = services.now();
    completeArchive(tx, id, { made: contents, size, now });
    await recordArchive(tx, services, period, statement);
    await announce(services, tx, id);
    const isOurs = await settleJob(tx, held, { nextAt: archiveExpiry(now), fresh: true });
    return { commit: isOurs, answer: isOurs };
  });
  const { accountId: account, actor } = period;
  if (isMade) services.environment.securityLog?.({ event: 'archive_made', account, actor });
}

/** The event of a finished archive, with the archive as in API responses. */
async function announce({ now, newId }: AppServices, tx: Tx, id: string): Promise<void> {
  const archive = await findArchive(tx, id);
  if (!archive) throw new Error(`the archive ${id} is missing`);
  const clock = await clockIn(now, tx, tx.test);
  const subject = { type: 'archive.created', subjectId: id, test: tx.test } as const;
  publishEvent({ tx, ...clock, newId }, subject, { archive: archiveToJson(archive, 'fr') });
}

/** The reason for which an archive is given up; undefined if the job is to be retried. */
function failureOf(error: unknown, tried: number): ArchiveFailure | undefined {
  if (error instanceof GivenUp) return error.failure;
  if (error instanceof FileTooLarge) return 'too_large';
  if (error instanceof ArchiveError || error instanceof FileAltered) return 'records_altered';
  return tried + 1 >= ARCHIVE_TRIES_MAX ? 'not_written' : undefined;
}

const giveUp = ({ pool, now }: AppServices, held: LeasedJob, failure: ArchiveFailure): Promise<void> =>
  inTransaction(pool, held, async (tx) => {
    if (!(await isArchiveAttempt(tx, held.subjectId, held.claim))) return { commit: false, answer: undefined };
    const at = now();
    failArchive(tx, held.subjectId, { failure, now: at });
    return { commit: await settleJob(tx, held, { nextAt: archiveExpiry(at), fresh: true }), answer: undefined };
  });
