import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MAIN } from '../support/service/main-program.ts';
import { type Ground, serverReady, settingsOf } from '../support/service/server-process.ts';

/** Messages of the probe in the server; times are Unix milliseconds. */
export type Told =
  | { stalled: { ms: number; from: number; to: number } }
  | { heap: { usedMb: number; externalMb: number } };

export type Stall = Extract<Told, { stalled: unknown }>['stalled'];

/** Peaks since the last reset. */
export type Watched = {
  /** JavaScript heap and external buffers. */
  heapMb: number;
  externalMb: number;
  /** Resident memory of the server process, and including its PDF processes. */
  serverMb: number;
  treeMb: number;
  stalls: Stall[];
};

/** A server as in production, in a separate, monitored process. */
export type ServerUnderLoad = {
  pid: number;
  port: number;
  keys: { live: string; test: string } | undefined;
  isAlive: () => boolean;
  /** Its last output. */
  log: () => string;
  /** Resets the peaks. */
  watch: () => Promise<void>;
  seen: () => Watched;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROBE = new URL('./event-loop-probe.ts', import.meta.url).href;
const SAMPLE_MS = 100;
/** Milliseconds from a stop request to a kill. */
const STOP_MS_MAX = 20_000;
const LOG_CHARACTERS = 20_000;

/**
 * Starts a server with the launcher's memory limit and the probe. `modules` are loaded first
 * (`--import`), as the control uses to remove limits.
 */
export async function serverUnderLoad(
  on: Ground,
  given: { port?: number; modules?: readonly string[] } = {},
): Promise<ServerUnderLoad> {
  const child = await spawned(on, given);
  const end = once(child, 'exit');
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-LOG_CHARACTERS);
  });
  const watching = watcher(child);
  const { address = '', keys } = await serverReady(child, () => log);
  await watching.anew();
  return {
    pid: child.pid as number,
    port: Number(new URL(address).port),
    keys,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    log: () => log,
    watch: watching.anew,
    seen: watching.seen,
    stop: async () => {
      watching.end();
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await end;
      clearTimeout(late);
    },
    kill: async () => {
      watching.end();
      child.kill('SIGKILL');
      await end;
    },
  };
}

async function spawned(on: Ground, { port = 0, modules = [] }: { port?: number; modules?: readonly string[] }) {
  const { commandLine } = await import(new URL('../../bootstrap/command-line.mjs', import.meta.url).href);
  const { environment } = await import(new URL('../../bootstrap/run-child.mjs', import.meta.url).href);
  const { flags, program, args } = commandLine('serve', ['--json']) as Record<'flags' | 'args', string[]> & {
    program: string;
  };
  const imports = [PROBE, ...modules].flatMap((module) => ['--import', module]);
  // A control can replace a module only if the program runs from source.
  const run = modules.length > 0 ? program : MAIN;
  const { RATE_LIMIT: _, ...settings } = settingsOf(on, port);
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, ...imports, run, ...args], {
    cwd: ROOT,
    env: { ...environment, ...process.env, ...settings },
    // The channel closes with this process, which stops the server.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function watcher(child: ChildProcess) {
  const nothing = (): Watched => ({ heapMb: 0, externalMb: 0, serverMb: 0, treeMb: 0, stalls: [] });
  let most = nothing();
  const pid = child.pid as number;
  child.on('message', (told: Told | string) => {
    // The server's own messages to its launcher.
    if (typeof told !== 'object') return;
    if ('stalled' in told) most.stalls.push(told.stalled);
    else {
      most.heapMb = Math.max(most.heapMb, told.heap.usedMb);
      most.externalMb = Math.max(most.externalMb, told.heap.externalMb);
    }
  });
  const sample = (): void => {
    const server = memoryOf(pid);
    const others = printersOf(pid);
    // The kernel's peak value, so that nothing is missed between two samples.
    most.serverMb = Math.max(most.serverMb, server.mostMb);
    most.treeMb = Math.max(most.treeMb, server.mostMb + others);
  };
  const sampling = setInterval(sample, SAMPLE_MS);
  return {
    anew: async () => {
      most = nothing();
      // Resets the peak (proc(5)); if not permitted, it covers the whole run.
      await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
    },
    seen: () => {
      sample();
      return most;
    },
    end: () => clearInterval(sampling),
  };
}

function memoryOf(pid: number): { nowMb: number; mostMb: number } {
  const status = kernelOf(`/proc/${pid}/status`);
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { nowMb: megabytes('VmRSS'), mostMb: megabytes('VmHWM') };
}

/** Resident memory of child processes, which Node starts from its main thread. */
function printersOf(pid: number): number {
  const children = kernelOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + memoryOf(Number(child)).nowMb, 0);
}

/**
 * Kernel data of a process. Synchronous: promises would cost many times as much ten times a second.
 */
function kernelOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
