import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { locales } from '../../src/domain/billing/document/locale.ts';
import { cachedTypesetter } from '../pdf/render-cache.ts';
import { EXAMPLES } from './example-files.ts';
import { examples } from './examples.ts';
import { textsOf } from './pdf-texts.ts';

describe('the papers of the examples', () => {
  const seen = new Set<string>();
  for (const [name, make] of Object.entries(examples)) {
    test(`${name}: its papers say what they said when they were last looked at (npm run examples)`, async () => {
      const example = make();
      const papers = await textsOf(name, example, cachedTypesetter);
      for (const [file, text] of Object.entries(papers)) {
        assert.equal(readFileSync(`${EXAMPLES}${name}/${file}`, 'utf8'), text, file);
        seen.add(file);
      }
      assert.ok(papers['paper.txt']?.includes(example.bill.sealed.number));
    });
  }

  test('every kind of document and every language is among them', () => {
    const languages = locales.filter((locale) => locale !== 'fr').map((locale) => `paper.${locale}.txt`);
    for (const file of ['estimate.txt', 'purchase-order.txt', ...languages]) assert.ok(seen.has(file), file);
  });
});
