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

/** Seconds a stop waits for PostgreSQL to write its last checkpoint. */
const STOP_WAIT_S = 60;

/**
 * What the C library (glibc's `malloc`) gives back to the system: bytes from which on a piece is mapped by itself, and bytes that may lie free at the end of
 * its heap. Left to itself both rise with the longest piece there ever was, and whoever gathers statistics kept 10 MB.
 */
const MEMORY_GIVEN_BACK = { MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** Where a PostgreSQL that was just started will answer. */
export type Endpoint = { readonly host: string; readonly port: number };

/**
 * Starts PostgreSQL in a session of its own, so that the terminal's Ctrl-C does not reach it, and gives where it will
 * answer and its process; it does not wait for the answer. Call it under the lock.
 */
export async function startPostmaster(
  site: ClusterLocation,
  binaries: PostgresBinaries,
  options: { durable: boolean },
): Promise<{ endpoint: Endpoint; process: ChildProcess }> {
  const cluster = join(site.home, 'cluster');
  const logFolder = join(site.home, 'log');
  const socketFolder = await createSocketFolder(site);
  // Node reaches no Unix socket on Windows: there it is a port of the loopback, with the same passwords.
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

/** Stops PostgreSQL cleanly: open transactions are rolled back, everything committed is on the disk when it returns. */
export async function stopPostmaster(site: ClusterLocation, binaries: PostgresBinaries): Promise<void> {
  const cluster = join(site.home, 'cluster');
  if (!(await postmasterAlive(cluster))) return;
  const args = ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', String(STOP_WAIT_S), '-s'];
  await runProgram(program(binaries, 'pg_ctl'), args, { runAs: site.runAs, folder: cluster }).catch(async (error) => {
    // It may have ended by itself in between.
    if (await postmasterAlive(cluster)) throw error;
  });
}

/** True while the process that postmaster.pid names lives and is the PostgreSQL of this cluster. */
export async function postmasterAlive(cluster: string): Promise<boolean> {
  const pid = await pidIn(cluster);
  return pid !== undefined && isAlive(pid) && worksIn(pid, await realpath(cluster));
}

/** What the last start said: the end of its log. */
export async function endOfLog(site: ClusterLocation): Promise<string> {
  const said = await readFile(startLog(site), 'utf8').catch(() => '');
  return said.trim().split('\n').slice(-8).join('\n');
}

const startLog = (site: ClusterLocation) => join(site.home, 'start.log');

const loopback = (given: { port?: number }) =>
  given.port === undefined ? {} : { host: '127.0.0.1', port: given.port };

/**
 * Removes what a killed PostgreSQL left, where its process id now belongs to somebody else: PostgreSQL would take that
 * process for itself and never start. Where the id belongs to nobody it is left in place, for PostgreSQL then also
 * looks for orphans that still have the memory of the cluster.
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

/** PostgreSQL works in the folder of its cluster, which tells it from any process that was given the same id later. */
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
