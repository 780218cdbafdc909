import { readFile } from 'node:fs/promises';

/** The output of `serve --json`. Without a terminal the live key is in the file it names. */
type Shown = { address: string; authorityFile: string; keysFile?: string; keys?: { live?: string; test: string } };
/** The same output, with the live key. */
export type ShownWithKeys = Omit<Shown, 'keys'> & {
  databaseFolder?: string;
  link?: string;
  keys?: { live: string; test: string };
};

/** The output of `serve --json`, with the live key read from the file it names. */
export async function withLiveKey(welcome: Shown): Promise<ShownWithKeys> {
  const { keys, ...rest } = welcome;
  if (!keys) return rest;
  const text = rest.keysFile === undefined ? '' : await readFile(rest.keysFile, 'utf8');
  const live = /^FACTURIER_LIVE_KEY=(\S+)$/m.exec(text)?.[1] ?? keys.live;
  if (live === undefined) throw new Error('the service neither showed its live key nor named a file with it');
  return { ...rest, keys: { live, test: keys.test } };
}
