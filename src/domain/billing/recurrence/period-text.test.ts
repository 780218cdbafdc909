import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addDays } from '../../time/civil-day.ts';
import { periodBilled, withFrenchFirst, withPeriod } from './period-text.ts';
import { occurrencesSince, type RecurrenceSchedule } from './schedule.ts';

const periodOf = (first: string, next: string) => ({ first, last: addDays(next, -1) });
const MONTHLY: RecurrenceSchedule = { from: '2026-11-01', to: '2027-12-31', every: 1, interval: 'month' };

test('"{mois} {année}" has the year once, and "{mois}" alone includes it', () => {
  const december = periodOf('2026-12-01', '2027-01-01');
  assert.equal(withPeriod('{mois} {année}', december, 'fr'), 'décembre 2026');
  assert.equal(withPeriod('{month} {year}', december, 'en'), 'December 2026');
  assert.equal(withPeriod('Hébergement, {mois}', december, 'fr'), 'Hébergement, décembre 2026');
  assert.equal(withPeriod('{période} {année}', december, 'fr'), 'décembre 2026');
  assert.equal(withPeriod('{mois} 2026', december, 'fr'), 'décembre 2026');
  assert.equal(withPeriod('{année} : {mois}', december, 'fr'), '2026 : décembre');
  assert.equal(withPeriod('{période} {année}', periodOf('2026-01-01', '2027-01-01'), 'fr'), '2026');
});

test('a period that begins on the first of a month begins with "1er" in French', () => {
  const text = withPeriod('{période}', periodOf('2027-01-01', '2027-01-15'), 'fr');
  assert.match(text, /^1er\D*14 janvier 2027$/);
  assert.match(withPeriod('{période}', periodOf('2026-12-15', '2027-01-02'), 'fr'), /1er janvier 2027$/);
  assert.match(withPeriod('{period}', periodOf('2027-01-01', '2027-01-15'), 'en'), /^1\D*14 January 2027$/);
});

test('an invoice of 1 November bills November, or October if it bills the previous period', () => {
  assert.deepEqual(periodBilled(MONTHLY, '2026-11-01'), { first: '2026-11-01', last: '2026-11-30' });
  const before = periodBilled({ ...MONTHLY, billsBefore: true }, '2026-11-01');
  assert.deepEqual(before, { first: '2026-10-01', last: '2026-10-31' });
  assert.equal(withPeriod('Prestations d’{période}', before, 'fr'), 'Prestations d’octobre 2026');
  const quarterly = { ...MONTHLY, every: 3, from: '2027-01-01', billsBefore: true } as const;
  assert.deepEqual(periodBilled(quarterly, '2027-01-01'), { first: '2026-10-01', last: '2026-12-31' });
});

test('a series on the 31st bills each day once: the period before 28 February begins on 31 January', () => {
  const pace = { ...MONTHLY, from: '2027-01-31', billsBefore: true } as const;
  assert.deepEqual(periodBilled(pace, '2027-01-31'), { first: '2026-12-31', last: '2027-01-30' });
  assert.deepEqual(periodBilled(pace, '2027-02-28'), { first: '2027-01-31', last: '2027-02-27' });
  assert.deepEqual(periodBilled(pace, '2027-03-31'), { first: '2027-02-28', last: '2027-03-30' });
  const leap = { ...pace, from: '2028-02-29', to: '2033-12-31', interval: 'year' } as const;
  assert.deepEqual(periodBilled(leap, '2029-02-28'), { first: '2028-02-29', last: '2029-02-27' });
});

test('a series on the last day of the month bills the month that ends, whatever its start day', () => {
  const pace: RecurrenceSchedule = { ...MONTHLY, from: '2027-01-15', onLastDay: true };
  assert.deepEqual(occurrencesSince(pace, '2027-01-01', 4), ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  assert.deepEqual(periodBilled(pace, '2027-02-28'), { first: '2027-02-01', last: '2027-02-28' });
  const leap: RecurrenceSchedule = { ...pace, from: '2028-02-28', interval: 'year' };
  assert.deepEqual(occurrencesSince({ ...leap, to: '2030-12-31' }, '2028-01-01', 3), [
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
  ]);
});

test('the first of a month is "1er" in French, in a day and at both ends of a period; the 11th, 21st and 31st are not', () => {
  assert.equal(withFrenchFirst('1 janvier 2026'), '1er janvier 2026');
  assert.equal(withFrenchFirst('15 mars – 1 avril 2026'), '15 mars – 1er avril 2026');
  assert.equal(withFrenchFirst('1–15 août 2026'), '1er–15 août 2026');
  for (const same of ['11 janvier 2026', '31 mars 2026', '1 jour', '21 juin 2026'])
    assert.equal(withFrenchFirst(same), same);
});
