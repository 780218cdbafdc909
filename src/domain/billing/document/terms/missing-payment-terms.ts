import { isProfessional, type Party } from '../../../customers/party.ts';
import { type BillingDocument, isClaim, isEstimate, type Legals } from '../document.ts';
import { type PaymentTerm, paymentTerms } from './payment-terms.ts';

/** Whether words say anything: a letter or a digit, not a dash alone. */
export const isNotBlank = (text: string | null | undefined): boolean => /[\p{L}\p{N}]/u.test(text ?? '');

/**
 * What a document does not say of payment though it must. An invoice or an advance to a professional states the penalties of late
 * payment, the lump sum for recovery costs, and the discount for early payment or that there is none (C. com. art. L441-9, L441-10,
 * D441-5). Whatever is "other" is said in words, on every document.
 */
export function missingTerms(document: BillingDocument, customer: Party | undefined): PaymentTerm[] {
  const { legals } = document.content;
  const isRequired = isClaim(document) && customer !== undefined && isProfessional(customer);
  const terms = {
    latePenalty: legals.latePenalty,
    lumpSumCompensation: legals.lumpSumCompensation,
    discountAdvancePayment: legals.discountForAdvancePayment,
  };
  return paymentTerms.filter((name) => {
    if (name === 'paymentMethods') return lacksMethodText(legals);
    return name === 'plannedAdvances' ? lacksAdvanceWords(document) : !isSaid(terms[name], isRequired);
  });
}

/** Whether an advance that an offer announces is due at an "other" time and nothing says when. */
const lacksAdvanceWords = (document: BillingDocument): boolean =>
  isEstimate(document) &&
  document.content.planned.some(
    ({ paymentCondition, customPaymentCondition }) =>
      paymentCondition === 'OTHER' && !isNotBlank(customPaymentCondition),
  );

/** Whether a means of payment is "other" and nothing says which. */
export const lacksMethodText = ({
  paymentMethods,
  otherPaymentMethod,
}: Pick<Legals, 'paymentMethods' | 'otherPaymentMethod'>): boolean =>
  paymentMethods.includes('other') && !isNotBlank(otherPaymentMethod);

const isSaid = (
  term: { readonly value: string; readonly otherValue?: string } | null | undefined,
  isRequired: boolean,
): boolean => (term ? term.value !== 'other' || isNotBlank(term.otherValue) : !isRequired);
