import { claimClosures } from '../../db/account/closures.ts';
import { LINKS_KEPT_EVERY, linksSinceTurnover, turnoverByDay } from '../../db/home/turnover-by-day.ts';
import { type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { inTransaction, type TransactionScope, type Tx } from '../../db/transaction.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { scheduledTask } from '../../queue/scheduled-task.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import { closeBooks as close } from '../../services/account/close-books.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

/** Seconds between searches for books that may have periods to close. */
const LOOK_SECONDS = 300;
/** Books queued at a time, to bound memory whatever the number of accounts. */
const BOOKS_AT_ONCE = 200;
/** Actor in the audit chain. */
const ACTOR = 'service';

/** Queues the books of every account that may have a finished period. */
export const findClosableBooks: Job = scheduledTask(lanes.find_closable_books, LOOK_SECONDS, ({ services, isEnding }) =>
  queueBooks(services, isEnding),
);

export async function queueBooks({ pool, now }: AppServices, isEnding: () => boolean = () => false): Promise<void> {
  const at = now();
  for (;;) {
    const books = await claimClosures(pool, { now: at, most: BOOKS_AT_ONCE });
    if (books.length < BOOKS_AT_ONCE || isEnding()) return;
  }
}

/**
 * Closes finished periods in an account's live or test books, including those missed while nothing
 * ran. Books that cannot be closed are retried later and delay no others.
 */
export const closeBooks: Job = {
  lane: lanes.closures,
  run: async (held, { services, isEnding, log }) => {
    while (await closeSome(services, held)) if (isEnding()) return { nextAt: services.now() };
    // The job is already done: what is not computed today is computed another day.
    await keepTurnover(services, held, isEnding).catch((error) =>
      log.error({ err: error, account: held.accountId, test: held.test }, 'turnover totals could not be updated'),
    );
    return undefined;
  },
};

/**
 * Closes as many periods as one transaction should, and returns whether there are more; the last
 * one also settles the job.
 */
const closeSome = ({ pool, environment, now, newId }: AppServices, held: LeasedJob): Promise<boolean> =>
  inTransaction(pool, held, async (tx) => {
    const clock = await clockIn(now, tx, held.test);
    const context = { tx, ...clock, newId, seal: environment.seal, actor: ACTOR };
    const { more } = await close(context, held.test);
    const stands = more || (await settleJob(tx, held, {}));
    return { commit: stands, answer: more };
  });

/**
 * Keeps turnover totals of long books up to date, step by step, so that a rarely opened home page
 * need not compute them.
 */
export async function keepTurnover(
  { pool }: Pick<AppServices, 'pool'>,
  whose: TransactionScope,
  isEnding: () => boolean = () => false,
): Promise<void> {
  const step = async (tx: Tx): Promise<boolean> =>
    (await linksSinceTurnover(tx, whose.test)) < LINKS_KEPT_EVERY || (await turnoverByDay(tx, whose.test, 1)).isWhole;
  for (let isWhole = false; !isWhole && !isEnding(); )
    isWhole = await inTransaction(pool, whose, async (tx) => ({ commit: true, answer: await step(tx) }));
}
