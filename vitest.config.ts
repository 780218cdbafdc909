import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/runner/longest-first.ts';

/**
 * Test files of `npm run test:e2e`, which take minutes: end-to-end tests in a browser, load tests,
 * attacks, fault injection and recovery.
 */
const SLOW = [
  'test/web/e2e.test.ts',
  'test/web/behind-proxy.test.ts',
  'test/web/components/**/*.test.ts',
  'test/load-test/**/*.test.ts',
  'test/limits/account-fairness.test.ts',
  'test/faults/**/*.test.ts',
];
/** Files that change the state of their process, or break it: they get a process of their own. */
const ISOLATED = '**/*.isolated.test.ts';

/** Longest run of one test, even on a busy machine. */
const TEST_TIMEOUT_MS = 3_600_000;
/**
 * Two more files at once than processors, because many of them wait. With three more, tests that
 * measure a wait failed on a busy machine. They share one PostgreSQL.
 */
const FILES_AT_ONCE = availableParallelism() + 2;

// Hundreds of processes load the same files. Set here, because Node reads it when a process starts.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'facturier-test-compile-cache');

/** The files of one kind, which `--project` names. */
const project = (
  name: string,
  files: { include: string[]; exclude?: string[]; isolate: boolean; setupFiles?: string[] },
): TestProjectInlineConfiguration => ({ extends: true, test: { name, ...files } });

export default defineConfig({
  test: {
    projects: [
      // Loading the service takes longer than most test files: these share processes.
      project('shared', {
        include: ['{src,test,web}/**/*.test.ts'],
        exclude: [...SLOW, ISOLATED],
        isolate: false,
      }),
      project('isolated', { include: [`{src,test,web}/${ISOLATED}`], exclude: SLOW, isolate: true }),
      project('e2e', { include: SLOW, isolate: true, setupFiles: ['test/support/runner/process-priority.ts'] }),
    ],
    globalSetup: 'test/support/runner/global-setup.ts',
    pool: 'forks',
    // The sources run as they are, as in the service.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most objects of a test are short-lived: with room for them, V8 collects rarely.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32', '--min-semi-space-size=32'],
    maxWorkers: FILES_AT_ONCE,
    // Pages at once in the browser.
    maxConcurrency: 4,
    sequence: { hooks: 'list', sequencer: LongestFirst },
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    slowTestThreshold: 10_000,
    restoreMocks: true,
    silent: 'passed-only',
    // Read while a test runs, which imports do not show to `--changed`.
    forceRerunTriggers: [
      'package-lock.json',
      'vitest.config.ts',
      '{bootstrap,deploy,migrations,fonts,docs}/**',
      '**/*.{typ,sql}',
    ],
  },
});
