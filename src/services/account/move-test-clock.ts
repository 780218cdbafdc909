import { claimJobById, lockTestClock, nextByTime, saveTestClock, type TestClock } from '../../db/account/test-clock.ts';
import type { LeasedJob } from '../../db/job-queue.ts';
import type { Tx } from '../../db/transaction.ts';
import { stepOf } from '../../domain/time/test-clock.ts';

/** Seconds what is due on the way is held by whoever moves the clock; it is held on while it is worked on. */
const HELD_SECONDS = 120;

/** What a step of the clock came to: it is there, somebody is at something due, or this is to be done first. */
export type ClockStep = { clock: TestClock } & ({ is: 'there' | 'waiting' } | { is: 'due'; held: LeasedJob });

/**
 * Moves the test clock of the account on by one step towards where it goes (`to`, by default where it was sent), and takes up what is
 * due then. `realNow` is Unix seconds. The clock is locked until the transaction ends: whoever does what is due of the account waits.
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
