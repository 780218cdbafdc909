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

/** A service of the bench's own: its process, its address, and its database for seeding. */
export type Service = {
  dataFolder: string;
  processId: number;
  port: number;
  ca: string;
  database: EmbeddedDatabase;
  /** Megabytes of memory the server process holds now. */
  memory: () => Promise<number>;
  /** Milliseconds of processor the server process has used so far: what other programs do meanwhile hardly moves it. */
  processorMs: () => Promise<number>;
  /** What its JavaScript holds once all is cleared away, where it was started with `collect-when-asked.mjs`. */
  collected: () => Promise<NodeJS.MemoryUsage>;
  stop: () => Promise<void>;
};

/** Starts the service as `npm start` would, in a new data folder, without a limit on requests. */
export async function startService(nodeFlags: readonly string[]): Promise<Service> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier-bench-'));
  const where = { dataFolder, port: await freePort() };
  const child = await serving(nodeFlags, settingsFor(where));
  const ca = await ready(child, where);
  const database = await openEmbeddedDatabase(dataFolder);
  // For its addresses alone: what is connected for the bench would be counted as the service's memory.
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
        // It says on the same channel that it serves.
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

/** From the start of another process that serves on the same database to its first answer: seconds, and what it took of the processor. Then it is ended. */
export async function startBeside({ dataFolder }: Service): Promise<{ seconds: number; processorMs: number }> {
  const where = { dataFolder, port: await freePort() };
  const began = performance.now();
  const child = await serving([], settingsFor(where));
  await ready(child, where);
  const started = { seconds: (performance.now() - began) / 1000, processorMs: await processorMs(child.pid as number) };
  await ended(child);
  return started;
}

/** Another process that works off what the service does by itself, on its database; it answers nobody. */
export async function startWorker(
  { dataFolder }: Service,
  nodeFlags: readonly string[],
): Promise<Pick<Service, 'processorMs' | 'stop'>> {
  const child = await serving(nodeFlags, settingsFor({ dataFolder, port: 0 }), ['--role', 'worker']);
  return { processorMs: () => processorMs(child.pid as number), stop: () => ended(child) };
}

export type Where = { dataFolder: string; port: number };

/** The settings of a service of the bench's own, as environment variables. */
export const settingsFor = ({ dataFolder, port }: Where): Record<string, string> => ({
  FACTURIER_DATA: dataFolder,
  PORT: String(port),
  HTTP_PORT: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'warn',
  // Nothing is asked of others while it is measured.
  RATES_URL: '',
  // Where the bench's own receivers are.
  ALLOWED_WEBHOOK_NETWORKS: '127.0.0.0/8',
});

/** The server without the launcher in between, given what the launcher gives it. */
async function serving(
  nodeFlags: readonly string[],
  settings: Record<string, string>,
  asked: readonly string[] = [],
): Promise<ChildProcess> {
  const { commandLine } = await import(new URL('../../bootstrap/command-line.mjs', import.meta.url).href);
  const { environment } = await import(new URL('../../bootstrap/run-child.mjs', import.meta.url).href);
  const { bundledProgram } = await import(new URL('../../bootstrap/bundled-program.mjs', import.meta.url).href);
  const { flags, args } = commandLine('serve', asked) as { flags: string[]; args: string[] };
  const program: string = await bundledProgram(process.execPath);
  const line = ['--disable-warning=ExperimentalWarning', ...flags, ...nodeFlags, program, ...args];
  return spawn(process.execPath, line, {
    cwd: ROOT,
    env: { ...environment, ...process.env, ...settings },
    // In a session of its own, as the launcher puts it: kernels divide the processor between sessions first, and PostgreSQL has several.
    detached: true,
    // The channel closes with the bench, which tells the server to end.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Asks a process to end, and waits until it has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

/** Waits for the service's answer, and gives the certificate of its authority. */
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

/** Resident memory as the kernel counts it; 0 where there is no /proc. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** User and kernel time, in ticks of the kernel's fixed 100 a second; 0 where there is no /proc. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}
