import assert from 'node:assert/strict';
import { test } from 'vitest';
import { trailLengthRefused } from './document-trail.ts';

test('a trail of 2,000 entries is shown at once, one of 2,001 is not', () => {
  assert.equal(trailLengthRefused(2_000), undefined);
  assert.deepEqual(trailLengthRefused(2_001), { refused: 'trail_too_long', limit: 2_000 });
});
