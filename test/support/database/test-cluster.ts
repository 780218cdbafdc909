import { readdir, rm } from 'node:fs/promises';

import { join } from 'node:path';
import { clusterSite } from '../../../src/runtime/cluster/cluster-location.ts';
import { readAccess } from '../../../src/runtime/cluster/credentials.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { postgresBinaries } from '../../../src/runtime/cluster/postgres-binaries.ts';
import { stopPostmaster } from '../../../src/runtime/cluster/postmaster.ts';
import { quickFolder } from '../runner/memory-folder.ts';

/**
 * Set by the global setup: its process stops the cluster when the run ends, so that test files need
 * not.
 */
export const TEST_RUN = 'FACTURIER_TEST_RUN';

const PREFIX = `facturier-test-${process.getuid?.() ?? 'user'}-`;

let joined: Promise<EmbeddedDatabase> | undefined;

/**
 * The PostgreSQL shared by all test files of a run: the first one starts it. It does not survive a
 * power cut (fsync off). Test files run alone share it with others from the same terminal, and the
 * last to exit stops it.
 */
export function testCluster(): Promise<EmbeddedDatabase> {
  joined ??= joinCluster();
  return joined;
}

/** Cluster folder of the run this process belongs to. */
export function testClusterFolder(): string {
  return join(quickFolder(), `${PREFIX}${process.env[TEST_RUN] ?? process.ppid}`);
}

/** Stops the PostgreSQL of a data folder, if running, and deletes both, wherever the cluster is. */
export async function discardDataFolder(dataFolder: string): Promise<void> {
  const site = await clusterSite(dataFolder).catch(() => undefined);
  if (site) {
    await stopPostmaster(site, await postgresBinaries({ copyInto: site.copyBinariesInto })).catch(() => {});
    const access = await readAccess(site.home).catch(() => undefined);
    if (access?.host) await rm(access.host, { recursive: true, force: true });
    await rm(site.home, { recursive: true, force: true, maxRetries: 5 });
  }
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}

/** Deletes clusters left behind by killed runs. */
export async function discardAbandonedClusters(): Promise<void> {
  const names = (await readdir(quickFolder())).filter((name) => name.startsWith(PREFIX));
  const abandoned = names.filter((name) => !isAlive(Number(name.slice(PREFIX.length))));
  await Promise.all(abandoned.map((name) => discardDataFolder(join(quickFolder(), name))));
}

async function joinCluster(): Promise<EmbeddedDatabase> {
  const inRun = process.env[TEST_RUN] !== undefined;
  const cluster = await openEmbeddedDatabase(testClusterFolder(), { durable: false, keepRunning: inRun });
  // Runs after everything else; this process does not keep the cluster in use.
  process.once('beforeExit', () => void cluster.leave());
  return cluster;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
