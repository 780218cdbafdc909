/** Runs an action, and returns its result with its duration in milliseconds. */
export async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await act();
  return [result, performance.now() - began];
}

/** The memory of this process (resident set) in megabytes. */
export const memoryInUse = (): number => process.memoryUsage().rss / 2 ** 20;
