import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { fails, holds } from '../../../test/support/runner/property-runs.ts';
import { civilDayOf } from '../time/civil-day.ts';
import { cents } from './cents.ts';
import { exchanged } from './exchange.ts';
import { lastPublishedDay, nextAskedAt, ratesMissing } from './rate-calendar.ts';
import { instantOfRate, isRecentRate, type ReferenceRate, rateAbsence, referenceRate } from './reference-rates.ts';

const known: ReferenceRate[] = [
  { day: '2026-02-26', code: 'USD', rate: 1.0801 },
  { day: '2026-02-27', code: 'USD', rate: 1.0856 },
  { day: '2026-02-27', code: 'CHF', rate: 0.9412 },
  { day: '2026-02-26', code: 'GBP', rate: 0.8312 },
];
const of = (code: 'USD' | 'CHF' | 'GBP' | 'XPF' | 'EUR', on: string, base: 'EUR' | 'CHF' | 'XPF' = 'EUR') =>
  referenceRate(known, { code, base, on });

test('on Sunday the rate of Friday applies, on Thursday that of Thursday; for seven days, and no longer', () => {
  assert.deepEqual(of('USD', '2026-03-01'), { rate: 1.0856, day: '2026-02-27' });
  assert.deepEqual(of('USD', '2026-02-26'), { rate: 1.0801, day: '2026-02-26' });
  assert.deepEqual(of('USD', '2026-03-06'), { rate: 1.0856, day: '2026-02-27' });
  assert.equal(of('USD', '2026-03-07'), undefined);
  assert.equal(of('USD', '2026-02-25'), undefined, 'what is published tomorrow is not known today');
  assert.equal(isRecentRate(instantOfRate('2026-02-27'), '2026-03-06'), true);
  assert.equal(isRecentRate(instantOfRate('2026-02-27'), '2026-03-07'), false);
  assert.equal(isRecentRate(instantOfRate('2026-02-27'), '2026-02-26'), false);
});

test('between two currencies the rate is the quotient of their rates of the same day: 1.0856 dollars ÷ 0.9412 francs = 1.15342', () => {
  assert.deepEqual(of('USD', '2026-03-02', 'CHF'), { rate: 1.15342, day: '2026-02-27' });
  // Pounds are known on Thursday and francs on Friday: no day has both.
  assert.equal(of('GBP', '2026-03-02', 'CHF'), undefined);
  // 1.0856 ÷ 119.331742, and back through the parity.
  assert.deepEqual(of('USD', '2026-03-02', 'XPF'), { rate: 0.00909733, day: '2026-02-27' });
  assert.deepEqual(of('EUR', '2026-03-02', 'CHF'), { rate: 1.06247, day: '2026-02-27' });
});

test('the reason without a rate: offshore renminbi is never published; others are not fetched, or too old', () => {
  const francs = { code: 'CHF', base: 'EUR' } as const;
  assert.equal(rateAbsence({ code: 'CNH', base: 'EUR' }, { isOn: true }), 'never_published');
  assert.equal(rateAbsence({ code: 'USD', base: 'CNH' }, { isOn: false }), 'never_published');
  assert.equal(rateAbsence(francs, { isOn: false }), 'off');
  assert.equal(rateAbsence(francs, { isOn: true }), 'none_recent');
});

test('a rate has the same day from Tahiti to Wallis', () => {
  for (const zone of ['Pacific/Tahiti', 'America/Martinique', 'Europe/Paris', 'Indian/Reunion', 'Pacific/Wallis'])
    for (const day of ['2026-02-27', '2026-07-14']) assert.equal(civilDayOf(instantOfRate(day), zone), day, zone);
});

const at = (text: string): number => Date.parse(text) / 1000;

test('the rates of a day are published at 16:00 in Paris, winter and summer; those of Friday apply until Monday', () => {
  assert.equal(lastPublishedDay(at('2026-02-27T14:59:59Z')), '2026-02-26');
  assert.equal(lastPublishedDay(at('2026-02-27T15:00:00Z')), '2026-02-27');
  assert.equal(lastPublishedDay(at('2026-03-02T14:59:59Z')), '2026-02-27');
  assert.equal(lastPublishedDay(at('2026-07-14T13:59:59Z')), '2026-07-13');
  assert.equal(lastPublishedDay(at('2026-07-14T14:00:00Z')), '2026-07-14');
  assert.equal(lastPublishedDay(at('2026-04-06T20:00:00Z')), '2026-04-02', 'Easter Monday');
});

test('they are fetched between 16:05 and 16:20 of the next publication day', () => {
  assert.equal(nextAskedAt(at('2026-02-27T15:10:00Z'), 0), at('2026-03-02T15:05:00Z'));
  assert.equal(nextAskedAt(at('2026-03-02T09:00:00Z'), 0.999999), at('2026-03-02T15:19:59Z'));
  assert.equal(nextAskedAt(at('2026-04-02T15:00:00Z'), 0), at('2026-04-07T14:05:00Z'), 'Easter, and summer has begun');
});

test('one missing day is fetched by the daily file, more by the 90-day file', () => {
  const monday = at('2026-03-02T15:30:00Z');
  assert.equal(ratesMissing(undefined, monday), 'history');
  assert.equal(ratesMissing('2026-03-02', monday), 'none');
  assert.equal(ratesMissing('2026-02-27', monday), 'day');
  assert.equal(ratesMissing('2026-02-26', monday), 'history');
  assert.equal(ratesMissing('2026-02-27', at('2026-03-02T14:00:00Z')), 'none');
});

const publishedRate = fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }));
const billed = fc.tuple(fc.integer({ min: -100_000_000, max: 100_000_000 }), publishedRate);
type Billed = [amount: number, rate: [digits: number, places: number]];

/** The amount converted at a rate, parsed by `read`, equals integer arithmetic. */
const convertedBy =
  (read: (text: string) => number) =>
  ([amount, [digits, places]]: Billed): void => {
    const rate = read(written(digits, places));
    const found = referenceRate([{ day: '2026-02-27', code: 'USD', rate }], {
      code: 'USD',
      base: 'EUR',
      on: '2026-02-27',
    });
    const twice = BigInt(Math.abs(amount)) * 10n ** BigInt(places) * 2n;
    const rounded = (twice + BigInt(digits)) / (BigInt(digits) * 2n);
    const converted = exchanged(cents(amount), { rate: found?.rate ?? 0, step: 1 });
    assert.equal(BigInt(Math.abs(converted)), rounded);
  };

test('an amount is converted at the published digits of the rate, to the cent', () => {
  holds(billed, 500, convertedBy(Number));
  assert.ok(
    fails(
      billed,
      500,
      convertedBy((text) => Number(Number(text).toPrecision(4))),
    ),
    'negative control: the rate with four digits',
  );
});

/** 108560 with 5 places is 1.08560. */
function written(digits: number, places: number): string {
  const text = String(digits).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}
