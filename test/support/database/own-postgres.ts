import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterSite } from '../../../src/runtime/cluster/cluster-location.ts';
import { openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { bookProblems } from '../documents/numbering-check.ts';
import { quickFolder } from '../runner/memory-folder.ts';
import type { Ground, ServerProcess } from '../service/server-process.ts';
import { discardDataFolder } from './test-cluster.ts';

/**
 * Where processes of one test serve from with a PostgreSQL of their own, as most installations do.
 */
export async function ownPostgres(folder?: string): Promise<Ground> {
  const dataFolder = folder ?? (await mkdtemp(join(quickFolder(), 'facturier own ')));
  const processes: ServerProcess[] = [];
  const nowhere = { connectionString: '' };
  return {
    // An empty setting is an absent one: these processes start their own.
    database: { databaseUrl: '', ownerUrl: nowhere, serving: nowhere, embedded: true, ...noWays },
    dataFolder,
    processes,
    ca: () => readFile(join(dataFolder, 'tls', 'ca.pem')),
    discard: async () => {
      await Promise.all(processes.map((process) => process.kill()));
      await killPostgres(dataFolder);
      await discardDataFolder(dataFolder);
    },
  };
}

const noWays = { leave: async () => {}, drop: async () => {} };

/** What is wrong with the books of a folder of its own, whose PostgreSQL is started for that. */
export async function verifyOwnBooks(dataFolder: string): ReturnType<typeof bookProblems> {
  const database = await openEmbeddedDatabase(dataFolder);
  try {
    return await bookProblems({ dataFolder, database });
  } finally {
    await database.leave();
  }
}

/** The PostgreSQL of a data folder ends as in a power cut, should it run. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const home = await clusterHome(dataFolder);
  const file = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (!(pid > 0)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was gone already.
  }
  await rm(join(home, 'cluster', 'postmaster.pid'), { force: true });
}

/** Where the cluster of a data folder is. */
export const clusterHome = async (dataFolder: string): Promise<string> => (await clusterSite(dataFolder)).home;
