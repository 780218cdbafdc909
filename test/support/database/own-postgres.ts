import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterSite } from '../../../src/runtime/cluster/cluster-location.ts';
import { openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { bookProblems } from '../documents/numbering-check.ts';
import { quickFolder } from '../runner/memory-folder.ts';
import type { Ground, ServerProcess } from '../service/server-process.ts';
import { discardDataFolder } from './test-cluster.ts';

/** Processes of one test with their own PostgreSQL, as most installations run. */
export async function ownPostgres(folder?: string): Promise<Ground> {
  const dataFolder = folder ?? (await mkdtemp(join(quickFolder(), 'facturier own ')));
  const processes: ServerProcess[] = [];
  const nowhere = { connectionString: '' };
  return {
    // An empty setting counts as unset: these processes start their own PostgreSQL.
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

/** Faults in the books of a separate data folder; starts its PostgreSQL to read them. */
export async function verifyOwnBooks(dataFolder: string): ReturnType<typeof bookProblems> {
  const database = await openEmbeddedDatabase(dataFolder);
  try {
    return await bookProblems({ dataFolder, database });
  } finally {
    await database.leave();
  }
}

/** Kills the PostgreSQL of a data folder, if running, as in a power cut. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const home = await clusterHome(dataFolder);
  const file = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (!(pid > 0)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had already ended.
  }
  await rm(join(home, 'cluster', 'postmaster.pid'), { force: true });
}

/** The cluster folder of a data folder. */
export const clusterHome = async (dataFolder: string): Promise<string> => (await clusterSite(dataFolder)).home;
