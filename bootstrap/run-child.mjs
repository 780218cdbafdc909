import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { failureMessage } from './failure-messages.mjs';
import { projectPath } from './install.mjs';
import { keepRunning } from './restart-on-crash.mjs';

/** Signals that arrive closer together than this are one: npm passes on what the terminal has already sent us. */
const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 1_000;

/**
 * What every process of ours is given. Node keeps what it made of our TypeScript: the second start takes a third of the
 * time of the first. One arena for all threads of glibc, where each would otherwise keep some 10 MB for itself.
 */
export const environment = { NODE_COMPILE_CACHE: projectPath('node_modules/.cache/node'), MALLOC_ARENA_MAX: '1' };

/**
 * Runs a command under this Node and gives its exit code, 128 + n when signal n ended it. Signals are passed on; we
 * never end before the command does, so that whoever waits for us waits for it. What is `kept` is started again when it
 * dies, until somebody asks it to end. `how` shortens its pauses, for tests.
 */
export async function runChild(node, line, how) {
  const asking = new AbortController();
  let child;
  const ask = (signal) => {
    asking.abort();
    child?.kill(signal);
  };
  passOn({ SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' }, ask);
  endWithNpm(ask);
  const once = () => {
    child = started(node, line);
    return endOf(child);
  };
  const { code, signal } = line.kept ? await keepRunning(once, { asked: asking.signal, ...how }) : await once();
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

function started(node, { flags, program, args, environment: also, apart = false }) {
  return spawn(node, ['--disable-warning=ExperimentalWarning', ...flags, ...(program ? [program] : []), ...args], {
    cwd: projectPath('.'),
    env: { ...environment, ...process.env, ...also },
    // The channel closes with us, which tells the command that we were killed. A server says on it that it serves.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: apart,
  });
}

function endOf(child) {
  return new Promise((resolve) => {
    let served = false;
    child.on('message', (message) => {
      served ||= message === 'serving';
    });
    child.once('error', (error) => {
      console.error(failureMessage(error));
      resolve({ code: 1, signal: null, served });
    });
    child.once('exit', (code, signal) => resolve({ code, signal, served }));
  });
}

/** A closed terminal (SIGHUP) asks for a clean end like any other. */
function passOn(signals, ask) {
  for (const [received, passed] of Object.entries(signals)) {
    let last = Number.NEGATIVE_INFINITY;
    process.on(received, () => {
      const now = performance.now();
      if (now - last > SAME_SIGNAL_MS) ask(passed);
      last = now;
    });
  }
}

/** npm passes on the signals it can catch. When it is killed we are given another parent, and go too. */
function endWithNpm(ask) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) ask('SIGTERM');
  }, PARENT_POLL_MS).unref();
}
