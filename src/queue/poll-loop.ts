import { wakeUpSignal } from './wake-up-signal.ts';

/** Milliseconds until a turn that failed is tried again. */
const AGAIN_MS = 1_000;

/**
 * Takes turns one after the other until stopped: at once where the last said that there is more, else when woken, or after
 * `pollMs`. One that fails is told, and taken again a second later.
 */
export function pollLoop(
  turn: () => Promise<boolean>,
  { pollMs, onTrouble }: { pollMs: number; onTrouble: (error: unknown) => void },
): { wake: () => void; stop: () => Promise<void> } {
  const bell = wakeUpSignal();
  let stopped = false;
  const work = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (!(await turn())) await bell.rung(pollMs);
      } catch (error) {
        onTrouble(error);
        await bell.rung(AGAIN_MS, { only: 'time' });
      }
    }
  };
  const working = work();
  return {
    wake: bell.ring,
    stop: async () => {
      stopped = true;
      bell.ring();
      await working;
    },
  };
}
