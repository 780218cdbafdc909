import { trimHeap } from '../ground/c-heap.ts';

/** Milliseconds between two looks, and how many of them in a row must be quiet. */
const LOOK_MS = 10_000;
const QUIET_LOOKS = 3;
/**
 * Below so much of the processor hardly anybody asks for anything: health checks and looks at due work take 1 to 3 % of it in the minute after load,
 * and up to 5 where others slow the machine. On a slower one these take more: quiet is there what is less than twice the least that was ever seen,
 * but never beyond the second of these.
 */
const QUIET_SHARE = 0.06;
const QUIET_SHARE_MOST = 0.15;

type Given = {
  /** Clears away all it can: a quarter of a second, in which nothing else is done. Absent where Node was not told to lend it. */
  collect?: (() => void) | undefined;
  /** Lets others give back what they hold for us. Whatever comes of it, it is tried again in the next quiet time. */
  rest?: () => Promise<unknown>;
  /** Lets the C library give back what was freed, behind all that frees some. */
  trim?: () => unknown;
  /** Microseconds of processor this process has used so far. */
  used?: () => number;
};

/**
 * Gives the system back what busy times left in memory, once it is quiet: left to themselves, V8 and the C library keep it for the next busy time.
 * Once a quiet time; answers how to end that.
 */
export function giveMemoryBack({
  collect = lastResort(),
  rest = async () => {},
  trim = trimHeap,
  used = processorUsed,
}: Given = {}): () => void {
  let before = used();
  let least = Number.POSITIVE_INFINITY;
  let quiet = 0;
  const look = (): void => {
    const share = (used() - before) / (LOOK_MS * 1_000);
    least = Math.min(least, share);
    const isQuiet = share < Math.min(Math.max(QUIET_SHARE, 2 * least), QUIET_SHARE_MOST);
    quiet = isQuiet ? quiet + 1 : 0;
    if (quiet === QUIET_LOOKS) {
      collect?.();
      rest()
        .then(trim, trim)
        .catch(() => {});
    }
    before = used();
  };
  const looking = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(looking);
}

function lastResort(): (() => void) | undefined {
  const { gc } = globalThis;
  return gc && (() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
}

const processorUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
