import type { CivilDay } from '../time/civil-day.ts';

/** How often turnover is declared to Urssaf (CSS art. L613-7). */
export const declarationRhythms = ['monthly', 'quarterly'] as const;
/** The reduction of the first year (Acre): none, half, or a quarter of the contributions. */
export const acreReductions = ['none', 'half', 'quarter'] as const;
/** Who insures the retirement of professional services: the general scheme, or the Cipav. */
export const pensionFunds = ['general', 'cipav'] as const;

/** What decides the contributions of a micro-entrepreneur beside what was received. */
export type MicroSocial = {
  readonly rhythm: (typeof declarationRhythms)[number];
  readonly acre: (typeof acreReductions)[number];
  /** The last day of the reduction, as Urssaf states it. */
  readonly acreUntil?: CivilDay;
  readonly pensionFund: (typeof pensionFunds)[number];
  /** A craft business pays another contribution to training. */
  readonly isCraft: boolean;
  /** Income tax is paid with the contributions (versement libératoire, CGI art. 151-0). */
  readonly paysIncomeTax: boolean;
};

export const microSocialByDefault: MicroSocial = {
  rhythm: 'quarterly',
  acre: 'none',
  pensionFund: 'general',
  isCraft: false,
  paysIncomeTax: false,
};
