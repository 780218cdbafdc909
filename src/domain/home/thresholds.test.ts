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
    says: 'services of 66,879.99 are just below 80 % of the limit',
    ...{ regime: 'micro', day: '2026-11-20', booked: [['c', '2026-03-01', 's', 66_879.99]] },
    follows: { micro_services: { consequence: 'none' } },
  },
  {
    says: 'services of exactly 83,600.00 do not exceed the limit',
    ...{ regime: 'micro', day: '2026-12-31', booked: [['c', '2026-03-01', 's', 83_600]] },
    follows: { micro_services: { isCrossed: false, permille: 1000, consequence: 'nearing' } },
  },
  {
    says: 'one cent more exceeds the limit; a first year above it only warns of a second year',
    ...{ regime: 'micro', day: '2026-12-31', booked: [['c', '2026-03-01', 's', 83_600.01]] },
    follows: { micro_services: { isCrossed: true, consequence: 'second_year', from: '2027-01-01' } },
  },
  {
    says: 'two consecutive years above the limit of 2026: the regime ends on 1 January 2027',
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
    says: '80,000 in 2025 exceeded 77,700, the limit of 2025; but the law of 2026 applies 83,600 to both years',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2025-06-01', 's', 80_000],
      ['c', '2026-06-01', 's', 80_000],
    ],
    follows: { micro_services: { isCrossed: false, wasCrossed: false, consequence: 'nearing' } },
  },
  {
    says: 'above the limit in 2024 and 2026, not in 2025: the count of years starts again',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2024-06-01', 's', 100_000],
      ['c', '2025-06-01', 's', 70_000],
      ['c', '2026-06-01', 's', 100_000],
    ],
    follows: { micro_services: { wasCrossed: false, consequence: 'second_year' } },
  },
  {
    says: 'a past year is shown as it ended, with its own limits and without a projection',
    ...{ regime: 'micro', day: '2025-12-31', past: true, booked: [['c', '2025-12-30', 's', 77_000]] },
    follows: { micro_services: { limit: 77_700, crossesOn: undefined, withOwed: undefined, consequence: 'nearing' } },
  },
  {
    says: 'money received on 31 December counts, money received on 1 January does not',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-12-31', 's', 1_000],
      ['c', '2027-01-01', 's', 5_000],
      ['c', '2025-12-31', 's', 700],
    ],
    follows: { micro_services: { turnover: 1_000 } },
  },
  {
    says: 'amounts invoiced and not collected do not count',
    ...{ regime: 'micro', day: '2026-11-20', owed: 9_000, booked: [['i', '2026-03-01', 's', 9_000]] },
    follows: { micro_services: { turnover: 0, withOwed: 9_000 } },
  },
  {
    says: 'if the receivables of 11,953.67 were paid, 83,193.67 would be collected',
    ...{ regime: 'micro', day: '2026-11-20', owed: 11_953.67, booked: [['c', '2026-03-01', 's', 71_240]] },
    follows: { micro_services: { withOwed: 83_193.67 } },
  },
  {
    says: 'a refund of a credit note lowers the turnover',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 's', 85_000],
      ['c', '2026-12-31', 's', -2_000],
    ],
    follows: { micro_services: { turnover: 83_000, isCrossed: false } },
  },
  {
    says: 'a refund in January lowers the turnover of the next year',
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
    says: 'an account that sells only goods has the limit of goods',
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
    says: '130,000 of goods and 80,000 of services: each within its own limit, the total above',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 'g', 130_000],
      ['c', '2026-03-01', 's', 80_000],
    ],
    follows: { micro_goods: { turnover: 210_000, isCrossed: true }, micro_services: { isCrossed: false } },
  },
  {
    says: '50,000 of goods and 90,000 of services: services above their limit, the total not',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2026-03-01', 'g', 50_000],
      ['c', '2026-03-01', 's', 90_000],
    ],
    follows: { micro_goods: { isCrossed: false }, micro_services: { isCrossed: true, consequence: 'second_year' } },
  },
  {
    says: 'an account that sold goods only last year still has both thresholds',
    ...{ regime: 'micro', day: '2026-12-31' },
    booked: [
      ['c', '2025-03-01', 'g', 10_000],
      ['c', '2026-03-01', 's', 10_000],
    ],
    follows: { micro_goods: { turnover: 10_000 }, micro_services: { turnover: 10_000 } },
  },
  // The first year.
  {
    says: 'an activity begun on 1 August 2026: 153 of 365 days, so the limit of 83,600 becomes 35,043.29',
    ...{ regime: 'micro', day: '2026-12-31', beganOn: '2026-08-01', booked: [['c', '2026-10-01', 's', 35_043.29]] },
    follows: { micro_services: { limit: 35_043.29, proRataDays: 153, isCrossed: false } },
  },
  {
    says: 'an activity begun on 1 July 2028, a leap year: 184 of 366 days',
    ...{ regime: 'micro', day: '2028-12-31', beganOn: '2028-07-01', booked: [] },
    follows: { micro_services: { limit: 42_028.42, proRataDays: 184 } },
  },
  {
    says: 'an activity begun on 1 January has the whole limit',
    ...{ regime: 'micro', day: '2026-12-31', beganOn: '2026-01-01', booked: [] },
    follows: { micro_services: { limit: 83_600, proRataDays: undefined } },
  },
  {
    says: 'above the prorated limit in the first year and the full limit in the second: the regime ends',
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
    says: 'a later credit note brings the turnover below the threshold, but the day it was exceeded stays',
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
    says: 'the base threshold was exceeded last year: VAT since 1 January, whatever this year’s turnover',
    ...{ regime: 'franchise', day: '2026-02-01', booked: [['i', '2025-12-01', 's', 38_000]] },
    follows: { franchise_services: { turnover: 0, wasCrossed: true, consequence: 'vat_now', from: '2026-01-01' } },
  },
  {
    says: 'in a first year the base threshold is prorated, the upper threshold is not',
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
    says: '38,000 in 2024 exceeded 37,500, which the law of 2025 applies to the year before: VAT since 1 January 2025',
    ...{ regime: 'franchise', day: '2025-06-30', past: true, booked: [['i', '2024-12-01', 's', 38_000]] },
    follows: { franchise_services: { wasCrossed: true, consequence: 'vat_now', from: '2025-01-01' } },
  },
  {
    says: 'in 2024, a turnover of 37,000 above the threshold of 36,800 was tolerated for one year',
    ...{ regime: 'franchise', day: '2024-12-31', past: true, booked: [['i', '2024-12-01', 's', 37_000]] },
    follows: { franchise_services: { isCrossed: true, consequence: 'second_year', from: '2025-01-01' } },
  },
  {
    says: 'in 2024, 39,100 exceeded on 14 October: VAT was charged from 1 October',
    ...{ regime: 'franchise', day: '2024-12-31', past: true, booked: [['i', '2024-10-14', 's', 39_100.01]] },
    follows: {
      franchise_services: { upperCrossedOn: '2024-10-14', consequence: 'vat_now', from: '2024-10-01' },
    },
  },
  // The pace of the last three months, and which accounts have thresholds.
  {
    says: '9,200.00 in the 92 days up to 20 November are 100.00 a day: the remaining 3,000.00 are exceeded on the 31st day',
    ...{ regime: 'micro', day: '2026-11-20' },
    booked: [
      ['c', '2026-08-20', 's', 71_400],
      ['c', '2026-08-21', 's', 9_200],
    ],
    follows: { micro_services: { turnover: 80_600, crossesOn: '2026-12-21' } },
  },
  {
    says: 'at 100.00 a day, a remainder of 5,000.00 is not exceeded this year',
    ...{ regime: 'micro', day: '2026-11-20' },
    booked: [
      ['c', '2026-08-20', 's', 69_400],
      ['c', '2026-08-21', 's', 9_200],
    ],
    follows: { micro_services: { crossesOn: undefined } },
  },
  {
    says: 'an activity begun 20 days ago has the pace of these days: 1,000.00 a day, with a limit of 25,652.60 for 112 days',
    ...{ regime: 'micro', day: '2026-09-30', beganOn: '2026-09-11', booked: [['c', '2026-09-20', 's', 20_000]] },
    follows: { micro_services: { limit: 25_652.6, proRataDays: 112, crossesOn: '2026-10-06' } },
  },
  {
    says: 'an exceeded threshold has no projected day',
    ...{ regime: 'micro', day: '2026-11-20', booked: [['c', '2026-11-01', 's', 90_000]] },
    follows: { micro_services: { isCrossed: true, crossesOn: undefined } },
  },
  {
    says: 'an account under both regimes has the thresholds of both',
    ...{ regime: 'both', day: '2026-11-20' },
    booked: [
      ['c', '2026-03-01', 's', 10_000],
      ['i', '2026-03-01', 's', 12_000],
    ],
    follows: { micro_services: { turnover: 10_000 }, franchise_services: { turnover: 12_000 } },
  },
  {
    says: 'an account under neither regime has no threshold',
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
