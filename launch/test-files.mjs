import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './install.mjs';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts'];
/** Folders whose files begin first, those that take longest at the head. */
const FIRST = [
  ...['test/siege', 'test/faults', 'test/limits', 'test/simulation', 'test/operating', 'test/webhooks', 'src/cli'],
  ...['src/ground', 'test/mcp', 'test/matrix', 'test/isolation', 'test/print', 'test/integrations'],
  ...['test/mail/killed-worker', 'src/print', 'src/backup', 'test/tidy'],
];
/** Rooms without a process, a database or a clock: their tests may share a process. */
const PURE = /^src\/(domain|contract|seal|spreadsheet|einvoice)\//;
/**
 * A file that names one of these shares none all the same. Support of the tests waits while it is loaded, and Node's runner then
 * takes the tests of one file for those of another.
 */
const OF_ITS_PROCESS =
  /\btest\/|\bprocess\.|child_process|\bmock\.|processLimits|globalThis|(?<=^(const|let)[^=\n]*= |^)await /m;
/** Files in one process: most take less time than its start. */
const SHARING_MAX = 12;

/** The files of a whole run in the order they begin, and where files share a process, what it runs in their place. */
export function testFiles() {
  const all = globSync(TEST_FILES, { cwd: inProject('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  const alone = all.filter(isAlone).toSorted((a, b) => place(a) - place(b));
  // Those of src take least: they fill the end.
  return [...alone.map(inProject), ...shared(all.filter((file) => !isAlone(file))).toReversed()];
}

/** True for a file that `testFiles` made: it stands for others, each of which is told as a suite named by its path. */
export const standsForOthers = (file) => file.startsWith(folder());

function isAlone(file) {
  return !PURE.test(file) || OF_ITS_PROCESS.test(readFileSync(inProject(file), 'utf8'));
}

function place(file) {
  const found = FIRST.findIndex((each) => file.startsWith(each));
  return found < 0 ? FIRST.length : found;
}

/** Neighbours share a process, as they load the same. Each is a suite, so that what it prepares stands for as long as it runs. */
function shared(files) {
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(folder(), { recursive: true });
  return Array.from({ length: Math.ceil(files.length / SHARING_MAX) }, (_, at) => {
    const path = join(folder(), `${at + 1}.mjs`);
    const suites = files.slice(at * SHARING_MAX, (at + 1) * SHARING_MAX).map(suiteOf);
    writeFileSync(path, `import { describe } from 'node:test';\n${suites.join('\n')}\n`);
    return path;
  });
}

const folder = () => join(inProject('node_modules'), '.cache', 'test-files');

const suiteOf = (file) => {
  const url = pathToFileURL(inProject(file)).href;
  return `describe(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(url)})));`;
};
