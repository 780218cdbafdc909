// `npm test` without arguments: every test file, the longest first. Node's own command would take them by their names.
import { run } from 'node:test';
import { TEST_FILES_AT_ONCE, TEST_TIMEOUT_MS } from './command-line.mjs';
import { inProject } from './install.mjs';
import { testFiles } from './test-files.mjs';
import testReport from './test-report.mjs';

const tests = run({
  files: testFiles(),
  concurrency: TEST_FILES_AT_ONCE,
  timeout: TEST_TIMEOUT_MS,
  globalSetupPath: inProject('test/support/one-cluster-a-run.ts'),
  execArgv: ['--disable-warning=ExperimentalWarning', '--import=./test/support/end-of-file.ts'],
  cwd: inProject('.'),
});
tests.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
tests.compose(testReport).pipe(process.stdout);
