import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * The last commit of the first landed version: one migration, no catalogue, no events, no files.
 */
export const FIRST_COMMIT = '911e63eefb858a6e2b96dd3bb942068b4b9c395b';

/**
 * A small installation of the first version, as it was left: its rows as COPY writes them, and its
 * data folder.
 */
export type FirstVersion = {
  readonly commit: string;
  readonly keys: { readonly live: string; readonly test: string };
  readonly tables: Readonly<Record<string, string>>;
  /** Files of the data folder by their path: keys and heads. */
  readonly files: Readonly<Record<string, string>>;
};

/**
 * What finalization sealed, to the byte: documents with their numbers, and the links of the chains.
 */
export async function sealedIn(superuser: pg.ClientConfig): Promise<{ documents: unknown[]; links: unknown[] }> {
  return connected(superuser, async (client) => {
    const documents = await client.query(
      `select account_id, id, kind, number, content, total_cents, encode(sealed_sha256, 'hex') as sealed
       from billing.document where number is not null order by account_id, number`,
    );
    const links = await client.query(
      `select account_id, test, seq, link, encode(hash, 'hex') as hash, encode(signature, 'hex') as signature
       from billing.chain_link order by account_id, test, seq`,
    );
    return { documents: documents.rows, links: links.rows };
  });
}

/** Reads an installation out of its running database and its data folder, to be kept small. */
export async function recordInstallation(given: {
  superuser: pg.ClientConfig;
  dataFolder: string;
  keys: FirstVersion['keys'];
}): Promise<FirstVersion> {
  const tables = await connected(given.superuser, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'billing'::regnamespace order by 1",
    );
    const copied: Record<string, string> = {};
    for (const { name } of rows) copied[name] = await text(client.query(copyTo(`copy billing.${name} to stdout`)));
    return copied;
  });
  const files: Record<string, string> = {};
  for (const folder of ['keys', 'audit']) {
    for (const name of await readdir(join(given.dataFolder, folder), { recursive: true })) {
      if (!/\.(pem|key|jsonl)$/.test(name)) continue;
      files[`${folder}/${name}`] = await readFile(join(given.dataFolder, folder, name), 'utf8');
    }
  }
  return { commit: FIRST_COMMIT, keys: given.keys, tables, files };
}

async function connected<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
