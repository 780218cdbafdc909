import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { withLiveKey } from '../support/service/first-keys.ts';
import { MAIN, TEST_MEMORY_FLAGS } from '../support/service/main-program.ts';

const ANSWER_MS_MAX = 300_000;

/** The result of a command. */
export type Ran = { code: number | null; out: string; err: string };

/** Settings of a test service with its own embedded database. */
export const isolatedSettings = (dataFolder: string, more: Record<string, string> = {}): Record<string, string> => ({
  FACTURIER_DATA: dataFolder,
  PORT: '0',
  HTTP_PORT: '0',
  LOG_LEVEL: 'error',
  LC_ALL: 'en',
  ...more,
});

/** Runs a command of this program to its end, as root or as the user of the tests. */
export async function ran(args: readonly string[], settings: Record<string, string>, program = MAIN): Promise<Ran> {
  const child = launched(args, settings, program);
  const said = heard(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

/** A service that has reported ready. */
export type Started = {
  pid: number;
  welcome: { address: string; authorityFile: string; databaseFolder?: string; keys?: { live: string; test: string } };
  err: () => string;
  stop: () => Promise<number | null>;
};

export async function started(settings: Record<string, string>, program = MAIN): Promise<Started> {
  const child = launched(['serve', '--json'], settings, program);
  const said = heard(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const deadline = performance.now() + ANSWER_MS_MAX;
  while (!said.out.includes('\n')) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${said.err}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the service did not start: ${said.err}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  };
  const welcome = await withLiveKey(JSON.parse(said.out));
  return { pid: child.pid as number, welcome, err: () => said.err, stop };
}

/** The distinct user IDs (real, effective, saved, file system) of all threads of a process. */
export function usersOf(pid: number): string[] {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/status`);
  const lines = threads.map((file) => /^Uid:\s*(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '');
  return [...new Set(lines.map((line) => line.replaceAll('\t', ' ')))];
}

/** Child processes of this one. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          / \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^\d+/, ''))?.[1] === String(pid)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

function launched(args: readonly string[], settings: Record<string, string>, program: string) {
  const { DATABASE_URL: _, ...environment } = process.env;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...TEST_MEMORY_FLAGS, program, ...args], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function heard(child: ReturnType<typeof launched>): { out: string; err: string } {
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return said;
}
