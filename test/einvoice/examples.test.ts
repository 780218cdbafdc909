import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, test } from 'vitest';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { EXAMPLES, filesOf } from './example-files.ts';
import { examples } from './examples.ts';
import { tampered } from './faulty-invoices.ts';
import { electronicProblems } from './own-rules.ts';

describe('the examples', () => {
  for (const [name, make] of Object.entries(examples)) {
    test(`${name}: its files match what the code generates (npm run examples), and pass every rule`, () => {
      const example = make();
      for (const [file, text] of Object.entries(filesOf(example))) {
        const path = `${EXAMPLES}${name}/${file}`;
        assert.equal(readFileSync(path, 'utf8'), text, `${relative('.', path)} is not what is made today`);
      }
      const invoice = electronicInvoiceOf(example.bill, example.made.around());
      assert.deepEqual(electronicProblems(invoice), []);
      for (const [how, wrong] of tampered(invoice)) assert.ok(electronicProblems(wrong).length > 0, how);
    });
  }

  test('each folder belongs to an example', () => {
    const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((each) => each.isDirectory());
    const known = Object.keys(examples);
    assert.deepEqual(
      folders.map(({ name }) => name).filter((name) => !known.includes(name)),
      [],
    );
  });

  test('cover every type of document and both profiles', () => {
    const invoices = Object.values(examples).map((make) => {
      const { bill, made } = make();
      return electronicInvoiceOf(bill, made.around());
    });
    const types = new Set(invoices.map(({ type }) => type));
    assert.deepEqual([...types].sort(), ['380', '381', '386', '503']);
    assert.deepEqual(new Set(invoices.map(({ profile }) => profile)).size, 2);
    assert.ok(invoices.length >= 24);
  });
});
