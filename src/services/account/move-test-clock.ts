import { claimJobById, lockTestClock, nextByTime, saveTestClock, type TestClock } from '../../db/account/test-clock.ts';
import type { LeasedJob } from '../../db/job-queue.ts';
import type { Tx } from '../../db/transaction.ts';
import { stepOf } from '../../domain/time/test-clock.ts';

/** Lease in seconds for jobs run while the clock moves; renewed while they run. */
const HELD_SECONDS = 120;

/** The result of a clock step: arrived, waiting for a running job, or a job to run first. */
export type ClockStep = { clock: TestClock } & ({ is: 'there' | 'waiting' } | { is: 'due'; held: LeasedJob });

/**
 * Moves the account's test clock one step towards its target (`to`, by default the stored one) and
 * leases the job due then. `realNow` is Unix seconds. The clock is locked until the transaction
 * ends, so other jobs of the account wait.
 */
export async function advanceClockStep(tx: Tx, realNow: number): Promise<ClockStep> {
  const before = await lockTestClock(tx);
  const { ahead, moving } = before;
  if (!moving) return { is: 'there', clock: before };
  const next = await nextByTime(tx, realNow);
  const stepped = stepOf(
    { ahead, to: moving.to },
    { realNow, next: next && { dueAt: next.job.dueAt, isHeld: next.isHeld } },
  );
  if (stepped.step === 'waits') return { is: 'waiting', clock: before };
  const clock: TestClock = { ahead: stepped.ahead, ...(stepped.step === 'works' && { moving }) };
  saveTestClock(tx, before, clock);
  if (stepped.step === 'arrives') return { is: 'there', clock };
  const held = next && (await claimJobById(tx, next.job, { now: realNow, until: realNow + HELD_SECONDS }));
  return held ? { is: 'due', clock, held } : { is: 'waiting', clock };
}
