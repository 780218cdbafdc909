import type { Locale } from '../domain/billing/document/locale.ts';

/** The texts the electronic invoice adds to its lines, in each document language. */
type Words = { readonly discount: string; readonly rounding: string; readonly deductedAdvance: string };

export const wordsOf = (locale: Locale): Words => words[locale];

const words: Record<Locale, Words> = {
  fr: { discount: 'Remise', rounding: 'Arrondi', deductedAdvance: 'Acompte déduit' },
  en: { discount: 'Discount', rounding: 'Rounding', deductedAdvance: 'Advance deducted' },
  de: { discount: 'Rabatt', rounding: 'Rundung', deductedAdvance: 'Abzüglich Anzahlung' },
  it: { discount: 'Sconto', rounding: 'Arrotondamento', deductedAdvance: 'Acconto detratto' },
  nl: { discount: 'Korting', rounding: 'Afronding', deductedAdvance: 'Verrekende aanbetaling' },
  pt: { discount: 'Desconto', rounding: 'Arredondamento', deductedAdvance: 'Adiantamento deduzido' },
  es: { discount: 'Descuento', rounding: 'Redondeo', deductedAdvance: 'Anticipo deducido' },
};
