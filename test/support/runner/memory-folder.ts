import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Bytes the memory must have room for: the clusters of a whole run hold a third of it at most. */
const ROOM_MIN = 3 * 1024 ** 3;

/**
 * Where tests keep their databases: in memory where the machine has such a folder with room, else
 * where temporary files are. A database is a thousand files, and to make and delete them costs a
 * disk's file system up to twenty times the processor.
 */
export function quickFolder(): string {
  if (process.platform !== 'linux') return tmpdir();
  try {
    const { blocks, bsize } = statfsSync(IN_MEMORY);
    return blocks * bsize >= ROOM_MIN ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
