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
type Endpoint = { readonly host: string; readonly port: number };

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

/** First major version with the `io_method` setting. */
const IO_METHOD_SINCE = 18;

/**
 * The configuration file of the embedded PostgreSQL: for one small machine with little memory and
 * documents that must survive a power failure. Written at every start, so that a new version of
 * Facturier brings its own settings; the operator's additions to postgresql.conf are read later and
 * win.
 */
function postgresSettings(where: {
  /**
   * Folder of the Unix socket. Windows uses a loopback port instead, because Node cannot use
   * sockets there.
   */
  socketFolder: string;
  logFolder: string;
  /** Path of pg_hba.conf. */
  hostAccess: string;
  /** TCP port on 127.0.0.1 (Windows only). */
  port?: number;
  /** Major version that reads the file: older ones know fewer settings. */
  major: number;
  /** False only for databases that tests throw away. */
  durable: boolean;
}): string {
  const settings: Record<string, string> = {
    ...listening(where),
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    hba_file: where.hostAccess,
    // WAL not yet archived stays in the cluster; an unreachable archive must not fill the disk.
    max_slot_wal_keep_size: '4GB',
    // PostgreSQL never returns this memory; the kernel caches the files anyway.
    shared_buffers: '24MB',
    work_mem: '4MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    // JIT costs more than it saves for short transactions on a small machine.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    ...(where.major >= IO_METHOD_SINCE && { io_method: 'sync' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday, overwritten a week later. Failed statements are left out: they contain
    // customer data, and the application logs its own errors.
    logging_collector: 'on',
    log_directory: where.logFolder,
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_file_mode: '0600',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(where.durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Written by Facturier at every start: put your own settings in postgresql.conf.\n${lines.join('\n')}\n`;
}

function listening(where: { socketFolder: string; port?: number }): Record<string, string> {
  if (where.port !== undefined) {
    return { listen_addresses: '127.0.0.1', port: String(where.port), unix_socket_directories: '' };
  }
  return {
    listen_addresses: '',
    // A comma or quote in the path would end the list element.
    unix_socket_directories: `"${where.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}
