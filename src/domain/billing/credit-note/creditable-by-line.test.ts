import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import { cents } from '../../money/cents.ts';
import { amountOf, type Breakdown, keysOf, minus, plus } from '../../vat/breakdown.ts';
import type { CreditNote, Invoice } from '../document/document.ts';
import { keyOf, type Line } from '../document/lines/line.ts';
import { restToCredit } from '../document/totals/document-figures.ts';
import { totalsOf } from '../document/totals/totals.ts';
import { creditableByLine } from './creditable-by-line.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });
const named = (generatedId: string, line: Line): Line => ({ ...line, generatedId });
const currency = { code: 'EUR' };

function invoiceOf(
  lines: readonly Line[],
  { deducted = {}, credited = {} }: { deducted?: Breakdown; credited?: Breakdown },
) {
  const totals = totalsOf({ lines, includeDiscountDisbursement: false, step: 1 });
  const deductions = [{ breakdown: deducted }];
  return {
    kind: 'invoice',
    content: { lines, currency, deductions },
    totals,
    life: { credited, paid: 0 },
  } as never as Invoice;
}
function creditNoteOf(lines: readonly Line[], isFinal = true): CreditNote {
  const totals = totalsOf({ lines, includeDiscountDisbursement: false, step: 1 });
  return { content: { lines }, totals, ...(isFinal && { sealed: {} }) } as never as CreditNote;
}
const figures = (invoice: Invoice, notes: readonly CreditNote[]) =>
  creditableByLine(invoice, notes).map(({ billed, deducted, credited, left }) => [billed, deducted, credited, left]);

const site = named('site', lineOf(1, 100_000, 'FR_2000'));
const training = named('training', lineOf(2, 25_000, 'FR_2000'));

test('a credit note of 200.00 of the training leaves 1,000.00 of the site and 300.00 of the training', () => {
  const note = creditNoteOf([named('training', lineOf(1, 20_000, 'FR_2000'))]);
  const invoice = invoiceOf([site, training], { credited: note.totals.breakdown });
  assert.deepEqual(figures(invoice, [note]), [
    [100_000, 0, 0, 100_000],
    [50_000, 0, 20_000, 30_000],
  ]);
});

test('the draft of a credit note reduces nothing', () => {
  const draft = creditNoteOf([named('training', lineOf(1, 20_000, 'FR_2000'))], false);
  assert.deepEqual(figures(invoiceOf([site, training], {}), [draft])[1], [50_000, 0, 0, 50_000]);
});

test('a discount of 150.00 that names no line is shared by all lines, and so is a deducted advance of 300.00', () => {
  const note = creditNoteOf([named('gesture', lineOf(1, 15_000, 'FR_2000'))]);
  const invoice = invoiceOf([site, training], {
    credited: note.totals.breakdown,
    deducted: { FR_2000: of(30_000, 6_000) },
  });
  assert.deepEqual(figures(invoice, [note]), [
    [100_000, 20_000, 10_000, 70_000],
    [50_000, 10_000, 5_000, 35_000],
  ]);
});

test('a credit note above the amount of its line also reduces the other lines, and none goes below zero', () => {
  const note = creditNoteOf([named('training', lineOf(1, 60_000, 'FR_2000'))]);
  const invoice = invoiceOf([site, training], { credited: note.totals.breakdown });
  assert.deepEqual(figures(invoice, [note]), [
    [100_000, 0, 10_000, 90_000],
    [50_000, 0, 50_000, 0],
  ]);
});

test('for any billed, deducted and credited amounts, the remainders of the lines add up to that of the invoice, key by key', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const draw = drawing(seed);
    const codes = ['FR_2000', 'FR_550', 'FR_00HT'] as const;
    const lines = Array.from({ length: 1 + draw(6) }, (_, at) =>
      named(`line ${at}`, lineOf(draw(5) === 0 ? -1 : 1 + draw(9), draw(90_000), codes[draw(3)] ?? 'FR_2000')),
    );
    const notes = Array.from({ length: draw(4) }, () =>
      creditNoteOf([named(`line ${draw(8)}`, lineOf(1, draw(30_000), codes[draw(3)] ?? 'FR_2000'))]),
    );
    const credited = notes.reduce<Breakdown>((all, { totals }) => plus(all, totals.breakdown), {});
    const whole = totalsOf({ lines, includeDiscountDisbursement: false, step: 1 }).breakdown;
    const deducted = draw(2) === 0 ? {} : { FR_2000: of(Math.min(draw(5_000), amountOf(whole, 'FR_2000').net), 0) };
    const known = keysOf(whole);
    const ofInvoice = Object.fromEntries(known.map((key) => [key, amountOf(credited, key)])) as Breakdown;
    const invoice = invoiceOf(lines, { credited: ofInvoice, deducted: known.includes('FR_2000') ? deducted : {} });
    const left = creditableByLine(invoice, notes);
    for (const key of known) {
      const sum = left.filter(({ line }) => keyOf(line) === key).reduce((all, line) => all + line.left, 0);
      assert.equal(sum, amountOf(restToCredit(invoice), key).net, `seed ${seed}, ${key}`);
    }
    // Control: without the credit notes the sums would differ.
    if (known.some((key) => amountOf(ofInvoice, key).net !== 0))
      assert.notDeepEqual(minus(restToCredit(invoice), minus(whole, deducted)), {});
  }
});

/** Pseudo-random integers below a limit, the same for the same seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
