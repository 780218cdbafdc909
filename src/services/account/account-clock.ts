import { clockOffset, lockedClockOffset } from '../../db/account/test-clock.ts';
import { inTransaction, type Tx, type TransactionScope } from '../../db/transaction.ts';
import type { AppServices } from '../app-dependencies.ts';

/** The time of an account beside the real one, both Unix seconds. They differ in test mode alone, where its clock was moved. */
export type AccountClock = {
  /** What is today for the account: days of issue, what is due, late or over, what is made by itself. */
  readonly now: number;
  /** What the clock of the machine shows: queues, keys, sessions, limits, and whatever somebody outside holds us to. */
  readonly realNow: number;
};

type Ground = Pick<AppServices, 'pool' | 'now' | 'environment'>;

/** Milliseconds a process trusts what it read of a test clock: as long as of a key. */
const TRUSTED_MS = 900;
/** Accounts whose test clock is remembered at once by a process. */
const REMEMBERED_MAX = 10_000;

type Memory = Map<string, { ahead: number | Promise<number>; until: number }>;
/** Per service, since two may live in one process (tests). Its jobs have a pool of their own, and the same surroundings. */
const memories = new WeakMap<AppServices['environment'], Memory>();

function memoryOf({ environment }: Pick<AppServices, 'environment'>): Memory {
  const known = memories.get(environment);
  if (known) return known;
  const memory: Memory = new Map();
  memories.set(environment, memory);
  return memory;
}

/**
 * The clock of an account in a mode, for who asks for something now. In live mode it is the real one, and nobody is asked. A test
 * clock is remembered for less than a second; whoever is that late lives a moment earlier, as if he had asked before it was moved.
 */
export async function clockOf(services: Ground, { accountId, test }: TransactionScope): Promise<AccountClock> {
  const realNow = services.now();
  if (!test) return { now: realNow, realNow };
  return aheadBy(await remembered(services, accountId), services.now());
}

/** The same, read in a transaction that is open already. */
export const clockIn = async (now: () => number, tx: Tx, test: boolean): Promise<AccountClock> =>
  aheadBy(test ? await clockOffset(tx) : 0, now());

/**
 * The same for what the service does by itself when its time has come: it stays so until the transaction ends, and whoever moves
 * the clock waits. To be asked before anything is locked.
 */
export const lockedClockIn = async (now: () => number, tx: Tx, test: boolean): Promise<AccountClock> =>
  aheadBy(test ? await lockedClockOffset(tx) : 0, now());

/** When the queue has what is due at a time of the account (Unix seconds): it knows the real time. */
export const realTimeOf = ({ now, realNow }: AccountClock, at: number): number => at - (now - realNow);

/** Forgets what this process remembers of an account's test clock: it was moved, or must have been. */
export const clearClockCache = (services: Pick<AppServices, 'environment'>, accountId: string): void =>
  void memoryOf(services).delete(accountId);

const aheadBy = (ahead: number, realNow: number): AccountClock => ({ now: realNow + ahead, realNow });

function remembered(services: Ground, accountId: string): number | Promise<number> {
  const memory = memoryOf(services);
  const asked = performance.now();
  const known = memory.get(accountId);
  if (known && known.until > asked) return known.ahead;
  if (memory.size >= REMEMBERED_MAX) memory.clear();
  const ahead = inTransaction(services.pool, { accountId, test: true }, async (tx) => ({
    commit: false,
    answer: await clockOffset(tx),
  }));
  memory.set(accountId, { ahead, until: asked + TRUSTED_MS });
  ahead.catch(() => memory.delete(accountId));
  return ahead;
}
