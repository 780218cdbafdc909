import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addDays } from '../../time/civil-day.ts';
import {
  periodOn,
  periodStateOn,
  periodsWithin,
  type ReportingRegime,
  type ReportKind,
  reportingRegimes,
  reportKinds,
} from './reporting-calendar.ts';

const shown = (day: string, regime: ReportingRegime, kind: ReportKind = 'transactions') => {
  const { from, to, lastDay } = periodOn(day, { regime, kind });
  return `${from} ${to} ${lastDay}`;
};

test('monthly normal regime: sales by ten days until the 20th, the last day and the 10th', () => {
  assert.equal(shown('2028-02-10', 'normal_monthly'), '2028-02-01 2028-02-10 2028-02-20');
  assert.equal(shown('2028-02-11', 'normal_monthly'), '2028-02-11 2028-02-20 2028-02-29');
  assert.equal(shown('2027-12-31', 'normal_monthly'), '2027-12-21 2027-12-31 2028-01-10');
  assert.equal(shown('2027-12-31', 'normal_monthly', 'payments'), '2027-12-01 2027-12-31 2028-01-10');
});

test('quarterly: a month until the 10th; simplified: a month until the end of the next one', () => {
  assert.equal(shown('2027-10-15', 'normal_quarterly'), '2027-10-01 2027-10-31 2027-11-10');
  assert.equal(shown('2028-01-31', 'simplified'), '2028-01-01 2028-01-31 2028-02-29');
});

test('franchise: two civil months from January on, until the end of the month after', () => {
  assert.equal(shown('2027-09-01', 'franchise'), '2027-09-01 2027-10-31 2027-11-30');
  assert.equal(shown('2027-12-31', 'franchise', 'payments'), '2027-11-01 2027-12-31 2028-01-31');
});

test('the periods of three years follow each other without gap or overlap, in every regime', () => {
  for (const regime of reportingRegimes)
    for (const kind of reportKinds) {
      const found = periodsWithin({ from: '2027-01-01', to: '2029-12-31' }, { regime, kind, most: 200 });
      assert.ok(found.length >= 18);
      found.slice(1).forEach(({ from }, place) => {
        assert.equal(from, addDays(found[place]?.to ?? '', 1));
      });
      assert.ok(found.every(({ to, lastDay }) => lastDay > to));
    }
});

test('before September 2027 nothing is required; then a period runs, is to report, and is overdue', () => {
  const period = periodOn('2027-09-01', { regime: 'franchise', kind: 'transactions' });
  assert.equal(periodStateOn('2027-10-31', period), 'running');
  assert.equal(periodStateOn('2027-11-30', period), 'to_report');
  assert.equal(periodStateOn('2027-12-01', period), 'overdue');
  assert.equal(
    periodStateOn('2030-01-01', periodOn('2027-08-31', { regime: 'franchise', kind: 'payments' })),
    'not_required',
  );
});
