import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { BilingualText } from '../bilingual-text.ts';

const formats = {
  fr: new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  en: new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
};

/**
 * Hundredths of any currency as a readable amount for texts: `614,58`. Programs get the cents in a
 * separate member.
 */
export const formatCents = (cents: number): BilingualText => ({
  fr: formats.fr.format(cents / 100),
  en: formats.en.format(cents / 100),
});

/** An amount for people, in exact cents of a currency. 144000 is 1 440,00 EUR. */
export function formatMoney(cents: number, currency: CurrencyCode): BilingualText {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const decimal = `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const written = (language: string): string =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: 'always' }).format(decimal as `${number}`);
  return { fr: `${written('fr-FR')}\u00a0${currency}`, en: `${written('en-GB')} ${currency}` };
}
