import { globSync, readFileSync } from 'node:fs';
import { inProject } from './install.mjs';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'];
/**
 * Folders whose files have a process each, those that take longest at the head: they start processes of their own, break
 * what they run on, or measure.
 */
const ALONE = [
  'test/siege',
  'test/web',
  'test/faults',
  'test/limits',
  'test/simulation',
  'test/operating',
  'src/cli',
  'src/ground',
];
/** What belongs to the whole process: a file that names it shares none. */
const OF_ITS_PROCESS = /\bprocess\.|child_process|\bmock\b|processLimits|setPriority|globalThis/;
/** Of the others those of these folders begin first: what is left at the end is short. */
const FIRST = ['test/webhooks', 'test/mcp', 'test/matrix', 'test/isolation', 'test/print', 'test/mail', 'test'];

/** The files of a whole run in the order they begin: those that have a process each, and those that share some. */
export function testFiles() {
  const all = globSync(TEST_FILES, { cwd: inProject('.') }).map((file) => file.replaceAll('\\', '/'));
  const inOrder = all.toSorted().toSorted((a, b) => place(a) - place(b));
  return { alone: inOrder.filter(isAlone), shared: inOrder.filter((file) => !isAlone(file)) };
}

const isIn = (file) => (folder) => file.startsWith(`${folder}/`);

function isAlone(file) {
  return ALONE.some(isIn(file)) || OF_ITS_PROCESS.test(readFileSync(inProject(file), 'utf8'));
}

function place(file) {
  const found = [...ALONE, ...FIRST].findIndex(isIn(file));
  return found < 0 ? ALONE.length + FIRST.length : found;
}
