import type { ShareKey } from './breakdown.ts';
import type { VatMention } from './mention.ts';
import { disbursementText, mentionTextOn, type VatCategory } from './mention-text.ts';
import { isZeroRated, type ZeroRatedCode } from './vat-code.ts';

/**
 * The VAT category of EN 16931 (BT-118, BT-151) and, without VAT, the exemption reason code
 * (BT-121).
 */
export type CategoryOfVat = { readonly category: VatCategory; readonly vatex?: string };

/**
 * The VAT category of a line or key in an electronic invoice, from its VAT code, what is sold, and
 * the mention of the document issued on `day`. The VAT code decides; the mention only gives the
 * reason, if it belongs to the same category.
 */
export function vatCategoryOf(
  key: ShareKey,
  document: { readonly goods: boolean; readonly mention: VatMention; readonly day: string },
): CategoryOfVat {
  if (key === 'disbursement') return reasonOf(disbursementText);
  const mention = mentionTextOn(document.mention, document.day);
  if (!isZeroRated(key)) return reasonOf(mention.category === 'S' ? mention : reasons.S);
  const byCode = categories[key];
  if (byCode === 'as mentioned') return mention.category === 'S' ? { category: 'E' } : reasonOf(mention);
  const category = document.goods ? byCode.goods : byCode.services;
  return mention.category === category ? reasonOf(mention) : reasons[category];
}

type ByCode = { readonly goods: VatCategory; readonly services: VatCategory } | 'as mentioned';

const categories: Record<ZeroRatedCode, ByCode> = {
  FR_00HT: 'as mentioned',
  FR_00UE: { goods: 'K', services: 'AE' },
  FR_0HUE: { goods: 'G', services: 'O' },
};

/** The default reason of a category, if the mention gives none. */
const reasons: Record<VatCategory, CategoryOfVat> = {
  S: { category: 'S' },
  E: { category: 'E' },
  AE: { category: 'AE', vatex: 'VATEX-EU-AE' },
  K: { category: 'K', vatex: 'VATEX-EU-IC' },
  G: { category: 'G', vatex: 'VATEX-EU-G' },
  O: { category: 'O', vatex: 'VATEX-EU-O' },
};

const reasonOf = ({ category, vatex }: CategoryOfVat): CategoryOfVat => ({
  category,
  ...(vatex !== undefined && { vatex }),
});
