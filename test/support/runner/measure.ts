/** Runs an action, and returns its result with its duration in milliseconds. */
export async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await act();
  return [result, performance.now() - began];
}

/** Megabytes of objects and buffers of this process. */
const memoryInUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

/**
 * Watches the memory of a long run, one reading after each part. `growth` compares the lowest
 * readings of its halves in megabytes: what lies above them is garbage not yet collected.
 */
export function watchMemory(): { readonly read: () => void; readonly growth: () => number } {
  const readings: number[] = [];
  return {
    read: () => void readings.push(memoryInUse()),
    growth: () => {
      const half = Math.floor(readings.length / 2);
      return Math.min(...readings.slice(half)) - Math.min(...readings.slice(0, half));
    },
  };
}
