import assert from 'node:assert/strict';
import { test } from 'vitest';
import { company, documentFixtures, seller } from '../../../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import { isRefusal } from '../../../refusal.ts';
import { defaultFormat } from '../../numbering/number-format.ts';
import type { BillingDocument, Invoice } from '../document.ts';
import { finalize, numberingYear } from './finalize.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

const LINES = [lineOf(1, 100_000, 'FR_2000')];
const FIRST = { counter: 1, format: defaultFormat, year: 2026 };

/**
 * A draft invoice of 1,200.00 tax included, issued on a chosen day, and its context.
 */
function invoiceDraft({ emittedAt, now, test = false }: { emittedAt?: number; now?: number; test?: boolean } = {}) {
  const trail = documentFixtures(seller, company, test);
  const drafted = trail.drafted('invoice', { lines: LINES });
  const timeline = { ...drafted.content.timeline, ...(emittedAt !== undefined && { emittedAt }) };
  const draft = { ...drafted, content: { ...drafted.content, timeline } } as Invoice;
  const facts = trail.factsOf(draft);
  return { draft, facts: now === undefined ? facts : { ...facts, now } };
}

const finalized = ({ draft, facts }: ReturnType<typeof invoiceDraft>): BillingDocument => {
  const document = finalize(draft, facts, FIRST);
  return isRefusal(document) ? assert.fail(JSON.stringify(document)) : (document as BillingDocument);
};

test('an invoice issued on 31 December 2026 and finalized on 2 January 2027 is numbered in 2026', () => {
  const { draft, facts } = invoiceDraft({ emittedAt: utc('2026-12-31T17:00:00Z'), now: utc('2027-01-02T09:00:00Z') });
  assert.equal(numberingYear(draft, facts), 2026);
});

test('the year of the number is that of the account: at half past midnight in Paris it is 2027', () => {
  const newYear = utc('2026-12-31T23:30:00Z');
  const { draft, facts } = invoiceDraft({ emittedAt: newYear, now: newYear });
  assert.equal(numberingYear(draft, facts), 2027);
});

test('a draft without a date is numbered in the year of the day it is finalized', () => {
  const { draft, facts } = invoiceDraft({ now: utc('2027-01-02T09:00:00Z') });
  assert.equal(numberingYear(draft, facts), 2027);
});

test('the first invoice of 2026 is F-2026-0001, dated and due: 1,200.00 on 30 days', () => {
  const emittedAt = utc('2026-11-20T09:00:00Z');
  const invoice = finalized(invoiceDraft({ emittedAt }));
  assert.equal(invoice.state, 'finalized');
  assert.deepEqual(invoice.totals.breakdown, { FR_2000: { net: 100_000, vat: 20_000 } });
  assert.deepEqual(
    [invoice.sealed?.number, invoice.sealed?.emittedAt, invoice.sealed?.dueAt],
    ['F-2026-0001', emittedAt, utc('2026-12-20T09:00:00Z')],
  );
});

test('a test invoice never gets a live number: it is TEST-F-2026-0001', () => {
  assert.equal(finalized(invoiceDraft({ test: true })).sealed?.number, 'TEST-F-2026-0001');
});

test('already_finalized: a finalized invoice keeps its number and gets no other', () => {
  const given = invoiceDraft();
  const invoice = finalized(given);
  assert.deepEqual(finalize(invoice, given.facts, { ...FIRST, counter: 2 }), {
    refused: 'already_finalized',
    number: 'F-2026-0001',
  });
});

test('not_finalizable: an invoice without lines is not numbered, and the refusal names what is missing', () => {
  const { draft, facts } = invoiceDraft();
  const empty = { ...draft, content: { ...draft.content, lines: [] } };
  const refusal = finalize(empty, facts, FIRST);
  assert.ok('refused' in refusal && refusal.refused === 'not_finalizable');
  assert.deepEqual(refusal.requirements, ['hasLines']);
});

test('a final invoice of 1,200.00 that an advance of 1,200.00 covers is paid by its finalization', () => {
  const trail = documentFixtures(seller, company);
  const estimate = trail.made('estimate', { lines: LINES });
  trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 100 });
  const final = trail.finalInvoice(trail.now(estimate));
  assert.equal(final.state, 'paid');
  assert.equal(final.paidAt, final.sealed.finalizedAt);
});

test('a final invoice of 1,200.00 with 360.00 advanced is still to be paid', () => {
  const trail = documentFixtures(seller, company);
  const estimate = trail.made('estimate', { lines: LINES });
  trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
  const final = trail.finalInvoice(trail.now(estimate));
  assert.deepEqual([final.state, final.paidAt], ['finalized', undefined]);
});
