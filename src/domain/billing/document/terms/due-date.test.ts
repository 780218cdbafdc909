import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { civilDayOf } from '../../../time/civil-day.ts';
import { dueAt, dueDay, termsTooLong } from './due-date.ts';
import { type PaymentDelay, paymentDelays } from './payment-terms.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

/**
 * Per day of issue, the due day for each payment delay in their order; `other` is always the chosen
 * day.
 */
const almanac: Record<string, Record<Exclude<PaymentDelay, 'other'>, string>> = {
  // The last day of a 31-day month before a short February.
  '2027-01-31': {
    at_reception: '2027-01-31',
    end_of_month: '2027-01-31',
    seven_days: '2027-02-07',
    ten_days: '2027-02-10',
    fifteen_days: '2027-02-15',
    thirty_days: '2027-03-02',
    thirty_days_end_of_month: '2027-03-31',
    forty_five_days: '2027-03-17',
    forty_five_days_end_of_month: '2027-03-31',
    sixty_days: '2027-04-01',
    sixty_days_end_of_month: '2027-04-30',
    ninety_days: '2027-05-01',
    ninety_days_end_of_month: '2027-05-31',
    one_hundred_and_twenty_days: '2027-05-31',
  },
  // The same day of a leap year: everything after February is a day earlier.
  '2028-01-31': {
    at_reception: '2028-01-31',
    end_of_month: '2028-01-31',
    seven_days: '2028-02-07',
    ten_days: '2028-02-10',
    fifteen_days: '2028-02-15',
    thirty_days: '2028-03-01',
    thirty_days_end_of_month: '2028-03-31',
    forty_five_days: '2028-03-16',
    forty_five_days_end_of_month: '2028-03-31',
    sixty_days: '2028-03-31',
    sixty_days_end_of_month: '2028-03-31',
    ninety_days: '2028-04-30',
    ninety_days_end_of_month: '2028-04-30',
    one_hundred_and_twenty_days: '2028-05-30',
  },
  // Leap day itself.
  '2028-02-29': {
    at_reception: '2028-02-29',
    end_of_month: '2028-02-29',
    seven_days: '2028-03-07',
    ten_days: '2028-03-10',
    fifteen_days: '2028-03-15',
    thirty_days: '2028-03-30',
    thirty_days_end_of_month: '2028-03-31',
    forty_five_days: '2028-04-14',
    forty_five_days_end_of_month: '2028-04-30',
    sixty_days: '2028-04-29',
    sixty_days_end_of_month: '2028-04-30',
    ninety_days: '2028-05-29',
    ninety_days_end_of_month: '2028-05-31',
    one_hundred_and_twenty_days: '2028-06-28',
  },
  // The turn of the year.
  '2026-12-31': {
    at_reception: '2026-12-31',
    end_of_month: '2026-12-31',
    seven_days: '2027-01-07',
    ten_days: '2027-01-10',
    fifteen_days: '2027-01-15',
    thirty_days: '2027-01-30',
    thirty_days_end_of_month: '2027-01-31',
    forty_five_days: '2027-02-14',
    forty_five_days_end_of_month: '2027-02-28',
    sixty_days: '2027-03-01',
    sixty_days_end_of_month: '2027-03-31',
    ninety_days: '2027-03-31',
    ninety_days_end_of_month: '2027-03-31',
    one_hundred_and_twenty_days: '2027-04-30',
  },
};

describe('the due day', () => {
  for (const [issued, due] of Object.entries(almanac)) {
    test(`of a document issued on ${issued}, for every delay`, () => {
      const found = Object.fromEntries(Object.keys(due).map((delay) => [delay, dueDay(issued, delay as PaymentDelay)]));
      assert.deepEqual(found, due);
      assert.equal(Object.keys(due).length, paymentDelays.length - 1, 'a delay is missing from the almanac');
    });
  }

  test('issued on 1 January 2027 and due at the end of the month is due on 31 January', () => {
    assert.equal(dueDay('2027-01-01', 'end_of_month'), '2027-01-31');
  });

  test('30 days end of month, issued on 1 February 2028, counts to 2 March and ends on 31 March', () => {
    assert.equal(dueDay('2028-02-01', 'thirty_days_end_of_month'), '2028-03-31');
    assert.equal(dueDay('2028-01-30', 'thirty_days_end_of_month'), '2028-02-29');
  });

  test('with a delay agreed by the parties it is the chosen day, or undefined', () => {
    assert.equal(dueDay('2027-01-31', 'other', '2027-07-14'), '2027-07-14');
    assert.equal(dueDay('2027-01-31', 'other'), undefined);
    assert.equal(dueDay('2027-01-31', 'thirty_days', '2027-07-14'), '2027-03-02');
  });
});

describe('the instant a document is due', () => {
  test('issued in Paris on 1 March 2026 at 14:30, 30 days: 31 March at 14:30 summer time', () => {
    assert.equal(
      dueAt(utc('2026-03-01T13:30:00Z'), 'thirty_days', undefined, 'Europe/Paris'),
      utc('2026-03-31T12:30:00Z'),
    );
  });

  test('issued at 02:30 and due on the night the clocks skip it: 03:30, still that day', () => {
    const due = dueAt(utc('2026-02-27T01:30:00Z'), 'thirty_days', undefined, 'Europe/Paris');
    assert.equal(due, utc('2026-03-29T01:30:00Z'));
  });

  test('issued on 31 December at 23:59:59 and due at reception: that second, in each zone', () => {
    for (const [zone, at] of [
      ['Europe/Paris', utc('2026-12-31T22:59:59Z')],
      ['America/Martinique', utc('2027-01-01T03:59:59Z')],
      ['Indian/Reunion', utc('2026-12-31T19:59:59Z')],
      ['Pacific/Noumea', utc('2026-12-31T12:59:59Z')],
    ] as const) {
      assert.equal(dueAt(at, 'at_reception', undefined, zone), at, zone);
      assert.equal(dueAt(at, 'end_of_month', undefined, zone), at, zone);
    }
  });

  test('for every delay, the instant is on the due day in the zone', () => {
    const issued = utc('2026-10-11T22:15:00Z');
    for (const zone of ['Europe/Paris', 'America/Martinique', 'Indian/Reunion', 'Pacific/Noumea']) {
      for (const delay of paymentDelays) {
        if (delay === 'other') continue;
        const due = dueAt(issued, delay, undefined, zone);
        assert.ok(due !== undefined);
        assert.equal(civilDayOf(due, zone), dueDay(civilDayOf(issued, zone), delay), `${delay} in ${zone}`);
      }
    }
  });

  test('with a delay agreed by the parties it is their instant to the second, or undefined', () => {
    const issued = utc('2026-03-01T13:30:00Z');
    assert.equal(dueAt(issued, 'other', 1_790_000_001, 'Europe/Paris'), 1_790_000_001);
    assert.equal(dueAt(issued, 'other', undefined, 'Europe/Paris'), undefined);
    assert.equal(dueAt(issued, 'at_reception', 1_790_000_001, 'Europe/Paris'), issued);
  });
});

describe('terms between professionals (C. com. art. L441-10 I)', () => {
  test('issued on 31 May 2026, 30 July is lawful (60 days), 1 August is not', () => {
    assert.ok(!termsTooLong('2026-05-31', '2026-07-30'));
    assert.ok(termsTooLong('2026-05-31', '2026-08-01'));
  });

  test('45 days end of month is lawful by either count: issued on 17 January 2027, 31 March; on 1 January, 17 March', () => {
    assert.ok(!termsTooLong('2027-01-17', '2027-03-31'));
    assert.ok(termsTooLong('2027-01-17', '2027-04-01'));
    assert.ok(!termsTooLong('2027-01-01', '2027-03-17'));
    assert.ok(termsTooLong('2027-01-01', '2027-03-18'));
  });

  test('60 days end of month, 90 days and more are too long, 45 days end of month and less never are', () => {
    const long = new Set([
      'sixty_days_end_of_month',
      'ninety_days',
      'ninety_days_end_of_month',
      'one_hundred_and_twenty_days',
    ]);
    for (const delay of paymentDelays) {
      const due = dueDay('2026-06-02', delay, '2026-06-02');
      assert.ok(due !== undefined);
      assert.equal(termsTooLong('2026-06-02', due), long.has(delay), delay);
    }
  });
});
