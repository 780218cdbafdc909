import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { locales } from '../../src/domain/billing/document/locale.ts';
import { cachedTypesetter } from '../pdf/render-cache.ts';
import { EXAMPLES } from './example-files.ts';
import { examples } from './examples.ts';
import { textsOf } from './pdf-texts.ts';

describe('the PDFs of the examples', () => {
  const seen = new Set<string>();
  for (const [name, make] of Object.entries(examples)) {
    test(`${name}: the text of its PDFs matches the stored text (npm run examples)`, async () => {
      const example = make();
      const papers = await textsOf(name, example, cachedTypesetter);
      for (const [file, text] of Object.entries(papers)) {
        assert.equal(readFileSync(`${EXAMPLES}${name}/${file}`, 'utf8'), text, file);
        seen.add(file);
      }
      assert.ok(papers['paper.txt']?.includes(example.bill.sealed.number));
    });
  }

  test('cover every kind of document and every language', () => {
    const languages = locales.filter((locale) => locale !== 'fr').map((locale) => `paper.${locale}.txt`);
    for (const file of ['estimate.txt', 'purchase-order.txt', ...languages]) assert.ok(seen.has(file), file);
  });
});
