import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { cents } from '../money/cents.ts';
import { lengthRefused, type Movement, movementKinds, periodRefused, statementOf } from './statement.ts';

const moved = (what: Movement['what'], amount: number): Movement => ({
  ...{ on: '2026-03-02', what, documentId: 'd', number: 'F-2026-0001', amount: cents(amount) },
});

test('100.00 were owed; 1,200.00 billed, 500.00 paid and 200.00 credited leave 600.00', () => {
  const statement = statementOf(cents(10_000), [
    ...[moved('invoice', 120_000), moved('payment', -50_000), moved('credit_note', -20_000)],
  ]);
  assert.deepEqual(
    [statement.billed, statement.paid, statement.credited, statement.closing],
    [120_000, 50_000, 20_000, 60_000],
  );
  assert.deepEqual(
    statement.entries.map(({ balance }) => balance),
    [130_000, 80_000, 60_000],
  );
});

test('a reversed payment is owed again; a refund settles its credit note', () => {
  const statement = statementOf(cents(0), [
    ...[moved('payment', -50_000), moved('payment_reversed', 50_000), moved('credit_note', -1), moved('refund', 1)],
  ]);
  assert.deepEqual([statement.paid, statement.refunded, statement.credited, statement.closing], [0, 1, 1, 0]);
});

/** The sign of each kind of movement. */
const SIGN = { invoice: 1, advance: 1, credit_note: -1, payment: -1, payment_reversed: 1, refund: 1 } as const;

test('closing = opening + billed − credited − paid + refunded, for all movements', () => {
  const movement = fc
    .record({ what: fc.constantFrom(...movementKinds), amount: fc.integer({ min: 0, max: 1_000_000_000 }) })
    .map(({ what, amount }) => moved(what, SIGN[what] * amount));
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.array(movement), (opening, movements) => {
      const statement = statementOf(cents(opening), movements);
      assert.equal(
        statement.closing,
        opening + statement.billed - statement.credited - statement.paid + statement.refunded,
      );
      assert.equal(statement.entries.at(-1)?.balance ?? opening, statement.closing);
    }),
  );
});

test('period_inverted: a period ends on the day it begins, or later', () => {
  assert.equal(periodRefused({ from: '2026-03-02', to: '2026-03-02' }), undefined);
  assert.equal(periodRefused({ from: '2026-03-02', to: '2026-03-01' })?.refused, 'period_inverted');
});

test('statement_too_long: 1,000 movements fit, 1,001 do not', () => {
  const of = (count: number) => lengthRefused(Array.from({ length: count }, () => moved('invoice', 1)));
  assert.equal(of(1_000), undefined);
  assert.equal(of(1_001)?.refused, 'statement_too_long');
});
