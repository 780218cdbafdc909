import { execFile, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { captured } from '../runner/captured-output.ts';
import { MAIN, TEST_MEMORY_FLAGS } from './main-program.ts';
import { observeProcess } from './observe-process.ts';

const LINE_MS_MAX = 120_000;
/** A user that is not root: a command keeps its rights, which this process needs. */
const ORDINARY_USER = 1_000;

export type Ran = { code: number; out: string; err: string };
type Environment = Record<string, string>;

const environment = (env: Environment) => {
  const { FACTURIER_KEY: _, FACTURIER_URL: __, ...rest } = process.env;
  return { ...rest, LANG: 'en_GB.UTF-8', LC_ALL: '', LC_MESSAGES: '', LOG_LEVEL: 'error', ...env };
};

/** What steps say that take long on a busy machine. */
const withoutProgress = (err: string): string => err.replaceAll(/^… .* · .*\n/gm, '');

/** One command of the command line, to its end. */
export const ran = (env: Environment, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [...TEST_MEMORY_FLAGS, MAIN, ...args], { env: environment(env) }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err: withoutProgress(err) }),
    );
  });

/**
 * One command in this process, to its end: starting another process for it takes up to two seconds
 * of processor time. One at a time, because a command has the environment of its process.
 */
export async function ranHere(env: Environment, ...args: string[]): Promise<Ran> {
  const ours = process.env;
  const user = process.geteuid && vi.spyOn(process, 'geteuid').mockReturnValue(ORDINARY_USER);
  process.env = environment(env);
  try {
    const { result: code, out, err } = await captured(() => runCommand(args));
    return { code, out, err: withoutProgress(err) };
  } finally {
    process.env = ours;
    user?.mockRestore();
  }
}

/** A command that goes on, and what it says with `--json`, a line each. */
export function running(env: Environment, ...args: string[]) {
  const child = spawn(process.execPath, [...TEST_MEMORY_FLAGS, MAIN, ...args, '--json'], { env: environment(env) });
  const { lines, out, err, ended } = observeProcess(child);
  return {
    lines,
    /** The first line that fits, once it was said. */
    line: async (fits: (line: any) => boolean) => {
      for (const until = performance.now() + LINE_MS_MAX; performance.now() < until; await wait(10)) {
        const found = lines().find(fits);
        if (found) return found;
      }
      throw new Error(`not said: ${out()}${err()}`);
    },
    /** Ctrl-C. Gives the exit code. */
    interrupt: () => {
      child.kill('SIGINT');
      return ended;
    },
    /** Nobody reads on. */
    hangUp: () => {
      child.stdout.destroy();
      return ended;
    },
  };
}
