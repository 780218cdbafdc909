import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AccountSettings } from '../../../account/settings.ts';
import { type BilledSum, isGoods, turnoverCategories, turnoverOfSums, turnoverWatched } from './turnover.ts';

const settings = { currency: 'EUR', vatRegime: 'franchise', zone: 'Europe/Paris' } as AccountSettings;
const NEW_YEAR_IN_PARIS = Date.UTC(2026, 11, 31, 23, 30) / 1000;
const invoiced = (net: number, more: Partial<BilledSum> = {}): BilledSum => ({
  ...{ kind: 'invoice', rate: 1, key: 'FR_00HT', net },
  ...more,
});

test('1,000.00 invoiced and an advance of 300.00, 250.00 credited: a turnover of 1,050.00', () => {
  const sums = [invoiced(100_000), invoiced(30_000, { kind: 'advance' }), invoiced(25_000, { kind: 'credit_note' })];
  assert.equal(turnoverOfSums(sums, settings), 105_000);
});

test('disbursements are no turnover, and an estimate adds nothing', () => {
  const sums = [invoiced(40_000), invoiced(9_000, { key: 'disbursement' }), invoiced(70_000, { kind: 'estimate' })];
  assert.equal(turnoverOfSums(sums, settings), 40_000);
});

test('100.00 USD at 1.25 to the euro count for 80.00, and amounts billed at one rate are converted together', () => {
  assert.equal(turnoverOfSums([invoiced(10_000, { rate: 1.25 })], settings), 8_000);
  // 0.50 cent each: converted one by one they would be rounded to 1 cent twice.
  const halves = [invoiced(1, { rate: 2 }), invoiced(1, { rate: 2, kind: 'advance' })];
  assert.equal(turnoverOfSums(halves, settings), 1);
});

test('a currency without decimals counts whole units', () => {
  assert.equal(turnoverOfSums([invoiced(10_149, { rate: 1 })], { ...settings, currency: 'JPY' }), 10_100);
});

test("the year of the turnover is that of the account's zone", () => {
  const draft = { kind: 'invoice' } as never;
  assert.deepEqual(turnoverWatched(draft, settings, NEW_YEAR_IN_PARIS), {
    kinds: ['advance', 'invoice', 'credit_note'],
    from: '2027-01-01',
  });
});

test('accounts that charge VAT have no threshold, nor have finalized documents', () => {
  const draft = { kind: 'invoice' } as never;
  assert.equal(turnoverWatched(draft, { ...settings, vatRegime: 'normal' } as never, NEW_YEAR_IN_PARIS), undefined);
  assert.equal(turnoverWatched({ kind: 'invoice', sealed: {} } as never, settings, NEW_YEAR_IN_PARIS), undefined);
});

test('goods bought or made are BIC sales, craft services BIC services, a profession BNC, a disbursement no turnover', () => {
  assert.deepEqual(turnoverCategories, {
    sale_of_goods: 'bic_goods',
    sale_of_manufactured_goods: 'bic_goods',
    commercial_or_craft_services: 'bic_services',
    service_delivery: 'bnc',
    disbursement: undefined,
  });
});

test('a line delivers goods if its type is a sale, or if it is marked so', () => {
  assert.ok(isGoods({ type: 'sale_of_manufactured_goods', deliveryOfGoods: false }));
  assert.ok(isGoods({ type: 'service_delivery', deliveryOfGoods: true }));
  assert.ok(!isGoods({ type: 'service_delivery', deliveryOfGoods: false }));
  assert.ok(!isGoods({ deliveryOfGoods: false }));
});
