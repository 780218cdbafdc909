/** Wakes one who waits; a ring while nobody waits is kept for the next. */
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
    /** Resolves with the next ring, or after so many milliseconds; `only: 'time'` hears no ring, and keeps it. */
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
