import { rateOfKey, type ShareKey } from './breakdown.ts';
import type { VatMention } from './mention.ts';
import { disbursementText, mentionTextOn, type VatCategory } from './mention-text.ts';
import { vatCategoryOf } from './vat-category.ts';

/** How an amount is taxed: EN 16931 BT-118, BT-119 and why where it is not (BT-120, BT-121). Basis points. */
export type VatTreatment = {
  readonly category: VatCategory;
  readonly rate: number;
  readonly reason?: { readonly code?: string; readonly text: string };
};

/** Two amounts taxed the same way are one group of the breakdown. */
export const isSameTreatment = (a: VatTreatment, b: VatTreatment): boolean =>
  a.category === b.category &&
  a.rate === b.rate &&
  a.reason?.code === b.reason?.code &&
  a.reason?.text === b.reason?.text;

/** What decides how a document's amounts are taxed, beside their key. `day` is its civil day of issue. */
export type Taxed = { readonly mention: VatMention; readonly day: string };

/** How an amount of a key is taxed: what the paper says of it and what the electronic invoice says come from here. */
export function vatTreatmentOf(key: ShareKey, goods: boolean, { mention, day }: Taxed): VatTreatment {
  const { category, vatex } = vatCategoryOf(key, { goods, mention, day });
  const rate = rateOfKey(key);
  if (category === 'S') return { category, rate };
  const said = mentionSaying(key, category, { mention, day });
  // French law wants French words; the code says the same to machines.
  const text = key === 'disbursement' ? disbursementText.fr : said ? mentionTextOn(said, day).fr : PLAIN_EXEMPTION;
  return { category, rate, reason: { ...(vatex !== undefined && { code: vatex }), text } };
}

/** The mention whose words say why an amount of a category is not taxed; undefined of a disbursement, and where none says it. */
export function mentionSaying(key: ShareKey, category: VatCategory, { mention, day }: Taxed): VatMention | undefined {
  if (key === 'disbursement') return undefined;
  return mentionTextOn(mention, day).category === category ? mention : usual[category];
}

/** Where the mention of the document is about something else. */
const usual: Record<VatCategory, VatMention | undefined> = {
  S: undefined,
  E: undefined,
  AE: 'vat_reverse_charge',
  K: 'vat_exemption_eu_sale',
  G: 'vat_exemption',
  O: 'vat_not_applicable_2',
};

const PLAIN_EXEMPTION = 'Exonération de TVA';
