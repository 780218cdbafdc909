import { link, open, readFile, rm } from 'node:fs/promises';

/** Appears whole or not at all, and is never overwritten, whoever else is writing it. */
export async function writeOnce(file: string, text: string): Promise<void> {
  if ((await readIfExists(file)) !== undefined) return;
  const unfinished = `${file}.${process.pid}.${performance.now()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
}

/** What a file says; undefined where there is none. */
export async function readIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
