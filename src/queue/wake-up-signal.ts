/** Wakes a waiting loop; a signal sent when no loop waits is kept for the next wait. */
export function wakeUpSignal(): {
  ring: () => void;
  rung: (mostMs: number, options?: { only: 'time' }) => Promise<void>;
} {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    /**
     * Resolves with the next signal, or after this many milliseconds; `only: 'time'` ignores
     * signals and keeps them.
     */
    rung: (mostMs, options) =>
      new Promise<void>((resolve) => {
        const answer = (): void => {
          clearTimeout(timer);
          wake = undefined;
          if (!options) isRung = false;
          resolve();
        };
        const timer = setTimeout(answer, mostMs);
        if (options) return;
        wake = answer;
        if (isRung) answer();
      }),
  };
}
