import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshDatabase, freshDatabase } from '../database/test-database.ts';
import { withLiveKey } from './first-keys.ts';
import { MAIN, TEST_MEMORY_FLAGS } from './main-program.ts';

const START_MS_MAX = 120_000;

/** The output of `serve --json` once it is ready; a worker has no address. */
type Welcome = { address: string; keys?: { live: string; test: string }; link?: string };

/** A server in a process of its own. */
export type ServerProcess = {
  child: ChildProcess;
  port: number;
  welcome: Welcome;
  /** Its log so far. */
  log: () => string;
  /** Kills it without a shutdown. */
  kill: () => Promise<void>;
  /** Asks it to shut down, and returns its exit code. */
  stop: () => Promise<number | null>;
};

/**
 * What the processes of one test share: a data folder, and a database in the run's cluster, which
 * stays when they end.
 */
export type Ground = {
  database: FreshDatabase;
  dataFolder: string;
  /** Every process started with it. */
  processes: ServerProcess[];
  ca: () => Promise<Buffer>;
  /** Kills the remaining processes and deletes everything. */
  discard: () => Promise<void>;
};

export async function ground(): Promise<Ground> {
  const database = await freshDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier processes '));
  const processes: ServerProcess[] = [];
  return {
    database,
    dataFolder,
    processes,
    ca: () => readFile(join(dataFolder, 'tls', 'ca.pem')),
    discard: async () => {
      await Promise.all(processes.map((process) => process.kill()));
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Another machine on the same database: it has its own data folder, and a setting that gives both
 * machines the same keys.
 */
export type Machine = {
  own: Record<string, string>;
  /** The settings that the first machine needs too. */
  sharing: Record<string, string>;
  /**
   * Uses the certificate of the first machine, which must have started: machines behind one name
   * share it.
   */
  takeCertificate: () => Promise<void>;
  discard: () => Promise<void>;
};

export async function secondMachine(on: Ground): Promise<Machine> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier machine '));
  return {
    own: { FACTURIER_DATA: dataFolder },
    sharing: { KEYS_SECRET: randomBytes(32).toString('base64') },
    takeCertificate: () => cp(join(on.dataFolder, 'tls'), join(dataFolder, 'tls'), { recursive: true }),
    discard: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

/** The settings of a process on this database and data folder. */
export const settingsOf = (on: Ground, port = 0): Record<string, string> => ({
  FACTURIER_DATA: on.dataFolder,
  DATABASE_URL: on.database.databaseUrl,
  PORT: String(port),
  HTTP_PORT: '0',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  RATES_URL: '',
  URSSAF_URL: '',
  // The network of the tests' webhook receivers.
  ALLOWED_WEBHOOK_NETWORKS: '127.0.0.0/8',
  // A test starts some thirty processes that load the same files.
  NODE_COMPILE_CACHE: join(tmpdir(), 'facturier-test-compile-cache'),
});

/**
 * Starts a server and waits until it answers. `program` is the service, or a variant of it under
 * test.
 */
export async function startProcess(
  on: Ground,
  given: {
    port?: number;
    program?: string;
    role?: 'web' | 'worker';
    logLevel?: string;
    settings?: Record<string, string>;
  } = {},
): Promise<ServerProcess> {
  const role = given.role ? ['--role', given.role] : [];
  const flags = ['--disable-warning=ExperimentalWarning', ...TEST_MEMORY_FLAGS];
  const args = [...flags, given.program ?? MAIN, 'serve', '--json', ...role];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      ...settingsOf(on, given.port),
      ...(given.logLevel && { LOG_LEVEL: given.logLevel }),
      ...given.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'exit');
  const welcome = { address: '', ...(await serverReady(child, () => log)) };
  const server: ServerProcess = {
    child,
    welcome,
    port: welcome.address ? Number(new URL(welcome.address).port) : 0,
    log: () => log,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
  on.processes.push(server);
  return server;
}

/**
 * The `--json` output of a process once it is ready. A process that is not ready in time is killed.
 */
export function serverReady(child: ChildProcess, log: () => string): Promise<Partial<Welcome>> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`no server after ${START_MS_MAX} ms: ${said} ${log()}`));
    }, START_MS_MAX);
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      if (!said.includes('\n')) return;
      clearTimeout(timer);
      withLiveKey(JSON.parse(said.slice(0, said.indexOf('\n')))).then(resolve, reject);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}: ${log()}`));
    });
  });
}
