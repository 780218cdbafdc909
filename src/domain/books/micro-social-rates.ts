import type { CivilDay } from '../time/civil-day.ts';
import type { MicroSocial } from './micro-social.ts';
import type { ReceiptNature } from './receipts-book.ts';

/** Rates in basis points of the turnover, from a day on. */
type RateRow = {
  readonly from: CivilDay;
  readonly contributions: Readonly<Record<ReceiptNature | 'cipav', number>>;
  /** What the Acre leaves at least: contributions that it does not reduce (CSS art. L613-7, I). */
  readonly leastWithAcre: { readonly cipav: number };
};

/**
 * Contributions (CSS art. D613-4; entreprendre.service-public.gouv.fr, F37353, read on 30 November
 * 2026), the newest first. Earlier days have no row, and no estimate.
 */
const contributionRows: readonly RateRow[] = [
  {
    from: '2026-01-01',
    contributions: { bic_goods: 1_230, bic_services: 2_120, bnc: 2_560, cipav: 2_320 },
    leastWithAcre: { cipav: 1_340 },
  },
  {
    from: '2025-01-01',
    contributions: { bic_goods: 1_230, bic_services: 2_120, bnc: 2_460, cipav: 2_320 },
    leastWithAcre: { cipav: 1_390 },
  },
];

/** The contribution to training (C. trav. art. L6331-48), in basis points. */
const TRAINING = { trade: 10, professional: 20, craft: 30 };

/** Income tax paid with the contributions (CGI art. 151-0, II). */
const incomeTaxRates: Readonly<Record<ReceiptNature, number>> = { bic_goods: 100, bic_services: 170, bnc: 220 };

/** Part of the contributions left by the reduction (CSS art. D131-6-3), in hundredths. */
const LEFT_BY_ACRE: Readonly<Record<MicroSocial['acre'], number>> = { none: 100, half: 50, quarter: 75 };

/** Rates in basis points; `incomeTax` is 0 if it is not paid with the contributions. */
export type MicroSocialRates = {
  readonly contributions: number;
  readonly training: number;
  readonly incomeTax: number;
};

/**
 * The rates of a nature for a period that ends on a day; undefined if they are not known here. A
 * reduced rate is rounded up to a tenth of a percent; the Cipav has a least rate (economie.gouv.fr,
 * “Micro-entreprises, quel est le montant de vos cotisations sociales ?”, 6 March 2026).
 */
export function ratesOn(on: CivilDay, nature: ReceiptNature, situation: MicroSocial): MicroSocialRates | undefined {
  const row = contributionRows.find(({ from }) => from <= on);
  if (!row) return undefined;
  const { acre, acreUntil, pensionFund, isCraft, paysIncomeTax } = situation;
  const isCipav = nature === 'bnc' && pensionFund === 'cipav';
  const full = row.contributions[isCipav ? 'cipav' : nature];
  const isReduced = acre !== 'none' && acreUntil !== undefined && on <= acreUntil;
  const left = isReduced ? (full * LEFT_BY_ACRE[acre]) / 100 : full;
  const least = isReduced && isCipav ? row.leastWithAcre.cipav : 0;
  return {
    contributions: Math.max(Math.ceil(left / TENTH) * TENTH, least),
    training: nature === 'bnc' ? TRAINING.professional : isCraft ? TRAINING.craft : TRAINING.trade,
    incomeTax: paysIncomeTax ? incomeTaxRates[nature] : 0,
  };
}

/** A tenth of a percent, in basis points. */
const TENTH = 10;
