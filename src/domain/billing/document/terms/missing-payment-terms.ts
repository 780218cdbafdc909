import { isProfessional, type Party } from '../../../customers/party.ts';
import { type BillingDocument, isClaim, isEstimate, type Legals } from '../document.ts';
import { type PaymentTerm, paymentTerms } from './payment-terms.ts';

/** Whether a text has content: a letter or a digit, not just a dash. */
export const isNotBlank = (text: string | null | undefined): boolean => /[\p{L}\p{N}]/u.test(text ?? '');

/**
 * The mandatory payment terms a document does not state. An invoice or an advance to a professional
 * must state the late-payment penalties, the lump sum for recovery costs, and the early-payment
 * discount or that there is none (C. com. art. L441-9, L441-10, D441-5). A term set to "other"
 * needs a text on every document.
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
    return name === 'plannedAdvances' ? lacksAdvanceWords(document) : !isStated(terms[name], isRequired);
  });
}

/** Whether an offer announces an advance due at an "other" time without stating when. */
const lacksAdvanceWords = (document: BillingDocument): boolean =>
  isEstimate(document) &&
  document.content.planned.some(
    ({ paymentCondition, customPaymentCondition }) =>
      paymentCondition === 'OTHER' && !isNotBlank(customPaymentCondition),
  );

/** Whether a payment method is "other" without a text. */
export const lacksMethodText = ({
  paymentMethods,
  otherPaymentMethod,
}: Pick<Legals, 'paymentMethods' | 'otherPaymentMethod'>): boolean =>
  paymentMethods.includes('other') && !isNotBlank(otherPaymentMethod);

const isStated = (
  term: { readonly value: string; readonly otherValue?: string } | null | undefined,
  isRequired: boolean,
): boolean => (term ? term.value !== 'other' || isNotBlank(term.otherValue) : !isRequired);
