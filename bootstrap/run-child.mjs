import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { failureMessage } from './failure-messages.mjs';
import { isPackage, projectPath } from './install.mjs';
import { keepRunning } from './restart-on-crash.mjs';

/**
 * Signals closer together than this count as one: npm forwards what the terminal has already sent
 * us.
 */
const SAME_SIGNAL_MS = 500;
const PARENT_POLL_MS = 1_000;

/**
 * Environment of our processes. With Node's compile cache the second start takes a third of the
 * time. One malloc arena for all threads of glibc, where each would otherwise keep some 10 MB.
 */
export const environment = {
  NODE_COMPILE_CACHE: projectPath(isPackage ? '.cache/node' : 'node_modules/.cache/node'),
  MALLOC_ARENA_MAX: '1',
};

/**
 * Runs a command under this Node and returns its exit code, 128 + n if signal n ended it. Forwards
 * signals and never exits before the command, so that callers wait for it. A `kept` command is
 * restarted when it dies, until it is asked to stop. `how` shortens delays, for tests.
 */
export async function runChild(node, line, how) {
  const asking = new AbortController();
  let child;
  const ask = (signal) => {
    asking.abort();
    child?.kill(signal);
  };
  passOn({ SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' }, ask);
  endWithNpm(ask, asking.signal);
  const once = () => {
    child = started(node, line);
    return endOf(child);
  };
  const { code, signal } = line.kept ? await keepRunning(once, { asked: asking.signal, ...how }) : await once();
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

function started(node, { flags, program, args, environment: also, apart = false }) {
  return spawn(
    node,
    ['--disable-warning=ExperimentalWarning', ...flags, ...(program ? [projectPath(program)] : []), ...args],
    {
      // The data folder of the package is where it is started, by default.
      cwd: isPackage ? process.cwd() : projectPath('.'),
      env: { ...environment, ...process.env, ...also },
      // The IPC channel closes with us, which tells the command that we were killed. A server uses
      // it to report that it serves.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: apart,
    },
  );
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

/** A closed terminal (SIGHUP) asks for a clean exit like other signals. */
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

/**
 * npm forwards the signals it can catch. If it is killed our parent changes, and we exit too. Asks
 * only once, because a second signal ends a server at once, without stopping its PostgreSQL.
 */
function endWithNpm(ask, asked) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    if (!asked.aborted) ask('SIGTERM');
  }, PARENT_POLL_MS).unref();
}
