import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readlinkSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startAs } from '../privileges/process-rights.ts';
import { hostAccessFile, writeHostAccess } from './backup-role.ts';
import { type ClusterLocation, writeShared } from './cluster-location.ts';
import { cleanEnvironment, runProgram } from './create-cluster.ts';
import { majorOf, type PostgresBinaries, program } from './postgres-binaries.ts';
import { postgresSettings } from './postgres-settings.ts';
import { createSocketFolder, SOCKET_PORT, socketIn } from './socket-folder.ts';

/** Seconds a stop waits for the final checkpoint. */
const STOP_WAIT_S = 60;

/**
 * glibc malloc settings: the size above which a block is mapped separately, and how much free heap
 * is kept. By default both grow with the largest block ever used, and the statistics collector kept
 * 10 MB.
 */
const MEMORY_GIVEN_BACK = { MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** Where a starting PostgreSQL will listen. */
export type Endpoint = { readonly host: string; readonly port: number };

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C does not reach it, and returns its endpoint
 * and process without waiting until it responds. Call under the lock.
 */
export async function startPostmaster(
  site: ClusterLocation,
  binaries: PostgresBinaries,
  options: { durable: boolean },
): Promise<{ endpoint: Endpoint; process: ChildProcess }> {
  const cluster = join(site.home, 'cluster');
  const logFolder = join(site.home, 'log');
  const socketFolder = await createSocketFolder(site);
  // Node cannot use Unix sockets on Windows: use a loopback port with the same passwords.
  const port = process.platform === 'win32' ? { port: await freePort() } : {};
  const hostAccess = hostAccessFile(site.home);
  const major = majorOf(binaries.version);
  const settings = postgresSettings({ socketFolder, logFolder, hostAccess, major, durable: options.durable, ...port });
  await writeHostAccess(site);
  await writeShared(join(site.home, 'facturier.conf'), settings, site.runAs);
  await clearTraces(cluster, socketFolder);

  const log = openSync(startLog(site), 'w', 0o600);
  const child = startAs(site.runAs, (runAs) =>
    spawn(program(binaries, 'postgres'), ['-D', cluster], {
      ...runAs,
      cwd: cluster,
      env: { ...cleanEnvironment(), ...MEMORY_GIVEN_BACK },
      detached: true,
      stdio: ['ignore', log, log],
    }),
  );
  child.on('error', () => {});
  child.unref();
  closeSync(log);
  return { endpoint: { host: socketFolder, port: SOCKET_PORT, ...loopback(port) }, process: child };
}

/**
 * Stops PostgreSQL cleanly: open transactions are rolled back, committed data is on disk when it
 * returns.
 */
export async function stopPostmaster(site: ClusterLocation, binaries: PostgresBinaries): Promise<void> {
  const cluster = join(site.home, 'cluster');
  if (!(await postmasterAlive(cluster))) return;
  const args = ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', String(STOP_WAIT_S), '-s'];
  await runProgram(program(binaries, 'pg_ctl'), args, { runAs: site.runAs, folder: cluster }).catch(async (error) => {
    // It may have exited meanwhile.
    if (await postmasterAlive(cluster)) throw error;
  });
}

/** Whether the process in postmaster.pid is alive and belongs to this cluster. */
export async function postmasterAlive(cluster: string): Promise<boolean> {
  const pid = await pidIn(cluster);
  return pid !== undefined && isAlive(pid) && worksIn(pid, await realpath(cluster));
}

/** The end of the log of the last start. */
export async function endOfLog(site: ClusterLocation): Promise<string> {
  const said = await readFile(startLog(site), 'utf8').catch(() => '');
  return said.trim().split('\n').slice(-8).join('\n');
}

const startLog = (site: ClusterLocation) => join(site.home, 'start.log');

const loopback = (given: { port?: number }) =>
  given.port === undefined ? {} : { host: '127.0.0.1', port: given.port };

/**
 * Removes files of a killed PostgreSQL whose process id now belongs to another process: PostgreSQL
 * would take that process for itself and never start. If the id is free the files stay, because
 * PostgreSQL then also checks for orphans that still use the cluster's shared memory.
 */
async function clearTraces(cluster: string, socketFolder: string): Promise<void> {
  const pid = await pidIn(cluster);
  if (pid !== undefined && isAlive(pid)) {
    if (worksIn(pid, await realpath(cluster))) return;
    await rm(join(cluster, 'postmaster.pid'), { force: true });
  }
  await rm(socketIn(socketFolder), { force: true });
  await rm(`${socketIn(socketFolder)}.lock`, { force: true });
}

async function pidIn(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  return pid > 0 ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * PostgreSQL runs in its cluster's folder, which tells it apart from a process that reused its id.
 */
function worksIn(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : SOCKET_PORT;
}
