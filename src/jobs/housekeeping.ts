import type { Logger } from 'pino';
import { ATTEMPTS_KEPT_SECONDS } from '../domain/webhook/endpoint.ts';
import type { World } from '../operations/perform.ts';
import { forgetAttempts } from '../store/attempts.ts';
import { forgetEvents } from '../store/events.ts';
import { forgetFiles } from '../store/files.ts';
import { forgetObjects } from '../store/forgotten-objects.ts';
import { forgetAnswers } from '../store/idempotency.ts';
import { forgetMails } from '../store/mail-queue.ts';
import { forgetDayCounts } from '../store/usage.ts';
import { closeAllBooks } from './close-books.ts';
import { noteWhatStands } from './note-what-stands.ts';

/** Something to do now and then, by one process or by several at once. */
export type Chore = { name: string; everyMs: number; run: (world: World, house: House) => Promise<unknown> };

/** What a chore that may take long is told by. */
type House = { log: Logger; isEnding: () => boolean };

/** Everything that keeps the house. */
const chores: readonly Chore[] = [
  { name: 'forget answers', everyMs: 10 * 60_000, run: ({ pool, now }) => forgetAnswers(pool, now()) },
  {
    name: 'forget attempts',
    everyMs: 3600_000,
    run: ({ pool, now }) => forgetAttempts(pool, now() - ATTEMPTS_KEPT_SECONDS),
  },
  { name: 'forget day counts', everyMs: 6 * 3600_000, run: ({ pool, now }) => forgetDayCounts(pool, now()) },
  { name: 'forget mails', everyMs: 3600_000, run: ({ pool, now }) => forgetMails(pool, now()) },
  { name: 'forget events', everyMs: 3600_000, run: ({ pool, now }) => forgetEvents(pool, now()) },
  {
    name: 'forget files',
    everyMs: 3600_000,
    run: async ({ pool, now, surroundings: { objects } }) => {
      await forgetFiles(pool, now());
      if (objects) await forgetObjects(pool, objects);
    },
  },
  {
    name: 'close books',
    everyMs: 5 * 60_000,
    run: (world, { log, isEnding }) => closeAllBooks(world, log, isEnding),
  },
  {
    name: 'note what stands',
    everyMs: 3600_000,
    run: (world, { log, isEnding }) => noteWhatStands(world, log, isEnding),
  },
];

/** Does every chore now and then until stopped. A chore that fails is told, and tried again when its time comes. */
export function keepHouse(world: World, log: Logger): { stop: () => Promise<void> } {
  let stopped = false;
  const timers = new Map<Chore, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const round = (chore: Chore): void => {
    const turn = perform(chore).then(() => {
      running.delete(turn);
      if (!stopped) timers.set(chore, setTimeout(round, chore.everyMs, chore).unref());
    });
    running.add(turn);
  };
  const perform = async ({ name, run }: Chore): Promise<void> => {
    try {
      await run(world, { log, isEnding: () => stopped });
    } catch (error) {
      log.error({ err: error, chore: name }, 'a chore failed');
    }
  };
  for (const chore of chores) round(chore);
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
