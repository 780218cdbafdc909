import assert from 'node:assert/strict';
import { test } from 'vitest';
import { cents } from '../money/cents.ts';
import { exchanged } from '../money/exchange.ts';
import { type Threshold, thresholdsOf } from './thresholds.ts';
import type { Sold, TurnoverPart } from './turnover-part.ts';

// Computed by hand, in euros: amounts collected (c) or invoiced (i) on a day, for goods (g) or
// services (s), and the result.

type Booking = readonly [how: 'c' | 'i', on: string, sold: 'g' | 's', euros: number, more?: Partial<TurnoverPart>];
type Case = {
  readonly says: string;
  readonly regime: 'micro' | 'franchise' | 'both' | 'neither';
  readonly day: string;
  readonly past?: true;
  readonly beganOn?: string;
  readonly owed?: number;
  readonly booked: readonly Booking[];
  /** The expected values of each threshold by name; no others may appear. Amounts in euros. */
  readonly follows: { readonly [Name in Threshold['name']]?: Partial<Record<keyof Threshold | 'wasCrossed', unknown>> };
};

const part = ([how, on, sold, euros, more]: Booking): TurnoverPart => ({
  ...{
    how: how === 'c' ? 'collected' : 'invoiced',
    on,
    currency: 'EUR',
    rate: 1,
    key: 'FR_2000',
    isDue: true,
    count: 1,
  },
  sold: (sold === 'g' ? 'goods' : 'services') as Sold,
  ...{ net: cents(Math.round(euros * 100)), vat: cents(0) },
  accountNet: exchanged(cents(Math.round(euros * 100)), { rate: more?.rate ?? 1, step: 1 }),
  accountVat: cents(0),
  ...more,
});

const cases: readonly Case[] = [
  // The micro regime, services alone.
  {
    says: '71,240.00 of 83,600: 85.2 %, near',
    ...{ regime: 'micro', day: '2026-11-20', booked: [['c', '2026-03-01', 's', 71_240]] },
    follows: { micro_services: { turnover: 71_240, limit: 83_600, permille: 852, consequence: 'nearing' } },
  },
  {
    says: '66,879.99 is just below 80 %',
    ...{ regime: 'micro', day: '2026-11-20', booked: [['c', '2026-03-01', 's', 66_879.99]] },
    follows: { micro_services: { consequence: 'none' } },
  },
  {
    says: '83,600.00 to the cent is not passed',
    ...{ regime: 'micro', day: '2026-12-31', booked: [['c', '2026-03-01', 's', 83_600]] },
    follows: { micro_services: { isCrossed: false, permille: 1000, consequence: 'nearing' } },
  },
  {
    says: 'one cent more is, and a first year above has no consequence but a second one',
    ...{ regime: 'micro', day: '2026-12-31', booked: [['c', '2026-03-01', 's', 83_600.01]] },
    follows: { micro_services: { isCrossed: true, consequence: 'second_year', from: '2027-01-01' } },
  },
  {
    says: 'two years above in a row, both by the ceiling of 2026: the regime ends on 1 January 2027',
    ...{ regime: 'micro', day: '2026-10-01' },
    booked: [
      ['c', '2025-06-01', 's', 83_600.01],
      ['c', '2026-06-01', 's', 90_000],
    ],
    follows: {
      micro_services: { isCrossed: true, consequence: 'leaves_next_year', from: '2027-01-01', wasCrossed: true },
    },
  },
  {
    says: '80,000 in 2025 were above the 77,700 of then; what holds in 2026 asks for 83,600 of both years',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2025-06-01', 's', 80_000],
      ['c', '2026-06-01', 's', 80_000],
    ],
    follows: { micro_services: { isCrossed: false, wasCrossed: false, consequence: 'nearing' } },
  },
  {
    says: 'above in 2024, not in 2025, above in 2026: it begins to count anew',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2024-06-01', 's', 100_000],
      ['c', '2025-06-01', 's', 70_000],
      ['c', '2026-06-01', 's', 100_000],
    ],
    follows: { micro_services: { wasCrossed: false, consequence: 'second_year' } },
  },
  {
    says: 'a year gone by is told as it ended, with the ceilings it had, and without a projection',
    ...{ regime: 'micro', day: '2025-12-31', past: true, booked: [['c', '2025-12-30', 's', 77_000]] },
    follows: { micro_services: { limit: 77_700, crossesOn: undefined, withOwed: undefined, consequence: 'nearing' } },
  },
  {
    says: 'what is received on 31 December counts, what is received on 1 January does not',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-12-31', 's', 1_000],
      ['c', '2027-01-01', 's', 5_000],
      ['c', '2025-12-31', 's', 700],
    ],
    follows: { micro_services: { turnover: 1_000 } },
  },
  {
    says: 'what was invoiced and not collected does not count',
    ...{ regime: 'micro', day: '2026-11-20', owed: 9_000, booked: [['i', '2026-03-01', 's', 9_000]] },
    follows: { micro_services: { turnover: 0, withOwed: 9_000 } },
  },
  {
    says: 'were 11,953.67 of what is owed paid, 83,193.67 would be collected',
    ...{ regime: 'micro', day: '2026-11-20', owed: 11_953.67, booked: [['c', '2026-03-01', 's', 71_240]] },
    follows: { micro_services: { withOwed: 83_193.67 } },
  },
  {
    says: 'money given back for a credit note takes from it',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 's', 85_000],
      ['c', '2026-12-31', 's', -2_000],
    ],
    follows: { micro_services: { turnover: 83_000, isCrossed: false } },
  },
  {
    says: 'given back in January it takes from the next year',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 's', 85_000],
      ['c', '2027-01-02', 's', -2_000],
    ],
    follows: { micro_services: { turnover: 85_000, isCrossed: true } },
  },
  {
    says: 'disbursements are no turnover',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 's', 1_000],
      ['c', '2026-03-01', 's', 400, { key: 'disbursement' }],
    ],
    follows: { micro_services: { turnover: 1_000 } },
  },
  {
    says: '1,000 dollars at 1.25 are 800.00 of turnover',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 's', 500],
      ['c', '2026-03-01', 's', 1_000, { currency: 'USD', rate: 1.25 }],
    ],
    follows: { micro_services: { turnover: 1_300 } },
  },
  // Goods, and both.
  {
    says: 'goods alone have the ceiling of goods',
    ...{ regime: 'micro', day: '2026-12-31', booked: [['c', '2026-03-01', 'g', 203_100]] },
    follows: { micro_goods: { limit: 203_100, isCrossed: false } },
  },
  {
    says: '120,000 of goods and 80,000 of services: 200,000 in all below 203,100, services below 83,600',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 'g', 120_000],
      ['c', '2026-03-01', 's', 80_000],
    ],
    follows: {
      micro_goods: { turnover: 200_000, isCrossed: false },
      micro_services: { turnover: 80_000, isCrossed: false },
    },
  },
  {
    says: '130,000 of goods and 80,000 of services: both within their own, together above',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 'g', 130_000],
      ['c', '2026-03-01', 's', 80_000],
    ],
    follows: { micro_goods: { turnover: 210_000, isCrossed: true }, micro_services: { isCrossed: false } },
  },
  {
    says: '50,000 of goods and 90,000 of services: services above, all together not',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 'g', 50_000],
      ['c', '2026-03-01', 's', 90_000],
    ],
    follows: { micro_goods: { isCrossed: false }, micro_services: { isCrossed: true, consequence: 'second_year' } },
  },
  {
    says: 'goods of last year alone still show both, so that nothing is judged by half',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2025-03-01', 'g', 10_000],
      ['c', '2026-03-01', 's', 10_000],
    ],
    follows: { micro_goods: { turnover: 10_000 }, micro_services: { turnover: 10_000 } },
  },
  // The first year.
  {
    says: 'begun on 1 August 2026: 153 days of 365, 83,600 become 35,043.29',
    ...{ regime: 'micro', day: '2026-12-31', beganOn: '2026-08-01', booked: [['c', '2026-10-01', 's', 35_043.29]] },
    follows: { micro_services: { limit: 35_043.29, proRataDays: 153, isCrossed: false } },
  },
  {
    says: 'begun on 1 July 2028, a leap year: 184 days of 366',
    ...{ regime: 'micro', day: '2028-12-31', beganOn: '2028-07-01', booked: [] },
    follows: { micro_services: { limit: 42_028.42, proRataDays: 184 } },
  },
  {
    says: 'begun on 1 January: the whole limit, and no proportion',
    ...{ regime: 'micro', day: '2026-12-31', beganOn: '2026-01-01', booked: [] },
    follows: { micro_services: { limit: 83_600, proRataDays: undefined } },
  },
  {
    says: 'the first year above in proportion, the second above in full: it ends',
    ...{ regime: 'micro', day: '2027-12-31', beganOn: '2026-08-01' },
    booked: [
      ['c', '2026-10-01', 's', 40_000],
      ['c', '2027-05-01', 's', 84_000],
    ],
    follows: {
      micro_services: { limit: 83_600, wasCrossed: true, consequence: 'leaves_next_year', from: '2028-01-01' },
    },
  },
  // The franchise.
  {
    says: '37,500.01 of services: VAT from 1 January',
    ...{ regime: 'franchise', day: '2026-11-20', booked: [['i', '2026-03-01', 's', 37_500.01]] },
    follows: {
      franchise_services: {
        isCrossed: true,
        upperCrossedOn: undefined,
        consequence: 'vat_next_year',
        from: '2027-01-01',
      },
    },
  },
  {
    says: '41,250.01 on 14 October: VAT from that day',
    ...{ regime: 'franchise', day: '2026-11-20' },
    booked: [
      ['i', '2026-03-01', 's', 41_250],
      ['i', '2026-10-14', 's', 0.01],
    ],
    follows: {
      franchise_services: { upper: 41_250, upperCrossedOn: '2026-10-14', consequence: 'vat_now', from: '2026-10-14' },
    },
  },
  {
    says: 'a credit note afterwards brings the year below, and does not undo the day',
    ...{ regime: 'franchise', day: '2026-11-20' },
    booked: [
      ['i', '2026-10-14', 's', 42_000],
      ['i', '2026-11-02', 's', -10_000],
    ],
    follows: {
      franchise_services: { turnover: 32_000, isCrossed: false, upperCrossedOn: '2026-10-14', consequence: 'vat_now' },
    },
  },
  {
    says: 'the base was passed last year: VAT since 1 January, whatever this year brings',
    ...{ regime: 'franchise', day: '2026-02-01', booked: [['i', '2025-12-01', 's', 38_000]] },
    follows: { franchise_services: { turnover: 0, wasCrossed: true, consequence: 'vat_now', from: '2026-01-01' } },
  },
  {
    says: 'in a first year the base is in proportion, the upper one is not',
    ...{ regime: 'franchise', day: '2026-12-31', beganOn: '2026-08-01', booked: [['i', '2026-10-01', 's', 20_000]] },
    follows: { franchise_services: { limit: 15_719.18, upper: 41_250, isCrossed: true, consequence: 'vat_next_year' } },
  },
  {
    says: '60,000 of goods and 30,000 of services: 90,000 in all above 85,000 and below 93,500',
    ...{ regime: 'franchise', day: '2026-12-31' },
    booked: [
      ['i', '2026-03-01', 'g', 60_000],
      ['i', '2026-03-01', 's', 30_000],
    ],
    follows: {
      franchise_goods: { turnover: 90_000, upperCrossedOn: undefined, consequence: 'vat_next_year' },
      franchise_services: { turnover: 30_000, consequence: 'nearing' },
    },
  },
  {
    says: '38,000 in 2024 was above the 37,500 that 2025 asks for the year before: VAT since 1 January 2025',
    ...{ regime: 'franchise', day: '2025-06-30', past: true, booked: [['i', '2024-12-01', 's', 38_000]] },
    follows: { franchise_services: { wasCrossed: true, consequence: 'vat_now', from: '2025-01-01' } },
  },
  {
    says: 'in 2024, 37,000 above 36,800 were borne one year',
    ...{ regime: 'franchise', day: '2024-12-31', past: true, booked: [['i', '2024-12-01', 's', 37_000]] },
    follows: { franchise_services: { isCrossed: true, consequence: 'second_year', from: '2025-01-01' } },
  },
  {
    says: 'in 2024, past 39,100 on 14 October, VAT was charged from the first of that month',
    ...{ regime: 'franchise', day: '2024-12-31', past: true, booked: [['i', '2024-10-14', 's', 39_100.01]] },
    follows: {
      franchise_services: { upperCrossedOn: '2024-10-14', consequence: 'vat_now', from: '2024-10-01' },
    },
  },
  // The pace of the last three months, and which accounts have thresholds.
  {
    says: '9,200.00 in the 92 days up to 20 November are 100.00 a day: 3,000.00 are left, and on the 31st day they are passed',
    ...{ regime: 'micro', day: '2026-11-20' },
    booked: [
      ['c', '2026-08-20', 's', 71_400],
      ['c', '2026-08-21', 's', 9_200],
    ],
    follows: { micro_services: { turnover: 80_600, crossesOn: '2026-12-21' } },
  },
  {
    says: 'at that pace 5,000.00 more are not reached this year',
    ...{ regime: 'micro', day: '2026-11-20' },
    booked: [
      ['c', '2026-08-20', 's', 69_400],
      ['c', '2026-08-21', 's', 9_200],
    ],
    follows: { micro_services: { crossesOn: undefined } },
  },
  {
    says: 'who began 20 days ago has the pace of 20 days: 1,000.00 a day, and 25,652.60 of limit for 112 days',
    ...{ regime: 'micro', day: '2026-09-30', beganOn: '2026-09-11', booked: [['c', '2026-09-20', 's', 20_000]] },
    follows: { micro_services: { limit: 25_652.6, proRataDays: 112, crossesOn: '2026-10-06' } },
  },
  {
    says: 'what is passed has no day to come',
    ...{ regime: 'micro', day: '2026-11-20', booked: [['c', '2026-11-01', 's', 90_000]] },
    follows: { micro_services: { isCrossed: true, crossesOn: undefined } },
  },
  {
    says: 'who is under both regimes has the thresholds of both',
    ...{ regime: 'both', day: '2026-11-20' },
    booked: [
      ['c', '2026-03-01', 's', 10_000],
      ['i', '2026-03-01', 's', 12_000],
    ],
    follows: { micro_services: { turnover: 10_000 }, franchise_services: { turnover: 12_000 } },
  },
  {
    says: 'who is under neither has none',
    ...{ regime: 'neither', day: '2026-11-20', booked: [['c', '2026-03-01', 's', 500_000]] },
    follows: {},
  },
];

const EUROS: ReadonlySet<string> = new Set(['turnover', 'limit', 'upper', 'withOwed']);

for (const { says, regime, day, past, beganOn, owed = 0, booked, follows } of cases) {
  test(says, () => {
    const thresholds = thresholdsOf({
      settings: {
        currency: 'EUR',
        vatRegime: regime === 'franchise' || regime === 'both' ? 'franchise' : 'normal',
        emitter: { legalStatus: regime === 'micro' || regime === 'both' ? 'micro_enterprise' : 'sas' },
        ...(beganOn && { activityBeganOn: beganOn }),
      },
      parts: booked.map(part),
      day,
      isRunning: past === undefined,
      owedNet: cents(Math.round(owed * 100)),
    });
    assert.deepEqual(
      thresholds.map(({ name }) => name),
      Object.keys(follows),
    );
    for (const threshold of thresholds) {
      const known = { ...threshold, wasCrossed: threshold.lastYear.isCrossed } as Record<string, unknown>;
      for (const [member, expected] of Object.entries(follows[threshold.name] ?? {})) {
        const value = known[member];
        assert.equal(EUROS.has(member) && typeof value === 'number' ? value / 100 : value, expected, member);
      }
    }
  });
}

test('there are at least thirty cases, and an account in another currency has no thresholds in euros', () => {
  assert.ok(cases.length >= 30, String(cases.length));
  const settings = { currency: 'USD', vatRegime: 'franchise', emitter: { legalStatus: 'micro_enterprise' } } as const;
  assert.deepEqual(thresholdsOf({ settings, parts: [], day: '2026-11-20', isRunning: true, owedNet: cents(0) }), []);
});
