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
