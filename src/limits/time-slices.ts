import { setImmediate as others } from 'node:timers/promises';
import { processLimits } from './process-limits.ts';

/**
 * Cuts long work into slices: call it between steps and await the result, if any. After `workMs`
 * others get a turn. By time, because steps of the same size may differ a thousandfold in cost.
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

/** `map` in time slices. */
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
