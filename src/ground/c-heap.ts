import { createRequire } from 'node:module';

/** The C library whose heap keeps what was freed between two pieces that live on. */
const GLIBC = 'libc.so.6';

type Trim = (keptBytes: number) => number;
let trim: Trim | undefined | 'unknown' = 'unknown';

/**
 * Gives the system back what the C library keeps of memory that was freed (`malloc_trim`): of pieces that lie between others it lets go by
 * itself only at the end of its heap. Some milliseconds in which nothing else is done: for quiet times. Answers whether it could;
 * other C libraries, and machines for which there is no `koffi`, are left as they are.
 */
export function trimHeap(): boolean {
  if (trim === 'unknown') trim = trimOfGlibc();
  trim?.(0);
  return trim !== undefined;
}

/** Loaded when it is first asked for, and not with the service. */
function trimOfGlibc(): Trim | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
    return koffi.load(GLIBC).func('int malloc_trim(size_t)') as unknown as Trim;
  } catch {
    return undefined;
  }
}
