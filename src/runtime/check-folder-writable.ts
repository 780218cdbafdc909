import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES = 4_096;

/** Rejects if the data folder is full, read-only or missing. Leaves no file behind. */
export async function checkFolderWritable(dataFolder: string): Promise<void> {
  const file = join(dataFolder, `.write-probe-${process.pid}`);
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.alloc(BYTES));
    await handle.datasync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}
