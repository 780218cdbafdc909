import { pathToFileURL } from 'node:url';
import { isPackage, projectPath } from './install.mjs';

/**
 * Maximum MiB of V8's young generation in the server: with 8, a list of 100 takes twice as long.
 */
const YOUNG_SPACE_MIB = 32;
/**
 * Maximum MiB of V8's old generation, beyond which the process dies: far above normal use, because
 * ten large lists may be built at once.
 */
const OLD_SPACE_MIB = 512;

const MAIN = isPackage ? 'src/main.js' : 'src/main.ts';

/** End-to-end tests in a real browser. */
export const E2E_TESTS = 'test/web/e2e.test.ts';

/**
 * Node's arguments for a command: flags, program, arguments. `apart` starts it in its own process
 * group, so that it gets each signal once, from us, and not also from the terminal. `kept` restarts
 * it when it dies.
 */
export function commandLine(command, args) {
  if (command === 'test') return testRun(args);
  if (command === 'test:e2e') return testRun(['--project', 'e2e', ...args]);
  if (command === 'test:browser') return testRun([...args, E2E_TESTS]);
  if (command === 'check') return { flags: [], program: 'bootstrap/check.mjs', args };
  if (command === 'generate') return { flags: [], program: 'src/generate.ts', args };
  if (command === 'kill-test') return { flags: [], program: 'test/faults/kill/kill-test-command.ts', args };
  if (command === 'kind-check') return { flags: [], program: 'test/document-kinds/additional-kind.ts', args };
  if (command === 'field-check') return { flags: [], program: 'test/document-fields/additional-field.ts', args };
  if (command === 'mutants') return { flags: [], program: 'test/mutants/mutants.ts', args };
  if (command === 'sharding-test') return { flags: [], program: 'test/sharding/sharding-test.ts', args };
  if (command === 'load-test') return { flags: [], program: 'test/load-test/load-test.ts', args };
  if (command === 'integrations') return { flags: [], program: 'test/integrations/official-tools.ts', args };
  if (command === 'build-package') return { flags: [], program: 'bootstrap/build-package.mjs', args };
  if (command === 'sbom') return { flags: [], program: 'bootstrap/sbom.mjs', args };
  if (command === 'upgrade-test') return { flags: [], program: 'test/deployment/upgrade-test.ts', args };
  if (command === 'try-install') return { flags: [], program: 'test/deployment/try-install.ts', args };
  if (command === 'try-image') return { flags: [], program: 'test/deployment/image/try-image.ts', args };
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
  // They also shut down gracefully: Ctrl-C must reach them once.
  if (command === 'listen' || command === 'platform')
    return { flags: exitWithParentFlags(), program: MAIN, args: [command, ...args], apart: true };
  return { flags: exitWithParentFlags(), program: MAIN, args: [command, ...args] };
}

function server(args) {
  const memory = [`--max-semi-space-size=${YOUNG_SPACE_MIB}`, `--max-old-space-size=${OLD_SPACE_MIB}`];
  return { flags: [...memory, ...exitWithParentFlags()], program: MAIN, args, apart: true };
}

/** The command exits cleanly if the launcher is killed. */
function exitWithParentFlags() {
  return ['--import', pathToFileURL(projectPath('bootstrap/exit-with-parent.mjs')).href];
}

/** Tests that end within seconds; the others are those of `npm run test:e2e`. */
const FAST = ['--project', 'shared', '--project', 'isolated'];

/**
 * Runs the named test files; otherwise all fast ones, with `--changed [base]` only those that
 * changes affect. `--long` runs every test at full length.
 */
function testRun(args) {
  if (args.includes('--long')) process.env.TEST_FORM = 'long';
  const given = args.filter((arg) => arg !== '--long');
  const isAll = given.length === 0 || given[0] === '--changed';
  return { flags: [], program: 'node_modules/vitest/vitest.mjs', args: ['run', ...(isAll ? FAST : []), ...given] };
}
