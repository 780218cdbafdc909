import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { accountsOf, chartByDefault } from './chart-of-accounts.ts';
import type { Entry } from './entry.ts';
import { Lettering } from './lettering.ts';

const customer = { number: 'C1', name: 'Léa' };
const entry = (on: string, account: string, amount: number, auxiliary = customer): Entry => ({
  ...{ journal: 'VE', on, piece: 'F-1', pieceOn: on, validOn: on, label: 'Facture' },
  lines: [
    { account: { number: account, label: account }, auxiliary, amount: cents(amount) },
    { account: { number: '706', label: '706' }, amount: cents(-amount) },
  ],
});
const owed = { customers: 'F-1' };
const lettersOf = (lettering: Lettering, each: Entry, debts: object = owed) =>
  lettering.lettered(each, debts).lines.map(({ letter }) => letter);

test('an invoice of 1,200.00 is lettered when 700.00 and 500.00 have paid it, on the day of the last line', () => {
  const lettering = new Lettering(accountsOf(chartByDefault));
  const sale = entry('2026-03-02', '411', 120_000);
  const first = entry('2026-03-03', '411', -70_000);
  lettering.add(sale, owed);
  lettering.add(first, owed);
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
  lettering.add(entry('2026-04-01', '411', -50_000), owed);
  const letter = { code: 'F-1', on: '2026-04-01' };
  assert.deepEqual(lettersOf(lettering, sale), [letter, undefined]);
  assert.deepEqual(lettersOf(lettering, first), [letter, undefined]);
  // A reversed payment opens the debt again.
  lettering.add(entry('2026-04-02', '411', 50_000), owed);
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
});

test('two debts, two accounts and two customers are lettered apart, even if together they add up to zero', () => {
  const lettering = new Lettering(accountsOf(chartByDefault));
  const sale = entry('2026-03-02', '411', 120_000);
  const other = entry('2026-03-02', '411', -120_000);
  const advance = entry('2026-03-02', '4191', -120_000);
  const stranger = entry('2026-03-02', '411', -120_000, { number: 'C2', name: 'Zoé' });
  lettering.add(sale, owed);
  lettering.add(other, { customers: 'F-2' });
  lettering.add(advance, { customer_advances: 'F-1' });
  lettering.add(stranger, owed);
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
  assert.deepEqual(lettersOf(lettering, advance, { customer_advances: 'F-1' }), [undefined, undefined]);
});

test('an account chosen for customers and for advances has both debts in one line, so it is not lettered', () => {
  const chosen = [{ role: 'customer_advances' as const, number: '411', label: 'Clients' }];
  const lettering = new Lettering(accountsOf({ basis: 'invoices', chosen }));
  const [sale, payment] = [entry('2026-03-02', '411', 120_000), entry('2026-03-03', '411', -120_000)];
  for (const each of [sale, payment]) lettering.add(each, owed);
  assert.equal(lettering.concerns(sale), false);
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
});
