import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import type { Entry } from './entry.ts';
import { TrialBalance, tooManyEvents } from './trial-balance.ts';

const account = (number: string) => ({ number, label: number });
const entry = (lines: Entry['lines']): Entry => ({
  ...{ journal: 'VE', on: '2026-03-02', piece: 'F-1', pieceOn: '2026-03-02', validOn: '2026-03-02', label: 'Facture' },
  lines,
});

test('a sale of 1,000.00 and its credit note of 400.00 leave 600.00 owed, with debits and credits apart', () => {
  const balance = new TrialBalance();
  balance.add(
    entry([
      { account: account('706'), amount: cents(-100_000) },
      { account: account('411'), amount: cents(100_000) },
    ]),
  );
  balance.add(
    entry([
      { account: account('706'), amount: cents(40_000) },
      { account: account('411'), amount: cents(-40_000) },
    ]),
  );
  assert.deepEqual(
    balance.rows().map(({ number, debit, credit }) => [number, debit, credit]),
    [
      ['411', 100_000, 40_000],
      ['706', 40_000, 100_000],
    ],
  );
  assert.deepEqual([balance.total(), balance.entries], [140_000, 2]);
});

test('a period of 300,000 bills, payments and purchases is summed up, one more is refused', () => {
  assert.equal(tooManyEvents(300_000), undefined);
  assert.equal(tooManyEvents(300_001)?.refused, 'accounting_period_too_long');
});
