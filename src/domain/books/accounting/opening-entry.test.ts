import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { opensYear } from './carried-over.ts';
import { openingRefused } from './opening-entry.ts';

const facts = {
  ...{ on: '2026-01-01', label: 'À-nouveaux' },
  lines: [
    { number: '512', label: 'Banque', amount: cents(100) },
    { number: '101', label: 'Capital', amount: cents(-100) },
  ],
};
const state = { today: '2026-03-02', closedThrough: undefined, entries: 0 };

test('an account has up to 10,000 opening entries', () => {
  assert.equal(openingRefused(facts, { ...state, entries: 9_999 }), undefined);
  assert.deepEqual(openingRefused(facts, { ...state, entries: 10_000 }), {
    ...{ refused: 'opening_entries_full', limit: 10_000 },
  });
});

test('opening balances are recorded from the first open day until today', () => {
  const closed = { ...state, closedThrough: '2026-01-31' };
  assert.deepEqual(openingRefused(facts, closed), {
    ...{ refused: 'opening_day_unusable', from: '2026-02-01', to: '2026-03-02' },
  });
  assert.equal(openingRefused({ ...facts, on: '2026-02-01' }, closed), undefined);
  assert.equal(openingRefused({ ...facts, on: '2026-03-02' }, closed), undefined);
  assert.equal(openingRefused({ ...facts, on: '2026-03-03' }, closed)?.refused, 'opening_day_unusable');
});

test('a financial year begins on 1 January, or has twelve months: a quarter from April has no opening balances', () => {
  assert.equal(opensYear({ from: '2026-01-01', to: '2026-01-31' }), true);
  assert.equal(opensYear({ from: '2026-07-01', to: '2027-06-30' }), true);
  assert.equal(opensYear({ from: '2026-07-01', to: '2027-06-29' }), false);
  assert.equal(opensYear({ from: '2026-04-01', to: '2026-06-30' }), false);
});
