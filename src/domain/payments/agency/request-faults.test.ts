import assert from 'node:assert/strict';
import { test } from 'vitest';
import { at, EMITTER, invoice, LINE, type Said, zone } from '../../../../test/support/stand-ins/agency-invoice.ts';
import { requestFaults } from './request-faults.ts';

const whys = (said: Said, today = '2026-03-31', emitter: object = EMITTER) =>
  requestFaults(invoice(said), { zone, emitter, today }).map((fault) => Object.values(fault).join(' '));

test('an invoice of two hours of gardening is requested unchanged', () => {
  assert.deepEqual(whys({}), []);
});

test('only personal services are requested, and at most half of them may already be paid', () => {
  const training = { ...LINE, personalServiceActivity: undefined };
  assert.deepEqual(whys({ lines: [training, LINE], asked: { advancePaid: 6_001 } }), ['advance_too_large 6000']);
  assert.deepEqual(whys({ asked: { advancePaid: 6_000 } }), []);
  assert.deepEqual(whys({ lines: [training] }), ['nothing_to_ask']);
  assert.deepEqual(whys({ lines: [{ ...LINE, unitPrice: 0 }] }), ['nothing_to_ask']);
});

test('a return, a service billed by the day and another currency are refused', () => {
  assert.deepEqual(whys({ lines: [LINE, { ...LINE, quantity: -10_000 }] }), ['negative_line 2']);
  assert.deepEqual(whys({ lines: [{ ...LINE, unit: 'day' }] }), ['unit_of_line 1']);
  assert.deepEqual(whys({ currency: 'CHF' }), ['not_in_euros']);
});

test("the days worked are in one month of the account's zone, and in order", () => {
  assert.deepEqual(whys({ asked: { beginsAt: at('2026-02-28') } }), ['period_over_months']);
  assert.deepEqual(whys({ asked: { endsAt: at('2026-03-01') } }), ['period_reversed']);
  // 23:30 UTC on 28 February is March in Paris.
  assert.deepEqual(whys({ asked: { beginsAt: Date.parse('2026-02-28T23:30:00Z') / 1000 } }), []);
});

test('future days make the request wait until the last of them; a draft, without a day yet, is not checked', () => {
  assert.deepEqual(whys({}, '2026-03-30'), ['day_to_come 2026-03-31']);
  assert.deepEqual(whys({ asked: { advancePaid: 1, advancePaidAt: at('2026-04-02') } }), ['day_to_come 2026-04-02']);
  assert.deepEqual(requestFaults(invoice({}), { zone, emitter: EMITTER }), []);
});

test('the request must not exceed the amount due: earlier payments are deducted as already paid', () => {
  assert.deepEqual(whys({ paid: 1_000 }), ['more_than_is_due']);
  assert.deepEqual(whys({ paid: 1_000, asked: { advancePaid: 1_000 } }), []);
});

test('the worker is identified at least by the SIRET', () => {
  assert.deepEqual(whys({}, '2026-03-31', { siret: EMITTER.siret }), []);
  assert.deepEqual(whys({}, '2026-03-31', {}), ['no_worker_number']);
});
