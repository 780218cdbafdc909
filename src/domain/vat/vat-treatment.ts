import { rateOfKey, type ShareKey } from './breakdown.ts';
import { disbursementText, mentionTextOn, type VatCategory, type VatMention } from './mention-text.ts';
import { isZeroRated, type ZeroRatedCode } from './vat-code.ts';

/**
 * The VAT treatment of an amount: EN 16931 BT-118, BT-119, and the exemption reason (BT-120,
 * BT-121). Basis points.
 */
export type VatTreatment = {
  readonly category: VatCategory;
  readonly rate: number;
  readonly reason?: { readonly code?: string; readonly text: string };
};

/** Two amounts with the same treatment are in one group of the VAT breakdown. */
export const isSameTreatment = (a: VatTreatment, b: VatTreatment): boolean =>
  a.category === b.category &&
  a.rate === b.rate &&
  a.reason?.code === b.reason?.code &&
  a.reason?.text === b.reason?.text;

/**
 * What determines the VAT treatment of a document's amounts in addition to their key. `day`: civil
 * day of issue.
 */
export type Taxed = { readonly mention: VatMention; readonly day: string };

/**
 * The VAT treatment of an amount of a key, used by both the printed document and the electronic
 * invoice.
 */
export function vatTreatmentOf(key: ShareKey, goods: boolean, { mention, day }: Taxed): VatTreatment {
  const { category, vatex } = vatCategoryOf(key, { goods, mention, day });
  const rate = rateOfKey(key);
  if (category === 'S') return { category, rate };
  const reasonMention = mentionSaying(key, category, { mention, day });
  // French law requires French words; the code carries the same meaning for machines.
  const text =
    key === 'disbursement'
      ? disbursementText.fr
      : reasonMention
        ? mentionTextOn(reasonMention, day).fr
        : PLAIN_EXEMPTION;
  return { category, rate, reason: { ...(vatex !== undefined && { code: vatex }), text } };
}

/**
 * The mention that gives the reason why an amount of a category has no VAT; undefined for a
 * disbursement, or if there is none.
 */
export function mentionSaying(key: ShareKey, category: VatCategory, { mention, day }: Taxed): VatMention | undefined {
  if (key === 'disbursement') return undefined;
  return mentionTextOn(mention, day).category === category ? mention : usual[category];
}

/** The default mention if that of the document is about another category. */
const usual: Record<VatCategory, VatMention | undefined> = {
  S: undefined,
  E: undefined,
  AE: 'vat_reverse_charge',
  K: 'vat_exemption_eu_sale',
  G: 'vat_exemption',
  O: 'vat_not_applicable_2',
};

const PLAIN_EXEMPTION = 'Exonération de TVA';

/**
 * The VAT category of EN 16931 (BT-118, BT-151) and, without VAT, the exemption reason code
 * (BT-121).
 */
type CategoryOfVat = { readonly category: VatCategory; readonly vatex?: string };

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
