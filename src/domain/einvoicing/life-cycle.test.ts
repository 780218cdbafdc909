import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { holds } from '../../../test/support/runner/property-runs.ts';
import { lifeCycleStatuses, transmissionStage } from './life-cycle.ts';

const stated = (...codes: readonly number[]) => codes.map((code, place) => ({ code, statedAt: 1_000 + place }));

test('a document is deposited, received, approved and collected', () => {
  assert.equal(transmissionStage('sending', []), 'waiting');
  assert.equal(transmissionStage('submitted', []), 'submitted');
  assert.equal(transmissionStage('accepted', stated(200)), 'deposited');
  assert.equal(transmissionStage('accepted', stated(200, 202, 203)), 'made_available');
  assert.equal(transmissionStage('accepted', stated(200, 202, 203, 204, 205)), 'approved');
  assert.equal(transmissionStage('accepted', stated(200, 205, 211, 212)), 'collected');
});

test('a dispute that was settled is shown as approved, and an approval that was disputed as disputed', () => {
  assert.equal(transmissionStage('accepted', stated(207, 205)), 'approved');
  assert.equal(transmissionStage('accepted', stated(205, 207)), 'disputed');
});

test('an invoice rejected by a platform or refused by its buyer is never shown as sent, in any order of arrival', () => {
  const codes = fc.shuffledSubarray(Object.keys(lifeCycleStatuses).map(Number));
  const given = fc.record({ codes, end: fc.constantFrom(210, 213, 221, 501), isFirst: fc.boolean() });
  holds(given, 500, ({ codes, end, isFirst }) => {
    const others = codes.filter((code) => code !== 220);
    const statuses = stated(...(isFirst ? [end, ...others] : [...others, end]));
    assert.ok(['refused', 'rejected'].includes(transmissionStage('accepted', statuses)), JSON.stringify(statuses));
  });
});

test('a code that is not in the list changes nothing', () => {
  assert.equal(transmissionStage('accepted', stated(202, 999)), 'received');
  assert.equal(transmissionStage('submitted', stated(999)), 'submitted');
});

test('a file that the platform did not accept is not shown as sent', () => {
  assert.equal(transmissionStage('refused', []), 'not_accepted');
});
