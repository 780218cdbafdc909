import assert from 'node:assert/strict';
import { test } from 'vitest';
import { company, documentFixtures, NOVEMBER, seller } from '../../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import { cents } from '../../money/cents.ts';
import { isRefusal } from '../../refusal.ts';
import type { BillingDocument, Estimate } from '../document/document.ts';
import { sign } from '../estimate/accept-or-decline.ts';
import { billRemainder } from './new-final-invoice.ts';

const of = (net: number, vat: number) => ({ net: cents(net), vat: cents(vat) });

/** A finalized estimate of 1,200.00 tax included. */
function offered() {
  const trail = documentFixtures(seller, company);
  const estimate = trail.made('estimate', { lines: [lineOf(1, 100_000, 'FR_2000')] }) as Estimate;
  return { trail, estimate };
}

const signed = (estimate: BillingDocument): Estimate => {
  const accepted = sign(estimate as Estimate, NOVEMBER);
  return isRefusal(accepted) ? assert.fail(accepted.refused) : (accepted as Estimate);
};
const bill = (estimate: Estimate, relatives: BillingDocument[] = []) =>
  billRemainder(estimate, { id: 'final', now: NOVEMBER, relatives });
const billed = (estimate: Estimate, relatives: BillingDocument[] = []) => {
  const drafted = bill(estimate, relatives);
  return 'refused' in drafted ? assert.fail(drafted.refused) : drafted;
};

test('estimate_not_signed_for_final_invoice: an estimate that nobody signed, was refused, or is a draft is not billed', () => {
  const { trail, estimate } = offered();
  const refusal = { refused: 'estimate_not_signed_for_final_invoice' };
  assert.deepEqual(bill(estimate), refusal);
  assert.deepEqual(bill({ ...estimate, state: 'refused' }), refusal);
  assert.deepEqual(bill(trail.drafted('estimate', { lines: [] }) as Estimate), refusal);
});

test('a signed estimate of 1,200.00 becomes a draft final invoice of 1,200.00 that deducts nothing', () => {
  const { invoice, billed: estimate } = billed(signed(offered().estimate));
  assert.deepEqual([invoice.state, invoice.content.isFinal, invoice.parentId], ['draft', true, estimate.id]);
  assert.deepEqual(invoice.totals.breakdown, { FR_2000: of(100_000, 20_000) });
  assert.deepEqual(invoice.content.deductions, []);
  assert.deepEqual(estimate.life.finalInvoice, { id: 'final' });
});

test('its advance of 360.00 is deducted: 840.00 remain to be paid', () => {
  const { trail, estimate } = offered();
  const advance = trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
  const { invoice } = billed(signed(trail.now(estimate)), [advance]);
  assert.deepEqual(invoice.content.deductions, [
    { advanceId: advance.id, number: 'F-2026-0001', breakdown: { FR_2000: of(30_000, 6000) } },
  ]);
});

test('final_invoice_already_there: a signed estimate has one final invoice at a time', () => {
  const { billed: estimate } = billed(signed(offered().estimate));
  assert.deepEqual(bill(estimate), { refused: 'final_invoice_already_there', invoiceId: 'final' });
});

test('an estimate due on a day of its own becomes an invoice due within 30 days', () => {
  const { estimate } = offered();
  const timeline = { ...estimate.content.timeline, paymentDelay: 'other', customDueAt: NOVEMBER } as const;
  const { invoice } = billed(signed({ ...estimate, content: { ...estimate.content, timeline } }));
  assert.deepEqual(invoice.content.timeline, { paymentDelay: 'thirty_days' });
});
