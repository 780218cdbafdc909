import { createHash } from 'node:crypto';
import {
  type FinishedExport,
  prepareExport,
  type RequestedExport,
  writeExport,
} from '../../archive/account-export/export-account.ts';
import { ArchiveError } from '../../archive/write/members.ts';
import { FileTooLarge, partWriter } from '../../archive/write/part-writer.ts';
import { recordArchive } from '../../archive/write/period-archive.ts';
import {
  addAccountExportPart,
  beginAccountExport,
  completeAccountExport,
  deleteAccountExportRow,
  failAccountExport,
  isAccountExportAttempt,
  lockAccountExport,
} from '../../db/account/account-exports.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { storedBytes, takeTurn } from '../../db/account/usage.ts';
import { FileAltered, storeFile } from '../../db/billing/stored-files.ts';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import {
  ACCOUNT_EXPORT_BYTES_MAX,
  ACCOUNT_EXPORT_PART_BYTES,
  ACCOUNT_EXPORT_RUNS_MAX,
  ACCOUNT_EXPORT_TRIES_MAX,
  type AccountExportFailure,
  accountExportExpiry,
} from '../../domain/account/account-export.ts';
import { fits } from '../../domain/account/quota.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

/** Bytes of a file and of its parts; tests use smaller ones. */
type ExportSizes = { readonly partBytes: number; readonly bytesMax: number };
const SIZES: ExportSizes = { partBytes: ACCOUNT_EXPORT_PART_BYTES, bytesMax: ACCOUNT_EXPORT_BYTES_MAX };

/** The file cannot be written, for a reason the account is given. */
class GivenUp extends Error {
  readonly failure: AccountExportFailure;
  constructor(failure: AccountExportFailure) {
    super(`the export was given up: ${failure}`);
    this.failure = failure;
  }
}
/** The export was deleted meanwhile, or another process makes it, or this process ends. */
class Stopped extends Error {}

/**
 * Makes the file of an export with the code of `facturier export --all`, and deletes it some days
 * later. Parts are stored while it is written; the state of the export, the entry about its archive
 * and the job are written in one transaction.
 */
export const makeAccountExport = (software: string, sizes: ExportSizes = SIZES): Job => ({
  lane: lanes.account_exports,
  run: async (held, turn) => {
    const requested = await begin(turn.services, held, software);
    if (!requested) return undefined;
    try {
      const { environment } = turn.services;
      if (!environment.proof) throw new Error('this process cannot export accounts');
      const { serving } = environment.proof;
      const onProgress = () => stopIfAsked(turn);
      const period = await prepareExport(turn.services, serving, requested, onProgress);
      const { out, whole } = partWriter((part) => storePart(turn, held, part), sizes);
      const finished = await writeExport(turn.services, serving, { requested, period, out, onProgress });
      await complete(turn, held, { requested, finished, ...whole() });
    } catch (error) {
      if (error instanceof Stopped) return turn.isEnding() ? { nextAt: turn.services.now() } : undefined;
      const failure = failureOf(error, held.tried);
      if (!failure) throw error;
      if (failure === 'not_written' || failure === 'records_altered')
        turn.log.error({ err: error, account: held.accountId, export: held.subjectId }, 'an export was given up');
      await giveUp(turn.services, held, failure);
    }
    return undefined;
  },
});

/**
 * Takes a waiting or interrupted export, or settles the job: nothing is left to do, the time of the
 * file is over, or is not over yet.
 */
const begin = ({ pool, now }: AppServices, held: LeasedJob, software: string): Promise<RequestedExport | undefined> =>
  inTransaction<RequestedExport | undefined>(pool, held, async (tx) => {
    const exported = await lockAccountExport(tx, held.subjectId);
    if (!exported) return { commit: await settleJob(tx, held, {}), answer: undefined };
    if (exported.endedAt !== undefined) {
      const expiresAt = accountExportExpiry(exported.endedAt);
      const isOver = expiresAt <= now();
      if (isOver) deleteAccountExportRow(tx, exported.id);
      return { commit: await settleJob(tx, held, isOver ? {} : { nextAt: expiresAt }), answer: undefined };
    }
    if (held.claim > ACCOUNT_EXPORT_RUNS_MAX) {
      const at = now();
      failAccountExport(tx, exported.id, { failure: 'not_written', now: at });
      return { commit: await settleJob(tx, held, { nextAt: accountExportExpiry(at), fresh: true }), answer: undefined };
    }
    beginAccountExport(tx, exported.id, held.claim);
    const { name, zone } = (await settingsOf(tx)).settings;
    const { id, actor } = exported;
    return {
      commit: true,
      answer: { id, actor, accountId: held.accountId, test: held.test, name, zone, software },
    };
  });

const stopIfAsked = ({ isEnding, signal }: JobContext): void => {
  if (isEnding() || signal.aborted) throw new Stopped();
};

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
    if (!(await isAccountExportAttempt(tx, held.subjectId, held.claim))) throw new Stopped();
    takeTurn(tx, 'files');
    if (!fits(await storedBytes(tx), bytes.length, quotas.storedBytes)) throw new GivenUp('storage_full');
    await storeFile(tx, objects, { sha256, bytes, now: now() });
    addAccountExportPart(tx, held.subjectId, { attempt: held.claim, number, sha256 });
    return { commit: true, answer: undefined };
  });
}

type Written = {
  readonly requested: RequestedExport;
  readonly finished: FinishedExport;
  readonly size: number;
  readonly sha256: string;
};

async function complete(turn: JobContext, held: LeasedJob, written: Written): Promise<void> {
  const { services } = turn;
  const { requested, finished, size, sha256 } = written;
  const { tables, files } = finished.manifest;
  const records = Object.values(tables).reduce((sum, rows) => sum + rows, 0);
  const made = { sha256, records, documents: tables.document ?? 0, files };
  const { id, actor, accountId: account } = requested;
  const isMade = await inTransaction(services.pool, held, async (tx) => {
    if (!(await isAccountExportAttempt(tx, id, held.claim))) return { commit: false, answer: false };
    const now = services.now();
    completeAccountExport(tx, id, { made, size, now });
    if (finished.archived) await recordArchive(tx, services, finished.archived.period, finished.archived.statement);
    const isOurs = await settleJob(tx, held, { nextAt: accountExportExpiry(now), fresh: true });
    return { commit: isOurs, answer: isOurs };
  });
  const operation = 'create-account-export';
  if (isMade) services.environment.securityLog?.({ event: 'export_made', account, actor, operation });
}

/** The reason for which an export is given up; undefined if the job is to be retried. */
function failureOf(error: unknown, tried: number): AccountExportFailure | undefined {
  if (error instanceof GivenUp) return error.failure;
  if (error instanceof FileTooLarge) return 'too_large';
  if (error instanceof ArchiveError || error instanceof FileAltered) return 'records_altered';
  return tried + 1 >= ACCOUNT_EXPORT_TRIES_MAX ? 'not_written' : undefined;
}

const giveUp = ({ pool, now }: AppServices, held: LeasedJob, failure: AccountExportFailure): Promise<void> =>
  inTransaction(pool, held, async (tx) => {
    if (!(await isAccountExportAttempt(tx, held.subjectId, held.claim))) return { commit: false, answer: undefined };
    const at = now();
    failAccountExport(tx, held.subjectId, { failure, now: at });
    return { commit: await settleJob(tx, held, { nextAt: accountExportExpiry(at), fresh: true }), answer: undefined };
  });
