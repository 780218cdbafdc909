import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { copiedTree, insertBefore, namedByCompiler, passes } from '../support/source/copied-tree.ts';
import {
  NAMES,
  QUICK_FOLDERS,
  RULES_TEST,
  SKIPPED_BY_COPIES,
  skipping,
  TABLE,
  TREE_OF_RULES,
  withEnglishName,
  withFrenchName,
  withGeneratedTable,
  withRow,
} from './additional-field.ts';

// The short form of `npm run field-check`, in the folders the compiler reads in a second.

let tree: Awaited<ReturnType<typeof copiedTree>>;
beforeAll(async () => {
  tree = await copiedTree(TREE_OF_RULES);
});
afterAll(() => tree.remove());

const namesInWeb = () => namedByCompiler(tree.folder, NAMES, 'web/tsconfig.json');
const rulesHold = () => passes(tree.folder, RULES_TEST);

test('the compiler reports a row without a label on paper', async () => {
  const path = join(tree.folder, TABLE);
  const table = await readFile(path, 'utf8');
  await withRow(tree.folder, 'printed');
  assert.deepEqual(await namedByCompiler(tree.folder, ['src/domain']), [TABLE]);
  await writeFile(path, table);
});

test('with its row alone, a new text field is in every copy, on paper, in e-invoices and in search', async () => {
  await withRow(tree.folder);
  assert.deepEqual(await namedByCompiler(tree.folder, QUICK_FOLDERS), []);
  assert.equal(await rulesHold(), true);
});

test('control: a test fails if the copies skip the new text field', async () => {
  assert.equal(await skipping(tree.folder, SKIPPED_BY_COPIES, rulesHold), false);
});

test('the compiler requires the name of a new text field in both languages of the editor', async () => {
  assert.deepEqual(await namesInWeb(), []);
  await withGeneratedTable(tree.folder);
  assert.deepEqual(await namesInWeb(), ['web/locales/fr/document-names.ts']);
  await withFrenchName(tree.folder);
  assert.deepEqual(await namesInWeb(), ['web/locales/en/document-names.ts']);
  await withEnglishName(tree.folder);
  assert.deepEqual(await namesInWeb(), []);
});

test('the compiler asks which copies take over a new field that is not a text', async () => {
  const file = 'src/domain/billing/document/document.ts';
  await insertBefore(join(tree.folder, file), '  readonly onlinePayment: boolean;', '  readonly deposit?: Cents;\n');
  const named = await namedByCompiler(tree.folder, ['src/domain']);
  assert.deepEqual(named, ['src/domain/billing/document/duplicate.ts']);
});
