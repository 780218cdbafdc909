import assert from 'node:assert/strict';
import { test } from 'vitest';
import { depositStateOf, depositToMake, type ReportDeposit } from './deposit.ts';

const AT = 1_800_000_000;

function deposit(of: Partial<ReportDeposit> & { codes?: readonly number[] } = {}): ReportDeposit {
  const { codes = [], ...given } = of;
  const statuses = codes.map((code) => ({ code, statedAt: AT, receivedAt: AT, reasons: [] }));
  const period = { from: '2027-09-01', to: '2027-09-30' };
  return {
    ...{ id: 'a', test: false, about: { report: 'transactions', period, type: 'IN' }, figures: 'A', totals: [] },
    ...{ platform: '0123', state: 'accepted', createdAt: AT, statuses, ...given },
  };
}

const next = (deposits: readonly ReportDeposit[], said: object = {}) => {
  const situation = { deposits, figures: 'B', isEmpty: false, period: { to: '2027-09-30' }, today: '2027-10-01' };
  const made = depositToMake({ ...situation, isConnected: true, ...said });
  return 'refused' in made ? made.refused : made.type;
};

test('300 after 301 or before it: a rejection wins, whatever the order', () => {
  assert.equal(depositStateOf(deposit({ codes: [300, 301] })), 'rejected');
  assert.equal(depositStateOf(deposit({ codes: [301, 300] })), 'rejected');
  assert.equal(depositStateOf(deposit({ codes: [299, 300] })), 'accepted');
});

test('a report that the platform acknowledged is deposited, not accepted, until the tax office answers', () => {
  assert.equal(depositStateOf(deposit()), 'deposited');
  assert.equal(depositStateOf(deposit({ state: 'submitted' })), 'submitted');
  assert.equal(depositStateOf(deposit({ state: 'refused' })), 'not_accepted');
});

test('the first report of a period is IN; after a refused or a rejected one it is IN again', () => {
  assert.equal(next([]), 'IN');
  assert.equal(next([deposit({ state: 'refused' })]), 'IN');
  assert.equal(next([deposit({ codes: [301] }), deposit({ codes: [501] })]), 'IN');
});

test('what the platform has is replaced by RE, also before the tax office answers and after a rejected RE', () => {
  assert.equal(next([deposit()]), 'RE');
  assert.equal(next([deposit({ codes: [300] }), deposit({ figures: 'C', codes: [301] })]), 'RE');
});

test('figures that stand are not sent again, those of a rejected report are', () => {
  assert.equal(next([deposit({ figures: 'B' })]), 'e_report_unchanged');
  assert.equal(next([deposit({ figures: 'B', codes: [301] })]), 'IN');
  assert.equal(next([deposit({ figures: 'B' }), deposit({ figures: 'A' })]), 'RE');
});

test('one report of a period is on its way at a time, also one that was already rejected', () => {
  assert.equal(next([deposit({ state: 'sending' })]), 'e_report_under_way');
  assert.equal(next([deposit({ state: 'submitted', codes: [301] })]), 'e_report_under_way');
});

test('the last day of the period is not over; nothing to report is only sent to replace something', () => {
  assert.equal(next([], { today: '2027-09-30' }), 'e_report_running');
  assert.equal(next([], { isEmpty: true }), 'e_report_empty');
  assert.equal(next([deposit()], { isEmpty: true }), 'RE');
  assert.equal(next([], { isConnected: false }), 'platform_not_connected');
});
