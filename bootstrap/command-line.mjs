import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { projectPath } from './install.mjs';

/** Mebibytes of young JavaScript memory of the server at most: with 8, Node takes twice as long for a list of 100. */
const YOUNG_SPACE_MIB = 32;
/** Mebibytes at which the old memory ends, and the process with it: far above usual work, since ten large lists may be made at once. */
const OLD_SPACE_MIB = 512;

/** What people do in a real browser, step by step. */
export const E2E_TESTS = 'test/web/e2e.test.ts';

/** Test files run at a time: two more than there are processors, as many of them wait. They share one PostgreSQL. */
export const TEST_FILES_AT_ONCE = availableParallelism() + 2;
/** Longest run of one test, and of one process of them, however busy the machine is with other things. */
export const TEST_TIMEOUT_MS = 3_600_000;

/**
 * The young memory of a process of tests, in mebibytes, at most and from the start: what a test makes is mostly gone with it, and is cleared
 * away seldom. An eighth of the processor of such a process; twice as much memory would save no more.
 */
export const TEST_MEMORY_FLAGS = ['--max-semi-space-size=32', '--min-semi-space-size=32'];

/** What is loaded into each process of tests, in this order: the first changes what `node:test` takes as it is loaded. */
export const TEST_PRELOADS = [
  '--import=./test/support/runner/fast-test-context.ts',
  '--import=./test/support/runner/exit-after-tests.ts',
];
/** And into each of a run of drills: what all else gives way to there is a browser. */
export const SLOW_TEST_PRELOADS = ['--import=./test/support/runner/process-priority.ts'];

/**
 * What to give Node for a command: its own flags, the program, and the program's arguments. `apart` puts the process in
 * a group of its own, so that it gets each signal once, from us, and not a second time from the terminal. `kept` is started
 * again when it dies.
 */
export function commandLine(command, args) {
  if (command === 'test') return testRun(args);
  if (command === 'test:e2e') return { flags: [], program: 'bootstrap/run-tests.mjs', args: ['e2e', ...args] };
  if (command === 'test:browser') return testRun([...args, E2E_TESTS]);
  if (command === 'check') return { flags: [], program: 'bootstrap/check.mjs', args };
  if (command === 'generate') return { flags: [], program: 'src/generate.ts', args };
  if (command === 'kill-test') return { flags: [], program: 'test/faults/kill/kill-test-command.ts', args };
  if (command === 'kind-check') return { flags: [], program: 'test/document-kinds/additional-kind.ts', args };
  if (command === 'sharding-test') return { flags: [], program: 'test/sharding/sharding-test.ts', args };
  if (command === 'load-test') return { flags: [], program: 'test/load-test/load-test.ts', args };
  if (command === 'integrations') return { flags: [], program: 'test/integrations/official-tools.ts', args };
  if (command === 'sbom') return { flags: [], program: 'bootstrap/sbom.mjs', args };
  if (command === 'upgrade-test') return { flags: [], program: 'test/deployment/upgrade-test.ts', args };
  if (command === 'examples') return { flags: [], program: 'test/einvoice/write-examples.ts', args };
  if (command === 'validate') return { flags: [], program: 'test/einvoice/validate.ts', args };
  if (command === 'pictures' && args.includes('--screens'))
    return { flags: [], program: 'test/web/screenshots/update-screenshots.ts', args };
  if (command === 'pictures') return { flags: [], program: 'test/pdf/update-snapshots.ts', args };
  if (command === 'measure-pages') return { flags: [], program: 'test/web/performance/measure-pages.ts', args };
  if (command === 'capacity') return { flags: [], program: 'bench/capacity/capacity.ts', args };
  if (command === 'soak') return { flags: [], program: 'bench/soak/soak.ts', args };
  if (command === 'bench') return { flags: [], program: 'bench/bench.ts', args };
  if (command === 'dev') return { ...server(['serve', ...args]), flags: ['--watch', ...exitWithParentFlags()] };
  if (command === 'serve') return { ...server([command, ...args]), kept: true };
  // It ends in its own time too: Ctrl-C must reach it once.
  if (command === 'listen')
    return { flags: exitWithParentFlags(), program: 'src/main.ts', args: [command, ...args], apart: true };
  return { flags: exitWithParentFlags(), program: 'src/main.ts', args: [command, ...args] };
}

function server(args) {
  const memory = [`--max-semi-space-size=${YOUNG_SPACE_MIB}`, `--max-old-space-size=${OLD_SPACE_MIB}`];
  return { flags: [...memory, ...exitWithParentFlags()], program: 'src/main.ts', args, apart: true };
}

/** The command ends cleanly should the launcher be killed. */
function exitWithParentFlags() {
  return ['--import', pathToFileURL(projectPath('bootstrap/exit-with-parent.mjs')).href];
}

/** Without arguments, all tests but the drills. Flags go to Node's runner, anything else names the files to run. */
function testRun(args) {
  if (args.length === 0) return { flags: [], program: 'bootstrap/run-tests.mjs', args: ['tests'] };
  const flags = args.filter((arg) => arg.startsWith('-'));
  const files = args.filter((arg) => !arg.startsWith('-'));
  return {
    flags: [
      '--test',
      `--test-concurrency=${TEST_FILES_AT_ONCE}`,
      '--test-reporter=./bootstrap/test-reporter.mjs',
      `--test-timeout=${TEST_TIMEOUT_MS}`,
      ...TEST_MEMORY_FLAGS,
      ...TEST_PRELOADS,
      '--test-global-setup=./test/support/runner/global-setup.ts',
      ...flags,
    ],
    program: '',
    args: files.length > 0 ? files : ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.ts'],
  };
}
