import { rateOfKey, type ShareKey } from './breakdown.ts';
import type { VatMention } from './mention.ts';
import { disbursementText, mentionTextOn, type VatCategory } from './mention-text.ts';
import { vatCategoryOf } from './vat-category.ts';

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
