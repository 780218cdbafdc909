import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Listed } from './listed.ts';
import { situationOf } from './situation.ts';

const invoice: Listed = {
  id: '1',
  type: 'invoice',
  number: 'F-2026-0071',
  title: undefined,
  state: 'finalized',
  customerId: '2',
  customerName: 'Maison Verdier',
  emails: [],
  emittedOn: '2026-10-09',
  dueOn: '2026-11-08',
  validUntilOn: undefined,
  currency: 'EUR',
  total: 100_000,
  remaining: 100_000,
  isReady: true,
  isSent: true,
  isCanceled: false,
  isRefunded: false,
  isArchived: false,
  isDeletable: false,
};
const estimate: Listed = { ...invoice, type: 'estimate', dueOn: undefined, validUntilOn: '2026-11-27' };

test('an invoice is late from the day after its due day, whatever was paid of it', () => {
  assert.deepEqual(situationOf(invoice, '2026-11-08'), { is: 'sent' });
  assert.deepEqual(situationOf(invoice, '2026-11-20'), { is: 'late', days: 12 });
  assert.deepEqual(situationOf({ ...invoice, remaining: 53_000 }, '2026-11-20'), { is: 'late', days: 12, part: 0.47 });
  assert.deepEqual(situationOf({ ...invoice, remaining: 53_000 }, '2026-11-08'), { is: 'part', part: 0.47 });
});

test('what is finalized and not sent says so; what is paid, canceled or refunded is nothing else', () => {
  assert.deepEqual(situationOf({ ...invoice, isSent: false }, '2026-11-01'), { is: 'final' });
  assert.deepEqual(situationOf({ ...invoice, state: 'paid', remaining: 0 }, '2026-12-31'), { is: 'paid' });
  assert.deepEqual(situationOf({ ...invoice, isCanceled: true }, '2026-12-31'), { is: 'canceled' });
  assert.deepEqual(situationOf({ ...invoice, type: 'asset', remaining: undefined, isRefunded: true }, '2026-12-31'), {
    is: 'refunded',
  });
});

test('an offer expires on its last day in seven days, and has expired the day after', () => {
  assert.deepEqual(situationOf(estimate, '2026-11-19'), { is: 'waiting' });
  assert.deepEqual(situationOf(estimate, '2026-11-20'), { is: 'expiring', days: 7 });
  assert.deepEqual(situationOf(estimate, '2026-11-27'), { is: 'expiring', days: 0 });
  assert.deepEqual(situationOf(estimate, '2026-11-28'), { is: 'expired' });
  assert.deepEqual(situationOf({ ...estimate, state: 'signed' }, '2026-11-28'), { is: 'signed' });
});

test('a draft says whether it can be finalized', () => {
  assert.deepEqual(situationOf({ ...invoice, state: 'draft', isReady: false }, '2026-11-20'), {
    is: 'draft',
    isReady: false,
  });
});
