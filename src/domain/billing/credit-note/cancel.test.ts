import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Claim, CreditNote, Estimate } from '../document/document.ts';
import { canceled } from './cancel.ts';
import { refunded } from './refund.ts';

const NOW = 1_770_000_000;
const EARLIER = NOW - 86_400;
const invoice = { kind: 'invoice', id: 'invoice', parentId: 'estimate', state: 'finalized', version: 2 } as Claim;
const estimate = {
  ...{ kind: 'estimate', id: 'estimate', state: 'signed', version: 4 },
  life: { finalInvoice: { id: 'invoice', number: 'F-2026-0001' } },
} as Estimate;
const cancel = (before: Claim, credited: Claim, more: { parent?: Estimate; archive?: boolean } = {}) =>
  canceled({ before, credited, parent: more.parent }, { now: NOW, archive: more.archive ?? false });

test('an unpaid invoice is canceled today, and stays finalized', () => {
  const { claim, freed } = cancel(invoice, { ...invoice, version: 3 });
  assert.deepEqual([claim.state, claim.canceledAt, claim.version], ['finalized', NOW, 4]);
  assert.equal(freed, undefined);
});

test('a partly paid invoice that is settled by its own credit note does not become paid', () => {
  const { claim } = cancel(invoice, { ...invoice, state: 'paid', paidAt: NOW });
  assert.deepEqual([claim.state, 'paidAt' in claim], ['finalized', false]);
});

test('an invoice paid earlier stays paid, on its day', () => {
  const paid = { ...invoice, state: 'paid', paidAt: EARLIER } as Claim;
  const { claim } = cancel(paid, paid);
  assert.deepEqual([claim.state, claim.paidAt, claim.canceledAt], ['paid', EARLIER, NOW]);
});

test('it is archived on request, and keeps an earlier archive day', () => {
  assert.equal(cancel(invoice, invoice, { archive: true }).claim.archivedAt, NOW);
  assert.equal(cancel(invoice, { ...invoice, archivedAt: EARLIER }, { archive: true }).claim.archivedAt, EARLIER);
  assert.equal(cancel(invoice, invoice).claim.archivedAt, undefined);
});

test('the estimate of a canceled final invoice can have another; other estimates stay unchanged', () => {
  const { freed } = cancel(invoice, invoice, { parent: estimate });
  assert.deepEqual([freed?.life.finalInvoice, freed?.version], [undefined, 5]);
  const ofAnother = { ...estimate, life: { ...estimate.life, finalInvoice: { id: 'another' } } };
  assert.equal(cancel(invoice, invoice, { parent: ofAnother }).freed, undefined);
});

test('a refund of a credit note is recorded with its day and can be undone; a draft is never refunded', () => {
  const note = { kind: 'credit_note', sealed: { emittedAt: EARLIER }, version: 1 } as CreditNote;
  const on = { now: NOW, zone: 'Europe/Paris' };
  const paidBack = refunded(note, EARLIER, on) as CreditNote;
  assert.deepEqual([paidBack.refundAt, paidBack.version], [EARLIER, 2]);
  assert.equal('refundAt' in refunded(paidBack, null, on), false);
  assert.deepEqual(refunded({ ...note, sealed: undefined } as never, EARLIER, on), { refused: 'refund_of_draft' });
});
