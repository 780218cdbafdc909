import { wakeUpSignal } from './wake-up-signal.ts';

/** Milliseconds before a failed turn is retried. */
const AGAIN_MS = 1_000;

/**
 * Runs turns in sequence until stopped: at once if the last one reported more work, otherwise when
 * woken or after `pollMs`. A failed turn is logged and retried a second later.
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
