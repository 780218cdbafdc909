import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openTypesetter } from '../../src/print/typesetter.ts';
import { EXAMPLES } from './example-files.ts';
import { examples } from './examples.ts';
import { PAPER, paperTextOf } from './paper-text.ts';

describe('the papers of the examples', () => {
  const typesetter = openTypesetter();
  for (const [name, make] of Object.entries(examples)) {
    test(`${name}: its paper says what it said when it was last looked at (npm run examples)`, async () => {
      const example = make();
      const text = await paperTextOf(example, typesetter);
      assert.equal(readFileSync(`${EXAMPLES}${name}/${PAPER}`, 'utf8'), text);
      assert.ok(text.includes(example.bill.sealed.number));
    });
  }
});
