import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { affectedTests } from './affected-tests.ts';
import { readTree, type Tree } from './source-tree.ts';

/**
 * A small project: a rule, its caller, a type, a program that is started by its path, and their
 * tests.
 */
const tree: Tree = new Map(
  Object.entries({
    'src/domain/due.ts': 'export const due = 1;',
    'src/domain/due.test.ts': "import { due } from './due.ts';",
    'src/domain/term.ts': 'export type Term = string; export const terms = [];',
    'src/domain/term.test.ts': "import { terms } from './term.ts';",
    'src/api/finalize.ts': "import { due } from '../domain/due.ts';\nimport type { Term } from '../domain/term.ts';",
    'src/api/finalize.test.ts': "import {\n  finalize,\n} from './finalize.ts';",
    'src/csv/read.ts': 'export const read = 1;',
    'src/csv/read.test.ts': "import { read } from './read.ts';",
    'src/main.ts': "await import('./api/finalize.ts');",
    'test/support/server.ts': "const MAIN = new URL('../../src/main.ts', import.meta.url);",
    'test/portal/portal.test.ts': "import { server } from '../support/server.ts';",
    'test/source-rules/source-rules.test.ts': 'export {};',
    'test/source-rules/documentation.test.ts': "const glossary = 'docs/glossary.md';",
    'test/source-rules/paths-in-docs.test.ts': 'export {};',
    'web/home/home.test.ts': "import { home } from './home.tsx';",
    'web/home/home.tsx': "import { label } from './label.ts';",
    'web/home/label.ts': 'export const label = 1;',
  }),
);
const testFiles = [...tree.keys()].filter((path) => path.endsWith('.test.ts'));
/** Tests that read the sources: they run after each change of one. */
const READERS = ['test/source-rules/source-rules.test.ts', 'test/source-rules/paths-in-docs.test.ts'];

function affected(changed: readonly string[], within = tree): string[] {
  const found = affectedTests(within, changed, testFiles);
  return found.all ? assert.fail(`all, because of ${found.because}`) : found.testFiles.toSorted();
}
const withReaders = (...files: string[]): string[] => [...files, ...READERS].toSorted();

describe('tests affected by a change', () => {
  test('no change affects no test', () => {
    assert.deepEqual(affected([]), []);
  });

  test('a changed test file affects itself and the tests that read the sources', () => {
    assert.deepEqual(affected(['src/csv/read.test.ts']), withReaders('src/csv/read.test.ts'));
  });

  test('a changed rule affects the test next to it, its callers’ tests, and tests that start a program using it', () => {
    assert.deepEqual(
      affected(['src/domain/due.ts']),
      withReaders('src/domain/due.test.ts', 'src/api/finalize.test.ts', 'test/portal/portal.test.ts'),
    );
  });

  test('a file imported only for types affects only the test next to it', () => {
    assert.deepEqual(affected(['src/domain/term.ts']), withReaders('src/domain/term.test.ts'));
  });

  test('a test next to a changed file is affected even without importing it', () => {
    const apart = new Map(tree).set('src/csv/read.test.ts', 'export {};');
    assert.deepEqual(affected(['src/csv/read.ts'], apart), withReaders('src/csv/read.test.ts'));
  });

  test('a deleted file affects the tests of those that still import it', () => {
    const without = new Map(tree);
    without.delete('src/domain/due.ts');
    assert.ok(affected(['src/domain/due.ts'], without).includes('src/api/finalize.test.ts'));
  });

  test('a component of the web app affects the tests that reach it', () => {
    assert.deepEqual(affected(['web/home/label.ts']), withReaders('web/home/home.test.ts'));
  });

  test('a page of the documentation affects the tests that read Markdown', () => {
    assert.deepEqual(affected(['docs/glossary.md']), [
      'test/source-rules/documentation.test.ts',
      'test/source-rules/paths-in-docs.test.ts',
    ]);
  });

  test('linter settings affect no test', () => {
    assert.deepEqual(affected(['biome.json', 'LICENSE']), []);
  });

  test('two changes affect the tests of both', () => {
    const files = affected(['src/csv/read.ts', 'web/home/home.tsx']);
    assert.deepEqual(files, withReaders('src/csv/read.test.ts', 'web/home/home.test.ts'));
  });
});

test('changes that imports do not show affect all tests: SQL, packages, launcher, test runner, fixtures', () => {
  for (const because of [
    'migrations/0002-rates.sql',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'bootstrap/main.mjs',
    'test/support/runner/today.ts',
    'test/bank-files/fixtures/statement.csv',
    'openapi.json',
  ])
    assert.deepEqual(affectedTests(tree, ['src/csv/read.ts', because], testFiles), { all: true, because });
});

test('every test that reads the sources runs after a source change', () => {
  const reading = [...readTree()]
    .filter(([path, text]) => path.endsWith('.test.ts') && /\breadTree\(/.test(text))
    .map(([path]) => path)
    .filter((path) => path !== 'test/support/source/affected-tests.test.ts');
  assert.ok(reading.length > 0);
  assert.deepEqual(affectedTests(tree, ['src/domain/due.ts'], reading), { all: false, testFiles: reading });
});
