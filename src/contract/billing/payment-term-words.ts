import type { PaymentTerm } from '../../domain/billing/document/terms.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';

/** What a document does not say of payment, and what to do about it. */
export function termsInWords(missing: readonly PaymentTerm[]): InTwoLanguages {
  const isRequired = missing.some((term) => term !== 'paymentMethods' && term !== 'plannedAdvances');
  const [whyFr, whyEn] = isRequired
    ? [', obligatoires sur une facture à un professionnel', ', mandatory on an invoice to a business']
    : ['', ''];
  return {
    fr: `Complétez les conditions de paiement${whyFr} : ${missing.map((term) => terms[term].fr).join(' ; ')}.`,
    en: `Complete the payment terms${whyEn}: ${missing.map((term) => terms[term].en).join('; ')}.`,
  };
}

const terms: Readonly<Record<PaymentTerm, InTwoLanguages>> = {
  latePenalty: {
    fr: 'choisissez les pénalités de retard, ou écrivez-les si elles sont « autres » (latePenalty)',
    en: 'choose the late penalties, or write them where they are "other" (latePenalty)',
  },
  lumpSumCompensation: {
    fr: 'choisissez l’indemnité pour frais de recouvrement de 40 €, ou écrivez-la si elle est « autre » (lumpSumCompensation)',
    en: 'choose the lump sum of 40 € for recovery costs, or write it where it is "other" (lumpSumCompensation)',
  },
  discountAdvancePayment: {
    fr: 'dites s’il y a un escompte pour paiement anticipé, et écrivez-le s’il y en a un (discountAdvancePayment)',
    en: 'say whether there is a discount for early payment, and write it where there is one (discountAdvancePayment)',
  },
  paymentMethods: {
    fr: 'écrivez l’« autre » moyen de paiement (otherPaymentMethod)',
    en: 'write the "other" means of payment (otherPaymentMethod)',
  },
  plannedAdvances: {
    fr: 'écrivez quand est dû l’acompte annoncé pour un « autre » moment (customPaymentCondition)',
    en: 'write when the advance announced for an "other" time is due (customPaymentCondition)',
  },
};
