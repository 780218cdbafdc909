import { setTimeout as wait } from 'node:timers/promises';

/** Maximum wait in milliseconds on busy machines, and the polling interval. */
const PATIENCE_MS = 300_000;
const LOOK_MS = 50;

/** Polls until a condition holds; throws with its description otherwise. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`after ${PATIENCE_MS / 1000} s ${what} had not happened`);
    await wait(LOOK_MS);
  }
}
