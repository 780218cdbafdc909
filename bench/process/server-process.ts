import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { authorityFile } from '../../src/runtime/certificates/local-authority.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/runtime/cluster/embedded-database.ts';
import { discardDataFolder } from '../../test/support/database/test-cluster.ts';
import { openConnection, requestText } from '../load/connection.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_WAIT_MS = 120_000;
const START_POLL_MS = 50;
const COLLECTED_WITHIN_MS = 60_000;

/** A service started by the bench: process, address, and database for seeding. */
export type Service = {
  dataFolder: string;
  processId: number;
  port: number;
  ca: string;
  database: EmbeddedDatabase;
  /** Current memory of the server process in megabytes. */
  memory: () => Promise<number>;
  /** Milliseconds of processor time of the server process so far, hardly affected by other load. */
  processorMs: () => Promise<number>;
  /** JavaScript memory after a full garbage collection, if started with `collect-garbage.mjs`. */
  collected: () => Promise<NodeJS.MemoryUsage>;
  stop: () => Promise<void>;
};

/** Starts the service like `npm start`, in a new data folder, without a rate limit. */
export async function startService(nodeFlags: readonly string[]): Promise<Service> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier-bench-'));
  const where = { dataFolder, port: await freePort() };
  const child = await serving(nodeFlags, settingsFor(where));
  const ca = await ready(child, where);
  const database = await openEmbeddedDatabase(dataFolder);
  // Only its addresses are needed: open connections would count as the service's memory.
  await database.leave();
  return {
    dataFolder,
    processId: child.pid as number,
    port: where.port,
    ca,
    database,
    memory: () => residentMegabytes(child.pid as number),
    processorMs: () => processorMs(child.pid as number),
    collected: async () => {
      const signal = AbortSignal.timeout(COLLECTED_WITHIN_MS);
      child.send('collect');
      for (;;) {
        // The same channel reports that it serves.
        const [told] = await once(child, 'message', { signal });
        if (told !== null && typeof told === 'object' && 'heapUsed' in told) return told as NodeJS.MemoryUsage;
      }
    },
    stop: async () => {
      await ended(child);
      await discardDataFolder(dataFolder);
    },
  };
}

/**
 * Starts another process on the same database: returns seconds and processor time until its first
 * response, then stops it.
 */
export async function startBeside({ dataFolder }: Service): Promise<{ seconds: number; processorMs: number }> {
  const where = { dataFolder, port: await freePort() };
  const began = performance.now();
  const child = await serving([], settingsFor(where));
  await ready(child, where);
  const started = { seconds: (performance.now() - began) / 1000, processorMs: await processorMs(child.pid as number) };
  await ended(child);
  return started;
}

/** A worker on the same database; it answers no requests. */
export async function startWorker(
  { dataFolder }: Service,
  nodeFlags: readonly string[],
): Promise<Pick<Service, 'processorMs' | 'stop'>> {
  const child = await serving(nodeFlags, settingsFor({ dataFolder, port: 0 }), ['--role', 'worker']);
  return { processorMs: () => processorMs(child.pid as number), stop: () => ended(child) };
}

export type Where = { dataFolder: string; port: number };

/** Environment variables of a service started by the bench. */
export const settingsFor = ({ dataFolder, port }: Where): Record<string, string> => ({
  FACTURIER_DATA: dataFolder,
  PORT: String(port),
  HTTP_PORT: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
  // No external requests during measurements.
  RATES_URL: '',
  // Addresses of the bench's receivers.
  ALLOWED_WEBHOOK_NETWORKS: '127.0.0.0/8',
});

/** The server without the launcher, with the launcher's settings. */
async function serving(
  nodeFlags: readonly string[],
  settings: Record<string, string>,
  asked: readonly string[] = [],
): Promise<ChildProcess> {
  const { commandLine } = await import(new URL('../../bootstrap/command-line.mjs', import.meta.url).href);
  const { environment } = await import(new URL('../../bootstrap/run-child.mjs', import.meta.url).href);
  const { flags, program, args } = commandLine('serve', asked) as { flags: string[]; program: string; args: string[] };
  const line = ['--disable-warning=ExperimentalWarning', ...flags, ...nodeFlags, program, ...args];
  return spawn(process.execPath, line, {
    cwd: ROOT,
    env: { ...environment, ...process.env, ...settings },
    // In its own session, like under the launcher: kernels share processors between sessions, and
    // PostgreSQL has several.
    detached: true,
    // The channel closes with the bench, which tells the server to exit.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Asks a process to exit, and waits for it. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

/** Waits for the service to respond, and returns its authority's certificate. */
export async function ready(child: ChildProcess, { dataFolder, port }: Where): Promise<string> {
  const until = performance.now() + START_WAIT_MS;
  while (performance.now() < until && child.exitCode === null) {
    try {
      const ca = await readFile(authorityFile(dataFolder), 'utf8');
      const connection = await openConnection(port, ca);
      const { status } = await connection.ask(requestText(port, { method: 'GET', path: '/health/ready', key: '' }));
      connection.close();
      if (status === 200) return ca;
    } catch {
      // Not yet.
    }
    await wait(START_POLL_MS);
  }
  child.kill();
  throw new Error('the service did not start');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resident memory from the kernel; 0 without /proc. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** User and kernel time, in ticks of 100 per second; 0 without /proc. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}
