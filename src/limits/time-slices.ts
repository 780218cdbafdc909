import { setImmediate as others } from 'node:timers/promises';
import { processLimits } from './process-limits.ts';

/**
 * Long work in slices: asked between its steps, and waited for where it gives something to wait for. After so many
 * milliseconds everybody else has a turn. By time, since a step may cost a thousand times another of as many bytes.
 */
export function slices(workMs = processLimits.slices.workMs): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < workMs) return undefined;
    return others().then(() => {
      began = performance.now();
    });
  };
}

/** The same as `map`, in slices. */
export async function mapInTimeSlices<A, B>(items: readonly A[], each: (item: A) => B): Promise<B[]> {
  const turn = slices();
  const made: B[] = [];
  for (const item of items) {
    made.push(each(item));
    const others = turn();
    if (others) await others;
  }
  return made;
}
