import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes an id takes, and how many ids' are drawn at once: to draw them costs calls of the system, some bytes as much as many. */
const ID_BYTES = 16;
const IDS_A_DRAWING = 256;

/**
 * Makes ids that sort in the order they were made in this process (UUID version 7, RFC 9562): of one millisecond they count on from a
 * random number (6.2, method 1), and where the clock goes back, from the latest time it showed. `clock` is Unix milliseconds.
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
    // Half of its 32 bits' worth lies above where it begins: some two thousand million ids within a millisecond.
    [msecs, seq] = now > msecs ? [now, beginning(random)] : [msecs, seq + 1];
    return v7({ random, msecs, seq });
  };
}

/** 31 random bits, of bytes that an id shows nowhere else. */
const beginning = (random: Uint8Array): number => new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
