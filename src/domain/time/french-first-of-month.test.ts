import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withFrenchFirst } from './french-first-of-month.ts';

test('the first of a month is "1er" in French, in a day and at both ends of a period; the 11th, 21st and 31st are not', () => {
  assert.equal(withFrenchFirst('1 janvier 2026'), '1er janvier 2026');
  assert.equal(withFrenchFirst('15 mars – 1 avril 2026'), '15 mars – 1er avril 2026');
  assert.equal(withFrenchFirst('1–15 août 2026'), '1er–15 août 2026');
  for (const same of ['11 janvier 2026', '31 mars 2026', '1 jour', '21 juin 2026'])
    assert.equal(withFrenchFirst(same), same);
});
