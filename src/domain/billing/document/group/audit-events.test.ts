import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { BillingDocument } from '../document.ts';
import { auditEventsBetween } from './audit-events.ts';

const document = (members: object = {}) => ({ kind: 'invoice', state: 'draft', ...members }) as BillingDocument;
const sealed = { number: 'F-2026-0001' };

test('a new document is created, a removed one deleted, and an edit of a draft is no event', () => {
  assert.deepEqual(auditEventsBetween(undefined, document()), ['created']);
  assert.deepEqual(auditEventsBetween(document(), undefined), ['deleted']);
  assert.deepEqual(auditEventsBetween(document(), document({ version: 2 })), []);
  assert.deepEqual(auditEventsBetween(undefined, undefined), []);
});

test('a bill finalized with nothing left to pay is finalized and paid in the same step', () => {
  assert.deepEqual(auditEventsBetween(document(), document({ state: 'paid', sealed })), ['finalized', 'paid']);
});

test('each change is reported once, not again while it lasts', () => {
  const finalized = document({ state: 'finalized', sealed });
  for (const [after, happening] of [
    [document({ state: 'signed', sealed }), 'signed'],
    [document({ state: 'refused', sealed }), 'refused'],
    [document({ state: 'paid', sealed }), 'paid'],
    [document({ state: 'finalized', sealed, canceledAt: 1 }), 'canceled'],
    [document({ state: 'finalized', sealed, archivedAt: 1 }), 'archived'],
  ] as const) {
    assert.deepEqual(auditEventsBetween(finalized, after), [happening]);
    assert.deepEqual(auditEventsBetween(after, { ...after, version: 3 } as BillingDocument), []);
  }
  assert.deepEqual(auditEventsBetween(document({ state: 'paid', sealed }), finalized), ['unpaid']);
});
