import { globSync, readFileSync } from 'node:fs';
import { E2E_TESTS } from './command-line.mjs';
import { projectPath } from './install.mjs';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'];
/**
 * Test files of `npm run test:e2e`, which take minutes: end-to-end tests in a browser, load tests,
 * attacks, fault injection and recovery.
 */
const SLOW_TESTS = [
  ...[E2E_TESTS, 'test/web/components', 'test/load-test'],
  ...['test/limits/account-fairness.test.ts', 'test/faults'],
];
/**
 * Folders and files with a process of their own: they create much load, or wait for servers they
 * kill.
 */
const ALONE = [
  // The longest and limited by its own steps: start it first.
  E2E_TESTS,
  'test/web/components',
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
 * Files that change or count process-wide state or start commands get their own process. Process
 * limits may be read but not assigned.
 */
const OF_ITS_PROCESS =
  /child_process|run-command|process\.env(\.\w+|\[.*?\])\s*=[^=]|delete process\.env|assign\((process|[A-Z]{2})|processLimits\.[\w.]+\s*=[^=]|process\.(chdir|kill|on|once|exitCode|memoryUsage|cpuUsage)\b|\bmock\b|setPriority|setFlagsFromString|globalThis/;
/** Of the others, folders that start first, longest first, so that short files fill the end. */
const FIRST = [
  ...['test/faults', 'test/api/malformed-requests.test.ts', 'test/limits'],
  ...['test/simulation', 'test/deployment', 'src/cli', 'src/runtime'],
  ...['test/webhooks', 'test/mcp', 'test/state-matrix', 'test/isolation', 'test/pdf', 'test/mail', 'test'],
];

/**
 * The files of a run (`tests` or `e2e`) in starting order: those with their own process, and
 * those that share one.
 */
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
