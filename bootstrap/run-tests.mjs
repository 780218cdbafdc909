// `npm test` without arguments and `npm run test:e2e`: all their test files, longest first. Node's
// own command would sort them by name and start a process for each.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { bundledProgram } from './bundled-program.mjs';
import {
  SLOW_TEST_PRELOADS,
  TEST_FILES_AT_ONCE,
  TEST_MEMORY_FLAGS,
  TEST_PRELOADS,
  TEST_TIMEOUT_MS,
} from './command-line.mjs';
import { projectPath } from './install.mjs';
import { testFiles } from './test-files.mjs';
import testReport from './test-reporter.mjs';

const [which, ...options] = process.argv.slice(2);
if (options.includes('--long')) process.env.TEST_FORM = 'long';
const { alone, shared } = await chosenFiles();
const before = which === 'e2e' ? [...TEST_PRELOADS, ...SLOW_TEST_PRELOADS] : TEST_PRELOADS;
/**
 * Half of the processes run files that share a process; the others run once those are full or
 * everything else is done.
 */
const sharing = Array.from({ length: Math.min(Math.ceil(TEST_FILES_AT_ONCE / 2), shared.length) }, () =>
  projectPath('test/support/runner/shared-process.ts'),
);
const folder = mkdtempSync(join(tmpdir(), 'facturier-shared-tests-'));
process.env.FACTURIER_SHARED_TESTS = folder;
// Determined once here, not in each file that starts a process.
process.env.FACTURIER_GATHERED = projectPath(await bundledProgram(process.execPath));
writeFileSync(join(folder, 'files.json'), JSON.stringify(shared));

const tests = run({
  files: [...sharing, ...alone.map(projectPath), ...sharing, ...sharing, ...sharing],
  concurrency: TEST_FILES_AT_ONCE,
  timeout: TEST_TIMEOUT_MS,
  globalSetupPath: projectPath('test/support/runner/global-setup.ts'),
  // All processors are busy with tests: V8's helper threads would only wait for one another.
  execArgv: ['--disable-warning=ExperimentalWarning', '--v8-pool-size=0', ...TEST_MEMORY_FLAGS, ...before],
  cwd: projectPath('.'),
});
tests.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
tests.compose(testReport).pipe(process.stdout);
process.once('exit', () => {
  const taken = readdirSync(folder).length - 1;
  rmSync(folder, { recursive: true });
  if (taken === shared.length) return;
  console.error(`${shared.length - taken} of ${shared.length} test files were not run`);
  process.exitCode = 1;
});

/** All files of the run, or those that changes since a commit affect: none is a success. */
async function chosenFiles() {
  const [changed, base] = options;
  if (changed !== '--changed') return testFiles(which);
  const { changedTestFiles } = await import('./changed-tests.mjs');
  const chosen = changedTestFiles(base);
  if (chosen.alone.length + chosen.shared.length === 0) process.exit(0);
  return chosen;
}
