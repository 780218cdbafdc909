import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asLines, isWhole, quarantineFile, replace, textOf } from './head-log-file.ts';
import { type Anchor, asText, type Beginning, compactedHeads, meaningOf, wholeLines } from './recorded-heads.ts';

/** Bytes from which an account's file is rewritten with the compacted heads. */
const REWRITE_BYTES = 4 * 1024;

/**
 * The file of an account's heads, in a folder named after the end of its id, which is random: 256
 * folders for any number of accounts.
 */
const fileOf = (dataFolder: string, account: string): string =>
  join(folderIn(dataFolder), account.slice(-2), `${account}.jsonl`);

const folderIn = (dataFolder: string): string => join(dataFolder, 'audit', 'heads');

/** Whether this account name is valid for a file, so that it cannot be another path. */
export const hasFile = (account: string): boolean => ACCOUNT.test(account);

/** The entries of an account's file, in recorded order; `unreadable`: numbers of invalid lines. */
export async function readAccountHeads(
  dataFolder: string,
  account: string,
): Promise<{ anchors: Anchor[]; unreadable: string[] }> {
  const anchors: Anchor[] = [];
  const unreadable: string[] = [];
  if (!hasFile(account)) return { anchors, unreadable };
  for (const [at, line] of wholeLines(await textOf(fileOf(dataFolder, account))).entries()) {
    const entry = meaningOf(line);
    // A line of another account proves nothing here, and we never write one.
    if (entry && 'account' in entry && entry.account === account) anchors.push(entry);
    else unreadable.push(`audit/heads/${account.slice(-2)}/${account}.jsonl:${at + 1}`);
  }
  return { anchors, unreadable };
}

/**
 * Appends heads to their account's file and syncs it, so that they survive a power loss. Call it
 * while holding the head lock.
 */
export async function addAccountHeads(dataFolder: string, account: string, anchors: readonly Anchor[]): Promise<void> {
  const file = fileOf(dataFolder, account);
  const handle = await openToAdd(file);
  try {
    const { size } = await handle.stat();
    if (size < REWRITE_BYTES && (await isWhole(handle, size))) {
      await handle.appendFile(asText(compactedHeads(anchors)));
      return;
    }
  } finally {
    await handle.close();
  }
  const lines = wholeLines(await textOf(file));
  const entries = lines.map(meaningOf).flatMap((each) => (each && 'account' in each ? [each] : []));
  const garbled = lines.filter((line) => line !== '' && meaningOf(line) === undefined);
  await replace(file, asLines(garbled) + asText(compactedHeads([...entries, ...anchors])));
}

/** The accounts that have a file, folder by folder. */
export async function* accountsWithHeads(dataFolder: string): AsyncGenerator<string> {
  for (const folder of (await namesIn(folderIn(dataFolder))).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const name of await namesIn(join(folderIn(dataFolder), folder))) {
      const account = name.replace(/\.jsonl$/, '');
      if (account !== name && hasFile(account)) yield account;
    }
}

/** Accounts whose file has an invalid line. */
export async function accountsWithCorruptFile(dataFolder: string): Promise<string[]> {
  const garbled: string[] = [];
  for await (const account of accountsWithHeads(dataFolder))
    if ((await readAccountHeads(dataFolder, account)).unreadable.length > 0) garbled.push(account);
  return garbled;
}

/**
 * Keeps a copy of an account's file beside it, and rewrites it with its valid lines. Call it while
 * holding the head lock.
 */
export async function quarantineAccountFile(dataFolder: string, account: string, begun: Beginning): Promise<void> {
  const file = fileOf(dataFolder, account);
  await quarantineFile(file, begun);
  await replace(file, asText((await readAccountHeads(dataFolder, account)).anchors));
}

const ACCOUNT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Written through to disk, because the source of these heads is removed next. */
async function openToAdd(file: string) {
  const opening = () => open(file, 'as+', 0o600);
  return opening().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return opening();
  });
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
