import type { PaymentTerm } from '../../../domain/billing/document/terms/payment-terms.ts';
import type { BilingualText } from '../../bilingual-text.ts';

/** The payment terms a document lacks, and the remedy. */
export function missingTermsText(missing: readonly PaymentTerm[]): BilingualText {
  const isRequired = missing.some((term) => term !== 'paymentMethods' && term !== 'plannedAdvances');
  const [whyFr, whyEn] = isRequired
    ? [', obligatoires sur une facture à un professionnel', ', mandatory on an invoice to a business']
    : ['', ''];
  return {
    fr: `Complétez les conditions de paiement${whyFr} : ${missing.map((term) => terms[term].fr).join(' ; ')}.`,
    en: `Complete the payment terms${whyEn}: ${missing.map((term) => terms[term].en).join('; ')}.`,
  };
}

const terms: Readonly<Record<PaymentTerm, BilingualText>> = {
  latePenalty: {
    fr: 'choisissez les pénalités de retard ou, avec « other », écrivez-les (latePenalty)',
    en: 'choose the late payment penalties or, with "other", write them out (latePenalty)',
  },
  lumpSumCompensation: {
    fr: 'choisissez l’indemnité forfaitaire de recouvrement de 40 € ou, avec « other », écrivez-la (lumpSumCompensation)',
    en: 'choose the €40 fixed compensation for recovery costs or, with "other", write it out (lumpSumCompensation)',
  },
  discountAdvancePayment: {
    fr: 'indiquez s’il y a un escompte pour paiement anticipé et, si oui, lequel (discountAdvancePayment)',
    en: 'state whether there is an early payment discount and, if so, which one (discountAdvancePayment)',
  },
  paymentMethods: {
    fr: 'indiquez l’autre moyen de paiement (otherPaymentMethod)',
    en: 'name the other payment method (otherPaymentMethod)',
  },
  plannedAdvances: {
    fr: 'indiquez quand l’acompte prévu à une autre date est dû (customPaymentCondition)',
    en: 'state when the advance planned for another time is due (customPaymentCondition)',
  },
};
