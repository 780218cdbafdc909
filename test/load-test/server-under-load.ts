import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MAIN } from '../support/service/bundled-main.ts';
import { type Ground, serverReady, settingsOf } from '../support/service/server-process.ts';

/** What the probe inside the server says; times are Unix milliseconds. */
export type Told =
  | { stalled: { ms: number; from: number; to: number } }
  | { heap: { usedMb: number; externalMb: number } };

export type Stall = Extract<Told, { stalled: unknown }>['stalled'];

/** The most that was seen since the watch was set. */
export type Watched = {
  /** Of JavaScript's own memory, and of buffers beside it. */
  heapMb: number;
  externalMb: number;
  /** Resident memory of the server's process, and of it with the processes that print. */
  serverMb: number;
  treeMb: number;
  stalls: Stall[];
};

/** A server as production runs it, in a process of its own, and watched. */
export type ServerUnderLoad = {
  pid: number;
  port: number;
  keys: { live: string; test: string } | undefined;
  isAlive: () => boolean;
  /** Its last words. */
  log: () => string;
  /** Forgets what was seen, and looks anew. */
  watch: () => Promise<void>;
  seen: () => Watched;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROBE = new URL('./event-loop-probe.ts', import.meta.url).href;
const SAMPLE_MS = 100;
/** Milliseconds after which a server that was asked to end is ended. */
const STOP_MS_MAX = 20_000;
const LOG_CHARACTERS = 20_000;

/**
 * Starts a server with the memory the launcher gives it, and the probe. `modules` are loaded before it, as `--import`
 * does: the control takes the limits off that way.
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
  // What a control changes lies in a file of its own only where the program runs as it is written.
  const run = modules.length > 0 ? program : MAIN;
  const { RATE_LIMIT: _, ...settings } = settingsOf(on, port);
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, ...imports, run, ...args], {
    cwd: ROOT,
    env: { ...environment, ...process.env, ...settings },
    // The channel closes with us, which tells the server to end.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function watcher(child: ChildProcess) {
  const nothing = (): Watched => ({ heapMb: 0, externalMb: 0, serverMb: 0, treeMb: 0, stalls: [] });
  let most = nothing();
  const pid = child.pid as number;
  child.on('message', (told: Told | string) => {
    // What the server itself tells its launcher.
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
    // The kernel's own high-water mark: between two looks nothing is missed.
    most.serverMb = Math.max(most.serverMb, server.mostMb);
    most.treeMb = Math.max(most.treeMb, server.mostMb + others);
  };
  const sampling = setInterval(sample, SAMPLE_MS);
  return {
    anew: async () => {
      most = nothing();
      // Starts the high-water mark anew (proc(5)); where that is not allowed it stands for the whole run.
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

/** Resident memory of the processes a process started: all by its first thread, as Node does. */
function printersOf(pid: number): number {
  const children = kernelOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + memoryOf(Number(child)).nowMb, 0);
}

/** What the kernel says of a process. It answers at once: to wait for it by promises would cost many times as much, ten times a second. */
function kernelOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
