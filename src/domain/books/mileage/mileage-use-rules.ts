import type { LegalStatus } from '../../account/legal-facts.ts';
import type { Refused } from '../../refusal.ts';
import { type MileageUse, mileageUses } from './mileage-use.ts';

/** Companies, whose director is another person with a vehicle of their own. */
const companies: readonly LegalStatus[] = ['sas', 'sarl', 'sasu', 'eurl', 'sa', 'sasu_sas', 'eurl_sarl'];
/** Where the tax on the result decides: partnerships and associations. */
const others: readonly LegalStatus[] = ['snc', 'sci', 'association'];

/**
 * What a business may use its mileage for. A micro-enterprise is taxed on its turnover and deducts
 * no expense (CGI art. 50-0 and 102 ter). Without a stated legal form, nothing is excluded.
 */
export function allowedUses(legalStatus: LegalStatus | undefined): readonly MileageUse[] {
  if (legalStatus === 'micro_enterprise') return ['log'];
  if (legalStatus === undefined || legalStatus === 'other') return mileageUses;
  return companies.includes(legalStatus) || others.includes(legalStatus) ? ['log', 'reimbursed'] : ['log', 'deducted'];
}

/** The use of a year until it is chosen: companies reimburse, sole traders have to opt. */
export const usualUse = (legalStatus: LegalStatus | undefined): MileageUse =>
  legalStatus !== undefined && companies.includes(legalStatus) ? 'reimbursed' : 'log';

/**
 * Why the use of a year cannot be chosen: the legal form does not allow it, or a trip of the year
 * is in a closed period, which would change.
 */
export function useRefused(
  use: MileageUse,
  { legalStatus, isClosed }: { readonly legalStatus: LegalStatus | undefined; readonly isClosed: boolean },
): Refused<'mileage_use_not_allowed' | 'mileage_year_closed'> | undefined {
  const allowed = allowedUses(legalStatus);
  if (!allowed.includes(use)) return { refused: 'mileage_use_not_allowed', use, allowed };
  return isClosed ? { refused: 'mileage_year_closed' } : undefined;
}
