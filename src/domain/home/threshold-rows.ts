import type { CivilDay } from '../time/civil-day.ts';

/** Yearly turnover, tax excluded, in cents of euros. */
type Ceilings = { readonly goods: number; readonly services: number };

/** Thresholds as the law had them from a day on, with where that stands. */
export type ThresholdRow = {
  readonly since: CivilDay;
  readonly base: Ceilings;
  /** Past it VAT is charged at once, where there is such a one. */
  readonly upper?: Ceilings;
  /**
   * Until 2024 the base might be passed two years in a row before VAT was charged, and past the upper one it was from the first day of
   * that month (CGI art. 293 B, I and II, as before loi 2023-1322, art. 82).
   */
  readonly toleratesOneYear?: true;
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
    // JO of 2 June 2023, for the years 2023 to 2025; impots.gouv.fr, "Le régime unique des micro-entreprises".
    source: 'CGI art. 50-0 et 102 ter, décret 2023-422 du 31 mai 2023',
    saidOn: '2023-06-02',
  },
  {
    since: '2026-01-01',
    base: { goods: 20_310_000, services: 8_360_000 },
    // Told by Urssaf on 20 February 2026 for 2026 to 2028, before any decree had them.
    source: 'CGI art. 50-0 et 102 ter, Urssaf',
    saidOn: '2026-02-20',
  },
];

/** Up to what turnover of a civil year no VAT is charged, and past what it is charged at once (CGI art. 293 B). */
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
    // In force since 1 January 2025. The single 25,000 of loi 2025-127, art. 32 was suspended before its day, and taken back by the law
    // of 3 November 2025 (JO of the 4th): these are the thresholds of all of 2025 and since.
    source: 'CGI art. 293 B, loi 2023-1322 du 29 décembre 2023, art. 82 ; loi du 3 novembre 2025',
    saidOn: '2025-11-04',
  },
];

/** The row that holds on a day; before the first, the first. */
export const rowOn = (rows: readonly ThresholdRow[], day: CivilDay): ThresholdRow =>
  rows.findLast(({ since }) => since <= day) ?? (rows[0] as ThresholdRow);
