// `npm test` without arguments and `npm run drills`: every test file of theirs, the longest first. Node's own command would take them by
// their names, and give each a process of its own.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { gatheredProgram } from './bundled-program.mjs';
import { BEFORE_DRILLS, BEFORE_TESTS, MEMORY_OF_TESTS, TEST_FILES_AT_ONCE, TEST_TIMEOUT_MS } from './command-line.mjs';
import { inProject } from './install.mjs';
import { testFiles } from './test-files.mjs';
import testReport from './test-reporter.mjs';

const which = process.argv[2];
const { alone, shared } = testFiles(which);
const before = which === 'drills' ? [...BEFORE_TESTS, ...BEFORE_DRILLS] : BEFORE_TESTS;
/** Half of the processes run the files that share one; others follow where one has had enough, or all else is done. */
const sharing = Array.from({ length: Math.ceil(TEST_FILES_AT_ONCE / 2) }, () =>
  inProject('test/support/runner/shared-process.ts'),
);
const folder = mkdtempSync(join(tmpdir(), 'facturier-shared-tests-'));
process.env.FACTURIER_SHARED_TESTS = folder;
// Looked for once, and not by each file that starts a process.
process.env.FACTURIER_GATHERED = inProject(await gatheredProgram(process.execPath));
writeFileSync(join(folder, 'files.json'), JSON.stringify(shared));

const tests = run({
  files: [...sharing, ...alone.map(inProject), ...sharing, ...sharing, ...sharing],
  concurrency: TEST_FILES_AT_ONCE,
  timeout: TEST_TIMEOUT_MS,
  globalSetupPath: inProject('test/support/runner/global-setup.ts'),
  // All processors are busy with tests: helpers of each to clear memory away would only wait for one another.
  execArgv: ['--disable-warning=ExperimentalWarning', '--v8-pool-size=0', ...MEMORY_OF_TESTS, ...before],
  cwd: inProject('.'),
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
