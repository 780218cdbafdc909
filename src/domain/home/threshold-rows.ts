import type { CivilDay } from '../time/civil-day.ts';

/** Yearly turnover, tax excluded, in euro cents. */
type Ceilings = { readonly goods: number; readonly services: number };

/** Legal thresholds from a day on, with their source. */
export type ThresholdRow = {
  readonly since: CivilDay;
  readonly base: Ceilings;
  /** The upper threshold above which VAT is charged at once, if there is one. */
  readonly upper?: Ceilings;
  /**
   * Until 2024, the base threshold could be exceeded two years in a row before VAT was charged;
   * above the upper one it was charged from the first day of that month (CGI art. 293 B, I and II,
   * before loi 2023-1322, art. 82).
   */
  readonly toleratesOneYear?: true;
  readonly source: string;
  /** The publication day of the source. */
  readonly saidOn: CivilDay;
};

/**
 * The thresholds of the micro regime for turnover collected in a civil year: sales of goods (and
 * the total, if both are sold), and services. Revised every three years (CGI art. 50-0, 1).
 */
export const microRows: readonly ThresholdRow[] = [
  {
    since: '2023-01-01',
    base: { goods: 18_870_000, services: 7_770_000 },
    // JO of 2 June 2023, for the years 2023 to 2025; impots.gouv.fr, "Le régime unique des
    // micro-entreprises".
    source: 'CGI art. 50-0 et 102 ter, décret 2023-422 du 31 mai 2023',
    saidOn: '2023-06-02',
  },
  {
    since: '2026-01-01',
    base: { goods: 20_310_000, services: 8_360_000 },
    // Published by Urssaf on 20 February 2026 for 2026 to 2028, before the decree.
    source: 'CGI art. 50-0 et 102 ter, Urssaf',
    saidOn: '2026-02-20',
  },
];

/**
 * The franchise thresholds for turnover of a civil year: up to the base no VAT, above the upper one
 * VAT at once (CGI art. 293 B).
 */
export const franchiseRows: readonly ThresholdRow[] = [
  {
    since: '2023-01-01',
    base: { goods: 9_190_000, services: 3_680_000 },
    upper: { goods: 10_100_000, services: 3_910_000 },
    toleratesOneYear: true,
    // JO of 2 June 2023, for the years from 2023 on; in force until 31 December 2024.
    source: 'CGI art. 293 B, décret 2023-422 du 31 mai 2023, art. 1',
    saidOn: '2023-06-02',
  },
  {
    since: '2025-01-01',
    base: { goods: 8_500_000, services: 3_750_000 },
    upper: { goods: 9_350_000, services: 4_125_000 },
    // In force since 1 January 2025. The single threshold of 25,000 of loi 2025-127, art. 32 was
    // suspended before it took effect and repealed by the law of 3 November 2025 (JO of the 4th):
    // these thresholds apply to all of 2025 and later.
    source: 'CGI art. 293 B, loi 2023-1322 du 29 décembre 2023, art. 82 ; loi du 3 novembre 2025',
    saidOn: '2025-11-04',
  },
];

/** The row in force on a day; before the first row, the first. */
export const rowOn = (rows: readonly ThresholdRow[], day: CivilDay): ThresholdRow =>
  rows.findLast(({ since }) => since <= day) ?? (rows[0] as ThresholdRow);
