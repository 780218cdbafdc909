import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { copiedTree, insertBefore, namedByCompiler } from '../support/source/copied-tree.ts';
import { NAMES, QUICK_FOLDERS, TREE_OF_RULES } from './additional-field.ts';

// A VAT rate is one row: a copy of the tree has one more.

let tree: Awaited<ReturnType<typeof copiedTree>>;
beforeAll(async () => {
  tree = await copiedTree(TREE_OF_RULES);
});
afterAll(() => tree.remove());

const TABLE = 'src/domain/vat/vat-code.ts';
const LISTS = 'src/http/codegen/code-lists.ts';
const withRow = (row: string) =>
  insertBefore(join(tree.folder, TABLE), '} as const satisfies Readonly<Record<string, VatRow>>;', row);
const importCopy = (file: string) => import(pathToFileURL(join(tree.folder, file)).href);
const namedInServer = () => namedByCompiler(tree.folder, [...QUICK_FOLDERS, LISTS]);

test('with its row alone, a new rate compiles, and has a name in the editor and in the apps of the platforms', async () => {
  await withRow("  FR_1550: { rate: 1550, since: '2030-01-01', source: 'CGI art. 278' },\n");
  assert.deepEqual(await namedInServer(), []);
  const lists = await importCopy(LISTS);
  await writeFile(join(tree.folder, 'web/client/vat-rates.ts'), lists.webVatRates());
  assert.deepEqual(await namedByCompiler(tree.folder, NAMES, 'web/tsconfig.json'), []);
  const { vatRateNames } = await importCopy('web/locales/vat-rate-names.ts');
  assert.deepEqual(Object.entries(vatRateNames('fr'))[1], ['FR_1550', '15,5 %']);
  assert.equal(vatRateNames('en').FR_1550, '15.5%');
  assert.match(lists.n8nVatCodes(), /\{ name: '15\.5 %', value: 'FR_1550' \}/);
  assert.match(lists.zapierVatCodes(), /FR_1550: '15\.5 %'/);
  const form = JSON.stringify([{ name: 'vatCode', options: [] }, { name: 'type' }]);
  const [vatCode, type] = JSON.parse(lists.makeFormWithVatCodes(form));
  assert.deepEqual(vatCode.options[1], { label: '15,5 %', value: 'FR_1550' });
  assert.deepEqual(type, { name: 'type' });
});

test('the compiler requires the category and the names of a new code without VAT', async () => {
  await withRow("  FR_00XX: { rate: 0, since: '2030-01-01', source: 'CGI art. 262' },\n");
  assert.deepEqual(await namedInServer(), ['src/domain/vat/vat-treatment.ts', LISTS]);
});
