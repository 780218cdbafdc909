import type { CivilDay } from '../time/civil-day.ts';

/** Yearly turnover, tax excluded, in cents of euros. */
type Ceilings = { readonly goods: number; readonly services: number };

/** Thresholds as the law had them from a day on, with where that stands. */
export type ThresholdRow = {
  readonly since: CivilDay;
  readonly base: Ceilings;
  /** Past it VAT is charged at once, where there is such a one. */
  readonly upper?: Ceilings;
  readonly source: string;
  /** When the source said so. */
  readonly saidOn: CivilDay;
};

/**
 * Up to what turnover collected in a civil year the micro regime holds: sales of goods (and all together, where both are sold), and
 * services. Set anew every three years (CGI art. 50-0, 1).
 */
export const microRows: readonly ThresholdRow[] = [
  {
    since: '2023-01-01',
    base: { goods: 18_870_000, services: 7_770_000 },
    source: 'CGI art. 50-0 et 102 ter (2023 à 2025)',
    saidOn: '2023-01-01',
  },
  {
    since: '2026-01-01',
    base: { goods: 20_310_000, services: 8_360_000 },
    source: 'CGI art. 50-0 et 102 ter (2026 à 2028), Urssaf',
    saidOn: '2026-02-20',
  },
];

/** Up to what turnover of a civil year no VAT is charged, and past what it is charged at once (CGI art. 293 B). */
export const franchiseRows: readonly ThresholdRow[] = [
  {
    since: '2023-01-01',
    base: { goods: 9_190_000, services: 3_680_000 },
    upper: { goods: 10_100_000, services: 3_910_000 },
    source: 'CGI art. 293 B (2023 et 2024)',
    saidOn: '2023-01-01',
  },
  {
    since: '2025-01-01',
    base: { goods: 8_500_000, services: 3_750_000 },
    upper: { goods: 9_350_000, services: 4_125_000 },
    source: 'CGI art. 293 B, loi du 4 novembre 2025',
    saidOn: '2025-11-04',
  },
];

/** The row that holds on a day; before the first, the first. */
export const rowOn = (rows: readonly ThresholdRow[], day: CivilDay): ThresholdRow =>
  rows.findLast(({ since }) => since <= day) ?? (rows[0] as ThresholdRow);
