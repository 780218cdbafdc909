import { setTimeout as wait } from 'node:timers/promises';

/**
 * Milliseconds something may take on machines that are busy with other things, and between two
 * looks.
 */
const PATIENCE_MS = 300_000;
const LOOK_MS = 50;

/**
 * Looks again and again until something is so; throws, saying what was not, where it does not
 * become so.
 */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`after ${PATIENCE_MS / 1000} s ${what} had not happened`);
    await wait(LOOK_MS);
  }
}
