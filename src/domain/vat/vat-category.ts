import type { ShareKey } from './breakdown.ts';
import type { VatMention } from './mention.ts';
import { disbursementText, mentionTextOn, type VatCategory } from './mention-text.ts';
import type { VatCode } from './vat-code.ts';

/** The category of EN 16931 and, where no VAT is charged, the reason by its code. */
export type CategoryOfVat = { readonly category: VatCategory; readonly vatex?: string };

/**
 * How an electronic invoice names the VAT of a line or of a key: from its code, what is sold, and the mention of the
 * document issued on `day`. The code decides; the mention only says why, where it says the same category.
 */
export function vatCategoryOf(
  key: ShareKey,
  document: { readonly goods: boolean; readonly mention: VatMention; readonly day: string },
): CategoryOfVat {
  if (key === 'disbursement') return reasonOf(disbursementText);
  const mention = mentionTextOn(document.mention, document.day);
  const byCode = categories[key];
  if (byCode === 'as mentioned') return mention.category === 'S' ? { category: 'E' } : reasonOf(mention);
  const category = document.goods ? byCode.goods : byCode.services;
  return mention.category === category ? reasonOf(mention) : reasons[category];
}

type ByCode = { readonly goods: VatCategory; readonly services: VatCategory } | 'as mentioned';

const charged: ByCode = { goods: 'S', services: 'S' };

const categories: Record<VatCode, ByCode> = {
  FR_210: charged,
  FR_550: charged,
  FR_850: charged,
  FR_1000: charged,
  FR_2000: charged,
  FR_00HT: 'as mentioned',
  FR_00UE: { goods: 'K', services: 'AE' },
  FR_0HUE: { goods: 'G', services: 'O' },
};

/** The reason of a category where the mention names none of its own. */
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
