import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Random bytes per id, and ids per batch: each draw is a system call that costs the same for a few
 * bytes as for many.
 */
const ID_BYTES = 16;
const IDS_A_DRAWING = 256;

/**
 * Creates ids that sort in creation order within this process (UUID version 7, RFC 9562): within a
 * millisecond they count up from a random number (6.2, method 1); if the clock goes back, they
 * continue from its latest time. `clock` is Unix milliseconds.
 */
export function orderedUuids(clock: () => number = Date.now): () => string {
  const drawn = new Uint8Array(ID_BYTES * IDS_A_DRAWING);
  let used = drawn.length;
  let msecs = Number.NEGATIVE_INFINITY;
  let seq = 0;
  return () => {
    if (used === drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    const random = drawn.subarray(used, used + ID_BYTES);
    used += ID_BYTES;
    const now = clock();
    // The counter starts in the lower half of its 32 bits, which leaves two thousand million ids
    // per millisecond.
    [msecs, seq] = now > msecs ? [now, beginning(random)] : [msecs, seq + 1];
    return v7({ random, msecs, seq });
  };
}

/** 31 random bits, from bytes that no id contains. */
const beginning = (random: Uint8Array): number => new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
