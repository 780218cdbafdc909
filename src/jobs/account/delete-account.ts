import {
  endErasure,
  erasePerson,
  eraseRows,
  keepRecords,
  lastRecordOn,
  lockDeletion,
} from '../../db/account/deletions.ts';
import { tablesToErase } from '../../db/account/erased-tables.ts';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { membersOf } from '../../db/people/memberships.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { recordsKeptUntil } from '../../domain/account/deletion.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { addDays, type CivilDay } from '../../domain/time/civil-day.ts';
import type { Job, JobContext } from '../../queue/job.ts';
import { endAccess, proveErasure } from '../../services/account/account-deletion.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

/** Rows deleted per transaction: a few hundred milliseconds. Tests use fewer. */
const ROWS_AT_ONCE = 5_000;
/** Seconds until the next try, if a request that was under way has still written something. */
const AGAIN_SECONDS = 60;

/** Another process took the job over, or this one ends: the next run continues. */
class Stopped extends Error {}

type Turn = Pick<JobContext, 'services' | 'isEnding' | 'signal'>;
/** What is to be done next. */
type Step = 'clear' | 'erase' | 'over';

/**
 * Deletes an account whose waiting time is over: ends every access, erases what the law does not
 * keep, and erases the rest after its term. Each step is one transaction and says in the database
 * how far it is, so a killed job continues where it stopped.
 */
export const deleteAccount = (rowsAtOnce = ROWS_AT_ONCE): Job => ({
  lane: lanes.account_deletions,
  run: async (held, turn) => {
    try {
      for (let step = await nextStep(turn, held); step !== 'over'; step = await nextStep(turn, held)) {
        await eraseTables(turn, held, rowsAtOnce);
        if (step === 'clear') await endClearing(turn, held);
        else if (!(await endAccount(turn, held, rowsAtOnce)))
          return { nextAt: turn.services.now() + AGAIN_SECONDS, fresh: true };
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return turn.isEnding() ? { nextAt: turn.services.now() } : undefined;
    }
    return undefined;
  },
});

/** Begins what is due, or settles the job: nothing is left to do, or not yet. */
const nextStep = ({ services }: Turn, held: LeasedJob): Promise<Step> =>
  inTransaction<Step>(services.pool, held, async (tx) => {
    const deletion = await lockDeletion(tx);
    const at = services.now();
    const later = async (nextAt?: number) => ({
      commit: await settleJob(tx, held, nextAt === undefined ? {} : { nextAt, fresh: true }),
      answer: 'over' as const,
    });
    if (!deletion || deletion.state === 'erased') return later();
    if (deletion.state === 'clearing') return { commit: false, answer: 'clear' };
    if (deletion.state === 'erasing') return { commit: false, answer: 'erase' };
    if (deletion.state === 'waiting') {
      if (deletion.dueAt > at) return later(deletion.dueAt);
      await endAccess({ ...services, tx }, deletion);
      return { commit: true, answer: 'clear' };
    }
    const termAt = endOf(deletion.keptUntil as CivilDay);
    if (!deletion.byOperator && termAt > at) return later(termAt);
    await proveErasure({ ...services, tx });
    return { commit: true, answer: 'erase' };
  });

/** The first second after a day, in UTC, as PostgreSQL compares it. */
const endOf = (day: CivilDay): number => Date.parse(`${addDays(day, 1)}T00:00:00Z`) / 1_000;

/**
 * Erases the tables in batches, in rounds: a row that others refer to is erased in the round after
 * them. Ends with the first round that finds nothing.
 */
async function eraseTables({ services, isEnding, signal }: Turn, held: LeasedJob, rowsAtOnce: number): Promise<void> {
  for (let gone = 1; gone > 0; ) {
    gone = 0;
    for (let place = 0; place < tablesToErase.length; ) {
      if (isEnding() || signal.aborted) throw new Stopped();
      const from = place;
      const erased = await inTransaction(services.pool, held, async (tx) => ({
        commit: true,
        answer: await eraseFrom(services, tx, { place: from, most: rowsAtOnce }),
      }));
      gone += erased.gone;
      place = erased.place;
    }
  }
}

/** Erases `most` rows from a place in the list on. Returns where the next batch begins. */
async function eraseFrom(
  services: AppServices,
  tx: Tx,
  { place, most }: { place: number; most: number },
): Promise<{ place: number; gone: number }> {
  let gone = 0;
  let next = place;
  for (let table = tablesToErase[next]; table !== undefined && gone < most; table = tablesToErase[next]) {
    if (table === 'membership') await erasePeople(services, tx);
    gone += await eraseRows(tx, table, most - gone);
    if (gone < most) next += 1;
  }
  return { place: next, gone };
}

/** Members whom no other account names go with the account, before the account forgets them. */
async function erasePeople({ pool }: AppServices, tx: Tx): Promise<void> {
  if ((await lockDeletion(tx))?.state !== 'erasing') return;
  const { accountId } = tx;
  for (const { personId } of await membersOf(tx))
    await inTransaction(pool, { accountId: '', test: false, personId }, async (own) => ({
      commit: true,
      answer: await erasePerson(own, accountId),
    }));
}

/** The rest is kept until its term; without records, or for the operator, it goes too. */
async function endClearing({ services }: Turn, held: LeasedJob): Promise<void> {
  await inTransaction(services.pool, held, async (tx) => {
    const deletion = await lockDeletion(tx);
    if (deletion?.state !== 'clearing') return { commit: false, answer: undefined };
    const lastOn = deletion.byOperator ? undefined : await lastRecordOn(tx);
    if (lastOn) keepRecords(tx, recordsKeptUntil(lastOn));
    else await proveErasure({ ...services, tx });
    return { commit: true, answer: undefined };
  });
  services.environment.securityLog?.({ event: 'account_cleared', account: held.accountId, actor: 'service' });
}

/** Deletes the account itself; false if rows still refer to it. */
async function endAccount({ services }: Turn, held: LeasedJob, rowsAtOnce: number): Promise<boolean> {
  const isGone = await inTransaction(services.pool, held, async (tx) => {
    const gone = (await eraseRows(tx, 'account', rowsAtOnce)) === 1;
    if (!gone) return { commit: false, answer: false };
    endErasure(tx, services.now());
    return { commit: await settleJob(tx, held, {}), answer: true };
  });
  if (isGone)
    services.environment.securityLog?.({ event: 'account_erased', account: held.accountId, actor: 'service' });
  return isGone;
}
