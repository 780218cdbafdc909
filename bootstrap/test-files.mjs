import { globSync, readFileSync } from 'node:fs';
import { E2E_TESTS } from './command-line.mjs';
import { projectPath } from './install.mjs';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'];
/**
 * What takes minutes and is a run of its own (`npm run test:e2e`): people in a real browser, attackers, crowds beside others, and all that is
 * killed, cut off, filled up, altered and brought back.
 */
const SLOW_TESTS = [E2E_TESTS, 'test/load-test', 'test/limits/account-fairness.test.ts', 'test/faults'];
/** Folders and files that have a process each: they are crowds of their own, or wait for the servers they kill. */
const ALONE = [
  // Longer than all else, and no quicker than its own steps: it begins first.
  E2E_TESTS,
  ...['test/load-test', 'test/limits/account-fairness.test.ts', 'test/mcp/bridge.test.ts'],
  ...[
    'concurrency/overload',
    'concurrency/several-machines',
    'kill/kill-payments',
    'kill/kill-servers',
    'kill/kill-workers',
  ].map((name) => `test/faults/${name}.test.ts`),
];
/**
 * What changes something of the whole process, counts what it does, or starts commands beside it: a file that names it shares none. The
 * limits of the process may be read, and not assigned to.
 */
const OF_ITS_PROCESS =
  /child_process|run-command|process\.env(\.\w+|\[.*?\])\s*=[^=]|delete process\.env|assign\((process|[A-Z]{2})|processLimits\.[\w.]+\s*=[^=]|process\.(chdir|kill|on|once|exitCode|memoryUsage|cpuUsage)\b|\bmock\b|setPriority|setFlagsFromString|globalThis/;
/** Of the others those of these folders begin first, the longest at the head: what is left at the end is short. */
const FIRST = [
  ...['test/faults', 'test/api/malformed-requests.test.ts', 'test/limits'],
  ...['test/simulation', 'test/deployment', 'src/cli', 'src/runtime'],
  ...['test/webhooks', 'test/mcp', 'test/state-matrix', 'test/isolation', 'test/pdf', 'test/mail', 'test'],
];

/** The files of a run (`tests` or `e2e`) in the order they begin: those that have a process each, and those that share some. */
export function testFiles(which) {
  const all = globSync(TEST_FILES, { cwd: projectPath('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isSlow(file) === (which === 'e2e'));
  const inOrder = all.toSorted().toSorted((a, b) => place(a) - place(b));
  return { alone: inOrder.filter(isAlone), shared: inOrder.filter((file) => !isAlone(file)) };
}

const isIn = (file) => (place) => file === place || file.startsWith(`${place}/`);

const isSlow = (file) => SLOW_TESTS.some(isIn(file));

function isAlone(file) {
  return ALONE.some(isIn(file)) || OF_ITS_PROCESS.test(readFileSync(projectPath(file), 'utf8'));
}

function place(file) {
  const found = [...ALONE, ...FIRST].findIndex(isIn(file));
  return found < 0 ? ALONE.length + FIRST.length : found;
}
