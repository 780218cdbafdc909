import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { fails, holds } from '../../../../test/support/runner/property-runs.ts';
import { type PaymentMethod, paymentMethods } from '../../billing/document/terms/payment-terms.ts';
import { cents } from '../../money/cents.ts';
import { type Breakdown, shareKeys } from '../../vat/breakdown.ts';
import { type Booked, type Figures, figuresOf, plusFigures, plusTotals, runningTotalsOf } from './figures.ts';

const amount = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const bill = (kind: 'invoice' | 'advance' | 'credit_note', breakdown: Breakdown, currency = 'EUR'): Booked => ({
  what: 'bill',
  kind,
  currency,
  breakdown,
});
const paid = (method: PaymentMethod, euros: number, currency = 'EUR'): Booked => ({
  what: 'payment',
  currency,
  method,
  amount: cents(euros * 100),
});

test('a day of two invoices, a credit note of 120.00 and a reversed payment adds up as a bookkeeper adds it', () => {
  const { EUR, ...others } = figuresOf([
    bill('invoice', { FR_2000: amount(100_000, 20_000), disbursement: amount(4_000, 0) }),
    bill('invoice', { FR_550: amount(20_000, 1_100) }),
    bill('credit_note', { FR_2000: amount(10_000, 2_000) }),
    paid('transfer', 1_240),
    paid('cash', 50),
    paid('cash', -50),
  ]);
  assert.deepEqual(others, {});
  assert.deepEqual(EUR?.invoices, { count: 2, net: 124_000, vat: 21_100, total: 145_100 });
  assert.deepEqual(EUR?.creditNotes, { count: 1, net: 10_000, vat: 2_000, total: 12_000 });
  assert.deepEqual(EUR?.vat, {
    FR_550: amount(20_000, 1_100),
    FR_2000: amount(90_000, 18_000),
    disbursement: amount(4_000, 0),
  });
  assert.deepEqual(EUR?.payments, {
    transfer: { count: 1, amount: 124_000 },
    cash: { count: 1, amount: 5_000 },
  });
  assert.deepEqual(EUR?.reversals, { cash: { count: 1, amount: 5_000 } });
});

test('the turnover of 1,451.00 invoiced and 120.00 credited is 1,291.00: 40.00 of disbursements do not count', () => {
  const figures = figuresOf([
    bill('invoice', { FR_2000: amount(100_000, 20_000), disbursement: amount(4_000, 0) }),
    bill('advance', { FR_550: amount(20_000, 1_100) }),
    bill('credit_note', { FR_2000: amount(10_000, 2_000) }),
    paid('transfer', 1_240),
    paid('transfer', -40),
  ]);
  assert.deepEqual(runningTotalsOf(figures), {
    EUR: {
      net: 110_000,
      vat: 19_100,
      total: 129_100,
      disbursements: 4_000,
      received: 120_000,
      invoiced: 145_100,
      credited: 12_000,
    },
  });
});

test('euros and francs are never added up', () => {
  const figures = figuresOf([
    bill('invoice', { FR_2000: amount(100, 20) }, 'EUR'),
    bill('invoice', { FR_0HUE: amount(300, 0) }, 'CHF'),
  ]);
  assert.deepEqual(Object.keys(figures), ['CHF', 'EUR']);
  assert.deepEqual([figures.CHF?.invoices.total, figures.EUR?.invoices.total], [300, 120]);
});

const anyAmount = fc.record({
  net: fc.integer({ min: -1e9, max: 1e9 }).map(cents),
  vat: fc.integer({ min: -2e8, max: 2e8 }).map(cents),
});
const anyBill: fc.Arbitrary<Booked> = fc.record({
  what: fc.constant('bill' as const),
  kind: fc.constantFrom('invoice', 'advance', 'credit_note'),
  currency: fc.constantFrom('EUR', 'USD', 'XPF'),
  breakdown: fc.dictionary(fc.constantFrom(...shareKeys), anyAmount, { maxKeys: 4 }) as fc.Arbitrary<Breakdown>,
});
const anyPayment: fc.Arbitrary<Booked> = fc.record({
  what: fc.constant('payment' as const),
  currency: fc.constantFrom('EUR', 'USD', 'XPF'),
  method: fc.constantFrom(...paymentMethods),
  amount: fc
    .integer({ min: -1e9, max: 1e9 })
    .filter((value) => value !== 0)
    .map(cents),
});
const anyBooks = fc.array(fc.oneof(anyBill, anyPayment), { maxLength: 60 });

/** The running totals computed independently: entry by entry, with integers of unlimited size. */
function independentTotals(booked: readonly Booked[]) {
  const sums = new Map<string, bigint>();
  const add = (currency: string, member: string, value: number) =>
    sums.set(`${currency} ${member}`, (sums.get(`${currency} ${member}`) ?? 0n) + BigInt(value));
  for (const entry of booked) {
    if (entry.what === 'payment') {
      add(entry.currency, 'received', entry.amount);
      continue;
    }
    const sign = entry.kind === 'credit_note' ? -1 : 1;
    for (const [key, { net, vat }] of Object.entries(entry.breakdown)) {
      add(entry.currency, sign < 0 ? 'credited' : 'invoiced', net + vat);
      if (key === 'disbursement') add(entry.currency, 'disbursements', sign * (net + vat));
      else {
        add(entry.currency, 'net', sign * net);
        add(entry.currency, 'vat', sign * vat);
        add(entry.currency, 'total', sign * (net + vat));
      }
    }
  }
  return (currency: string, member: string) => Number(sums.get(`${currency} ${member}`) ?? 0n);
}

const agrees =
  (adding: (booked: readonly Booked[]) => Figures) =>
  (booked: readonly Booked[]): void => {
    const sum = independentTotals(booked);
    const totals = runningTotalsOf(adding(booked));
    for (const currency of ['EUR', 'USD', 'XPF']) {
      for (const member of ['net', 'vat', 'total', 'disbursements', 'received', 'invoiced', 'credited'] as const)
        assert.equal(totals[currency]?.[member] ?? 0, sum(currency, member), `${currency} ${member}`);
    }
  };

test('the totals of 3,000 random books are those of an independent sum, to the cent', () => {
  holds(anyBooks, 3_000, agrees(figuresOf));
});

test('negative control: credit notes that are added instead of subtracted do not agree', () => {
  const wrong = (booked: readonly Booked[]) =>
    figuresOf(booked.map((entry) => (entry.what === 'bill' ? { ...entry, kind: 'invoice' as const } : entry)));
  assert.ok(fails(anyBooks, 500, agrees(wrong)));
});

test('splitting the books anywhere gives the same figures and running totals', () => {
  holds(fc.tuple(anyBooks, fc.nat(60)), 2_000, ([booked, cut]) => {
    const [before, after] = [figuresOf(booked.slice(0, cut)), figuresOf(booked.slice(cut))];
    assert.deepEqual(plusFigures(before, after), figuresOf(booked));
    const totals = plusTotals(runningTotalsOf(before), runningTotalsOf(after));
    assert.deepEqual(totals, runningTotalsOf(figuresOf(booked)));
  });
});
