import { globSync, readFileSync } from 'node:fs';
import { inProject } from './install.mjs';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'];
/** What people do in a real browser, step by step, for as long as all else takes: `npm run journeys`, and a step of the check. */
export const JOURNEYS = 'test/web/journeys.test.ts';
/** Folders and files that have a process each: they are crowds of their own, or wait for the servers they kill. */
const ALONE = [
  ...['test/siege', 'test/limits/beside-others.test.ts', 'test/mcp/bridge.test.ts'],
  ...['crowd', 'several-machines', 'kill-payments', 'kill-servers', 'kill-workers'].map(
    (name) => `test/faults/${name}.test.ts`,
  ),
];
/**
 * What changes something of the whole process, counts what it does, or starts commands beside it: a file that names it shares none. The
 * limits of the process may be read, and not assigned to.
 */
const OF_ITS_PROCESS =
  /child_process|developer-process|process\.env(\.\w+|\[.*?\])\s*=[^=]|delete process\.env|assign\((process|[A-Z]{2})|processLimits\.[\w.]+\s*=[^=]|process\.(chdir|kill|on|once|exitCode|memoryUsage|cpuUsage)\b|\bmock\b|setPriority|globalThis/;
/** Of the others those of these folders begin first, the longest at the head: what is left at the end is short. */
const FIRST = [
  ...['test/faults', 'test/interface/malformed-requests.test.ts', 'test/limits'],
  ...['test/simulation', 'test/operating', 'src/cli', 'src/ground'],
  ...['test/webhooks', 'test/mcp', 'test/matrix', 'test/isolation', 'test/print', 'test/mail', 'test'],
];

/** The files of `npm test` in the order they begin: those that have a process each, and those that share some. */
export function testFiles() {
  const all = globSync(TEST_FILES, { cwd: inProject('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== JOURNEYS);
  const inOrder = all.toSorted().toSorted((a, b) => place(a) - place(b));
  return { alone: inOrder.filter(isAlone), shared: inOrder.filter((file) => !isAlone(file)) };
}

const isIn = (file) => (place) => file === place || file.startsWith(`${place}/`);

function isAlone(file) {
  return ALONE.some(isIn(file)) || OF_ITS_PROCESS.test(readFileSync(inProject(file), 'utf8'));
}

function place(file) {
  const found = [...ALONE, ...FIRST].findIndex(isIn(file));
  return found < 0 ? ALONE.length + FIRST.length : found;
}
