import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readJournalsSearch } from './journals-url.ts';

test('the address of the journals has a period and an account; anything else is left out', () => {
  assert.deepEqual(readJournalsSearch({ periode: '2026-T1', compte: 411 }), { periode: '2026-T1', compte: '411' });
  assert.deepEqual(readJournalsSearch({ periode: 2026, compte: '44571200' }), { periode: '2026', compte: '44571200' });
  assert.deepEqual(readJournalsSearch({ periode: '2026-13', compte: '41' }), {});
  assert.deepEqual(readJournalsSearch({ compte: '411<' }), {});
});
