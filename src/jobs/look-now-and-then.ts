/** Looks at once, and again each `everyMs` milliseconds, until stopped; the last look is waited for. A failure is told. */
export function lookNowAndThen(
  once: () => Promise<unknown>,
  { everyMs, onTrouble }: { everyMs: number; onTrouble: (error: unknown) => void },
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = once().then(() => {}, onTrouble);
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
