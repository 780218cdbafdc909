import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../../money/cents.ts';
import { accountsOf, chartByDefault } from './chart-of-accounts.ts';
import type { Entry } from './entry.ts';
import { Lettering, letteredAccounts, withDebts } from './lettering.ts';

const customer = { number: 'C1', name: 'Léa' };
const entry = (on: string, account: string, amount: number, auxiliary = customer): Entry => ({
  ...{ journal: 'VE', on, documentId: 'd', piece: 'F-1', pieceOn: on, validOn: on, label: 'Facture' },
  lines: [
    { account: { number: account, label: account }, auxiliary, amount: cents(amount) },
    { account: { number: '706', label: '706' }, amount: cents(-amount) },
  ],
});
const byDefault = letteredAccounts(accountsOf(chartByDefault));
const of = (each: Entry, debts: object = { customers: 'F-1' }): Entry => withDebts(each, debts, byDefault);
const lettersOf = (lettering: Lettering, each: Entry) => lettering.lettered(each).lines.map(({ letter }) => letter);

test('an invoice of 1,200.00 is lettered when 700.00 and 500.00 have paid it, on the day of the last line', () => {
  const lettering = new Lettering();
  const sale = of(entry('2026-03-02', '411', 120_000));
  const first = of(entry('2026-03-03', '411', -70_000));
  lettering.add(sale);
  lettering.add(first);
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
  lettering.add(of(entry('2026-04-01', '411', -50_000)));
  const letter = { code: 'F-1', on: '2026-04-01' };
  assert.deepEqual(lettersOf(lettering, sale), [letter, undefined]);
  assert.deepEqual(lettersOf(lettering, first), [letter, undefined]);
  // A reversed payment opens the debt again.
  lettering.add(of(entry('2026-04-02', '411', 50_000)));
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
});

test('two debts, two accounts and two customers are lettered apart, even if together they add up to zero', () => {
  const lettering = new Lettering();
  const sale = of(entry('2026-03-02', '411', 120_000));
  const advance = of(entry('2026-03-02', '4191', -120_000), { customer_advances: 'F-1' });
  lettering.add(sale);
  lettering.add(of(entry('2026-03-02', '411', -120_000), { customers: 'F-2' }));
  lettering.add(advance);
  lettering.add(of(entry('2026-03-02', '411', -120_000, { number: 'C2', name: 'Zoé' })));
  assert.deepEqual(lettersOf(lettering, sale), [undefined, undefined]);
  assert.deepEqual(lettersOf(lettering, advance), [undefined, undefined]);
});

test('an account chosen for customers and for advances has both debts in one line, so it is not lettered', () => {
  const chosen = [{ role: 'customer_advances' as const, number: '411', label: 'Clients' }];
  const roles = letteredAccounts(accountsOf({ basis: 'invoices', chosen }));
  assert.deepEqual([...byDefault.keys()], ['411', '4191', '4197']);
  assert.deepEqual([...roles.keys()], ['4197']);
  const sale = entry('2026-03-02', '411', 120_000);
  assert.deepEqual(
    withDebts(sale, { customers: 'F-1' }, roles).lines.map(({ debt }) => debt),
    [undefined, undefined],
  );
});
