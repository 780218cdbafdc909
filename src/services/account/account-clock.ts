import { clockOffset, lockedClockOffset } from '../../db/account/test-clock.ts';
import { inTransaction, type TransactionScope, type Tx } from '../../db/transaction.ts';
import type { AppServices } from '../app-dependencies.ts';

/**
 * The account's time and the real time, both Unix seconds. They differ only in test mode, after
 * its clock was moved.
 */
export type AccountClock = {
  /** The account's current time: issue dates, due dates, deadlines, automatic actions. */
  readonly now: number;
  /** The machine's clock: queues, keys, sessions, limits, and deadlines set by third parties. */
  readonly realNow: number;
};

type ClockServices = Pick<AppServices, 'pool' | 'now' | 'environment'>;

/** Milliseconds a process caches a test clock, the same as for a key. */
const TRUSTED_MS = 900;
/** Test clocks cached per process. */
const REMEMBERED_MAX = 10_000;

type Memory = Map<string, { ahead: number | Promise<number>; until: number }>;
/**
 * Per environment, because tests run two services in one process. Its jobs have their own pool but
 * share the environment.
 */
const memories = new WeakMap<AppServices['environment'], Memory>();

function memoryOf({ environment }: Pick<AppServices, 'environment'>): Memory {
  const known = memories.get(environment);
  if (known) return known;
  const memory: Memory = new Map();
  memories.set(environment, memory);
  return memory;
}

/**
 * The clock of an account in a mode. In live mode it is real time, without a query. A test clock
 * is cached for less than a second, so a request may still see the time before a move.
 */
export async function clockOf(services: ClockServices, { accountId, test }: TransactionScope): Promise<AccountClock> {
  const realNow = services.now();
  if (!test) return { now: realNow, realNow };
  return aheadBy(await remembered(services, accountId), services.now());
}

/** The same, read in an open transaction. */
export const clockIn = async (now: () => number, tx: Tx, test: boolean): Promise<AccountClock> =>
  aheadBy(test ? await clockOffset(tx) : 0, now());

/**
 * The same for automatic actions, locked until the transaction ends, so that moving the clock
 * waits. Call it before taking any other lock.
 */
export const lockedClockIn = async (now: () => number, tx: Tx, test: boolean): Promise<AccountClock> =>
  aheadBy(test ? await lockedClockOffset(tx) : 0, now());

/** The real time at which a time of the account (Unix seconds) is due in the queue. */
export const realTimeOf = ({ now, realNow }: AccountClock, at: number): number => at - (now - realNow);

/** Drops the cached test clock of an account, because it was or must have been moved. */
export const clearClockCache = (services: Pick<AppServices, 'environment'>, accountId: string): void =>
  void memoryOf(services).delete(accountId);

const aheadBy = (ahead: number, realNow: number): AccountClock => ({ now: realNow + ahead, realNow });

function remembered(services: ClockServices, accountId: string): number | Promise<number> {
  const memory = memoryOf(services);
  const askedAt = performance.now();
  const known = memory.get(accountId);
  if (known && known.until > askedAt) return known.ahead;
  if (memory.size >= REMEMBERED_MAX) memory.clear();
  const ahead = inTransaction(services.pool, { accountId, test: true }, async (tx) => ({
    commit: false,
    answer: await clockOffset(tx),
  }));
  memory.set(accountId, { ahead, until: askedAt + TRUSTED_MS });
  ahead.catch(() => memory.delete(accountId));
  return ahead;
}
