import { link, open, readFile, rm } from 'node:fs/promises';

/** Creates a file atomically and never overwrites one, even with concurrent writers. */
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

/** The contents of a file; undefined if it does not exist. */
export async function readIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
