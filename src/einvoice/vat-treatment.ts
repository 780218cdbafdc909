import type { LinedDocument } from '../domain/billing/document/document.ts';
import { keyOf, type Line } from '../domain/billing/document/line.ts';
import { isGoods } from '../domain/billing/document/turnover-category.ts';
import { rateOfKey, type ShareKey } from '../domain/vat/breakdown.ts';
import type { VatMention } from '../domain/vat/mention.ts';
import { disbursementText, mentionTextOn, type VatCategory } from '../domain/vat/mention-text.ts';
import { vatCategoryOf } from '../domain/vat/vat-category.ts';
import type { VatTreatment } from './electronic-invoice.ts';

/** What decides how a document's amounts are taxed, beside their key. `day` is its civil day of issue. */
export type Taxed = { readonly mention: VatMention; readonly day: string };

/** How a line is taxed. */
export const treatmentOfLine = (line: Line, taxed: Taxed): VatTreatment =>
  treatmentOf(keyOf(line), isGoods(line), taxed);

/**
 * How an amount of a key is taxed that has no lines of its own: an advance, a deduction. It follows what the larger
 * part of the key's lines on the estimate sells; without an estimate, services.
 */
export const treatmentOfKey = (key: ShareKey, sold: LinedDocument | undefined, taxed: Taxed): VatTreatment =>
  treatmentOf(key, sold !== undefined && sellsGoods(key, sold), taxed);

function treatmentOf(key: ShareKey, goods: boolean, { mention, day }: Taxed): VatTreatment {
  const { category, vatex } = vatCategoryOf(key, { goods, mention, day });
  const rate = rateOfKey(key);
  if (category === 'S') return { category, rate };
  const text = reasonText(key, category, { mention, day });
  return { category, rate, reason: { ...(vatex !== undefined && { code: vatex }), text } };
}

/** French law wants French words; the code says the same to machines. */
function reasonText(key: ShareKey, category: VatCategory, { mention, day }: Taxed): string {
  if (key === 'disbursement') return disbursementText.fr;
  const said = mentionTextOn(mention, day);
  return said.category === category ? said.fr : usualReasons[category];
}

/** The words where the mention of the document is about something else. */
const usualReasons: Record<VatCategory, string> = {
  S: '',
  E: 'Exonération de TVA',
  AE: 'Autoliquidation',
  K: mentionTextOn('vat_exemption_eu_sale', '2014-01-01').fr,
  G: mentionTextOn('vat_exemption', '2014-01-01').fr,
  O: mentionTextOn('vat_not_applicable_2', '2014-01-01').fr,
};

function sellsGoods(key: ShareKey, { content, totals }: LinedDocument): boolean {
  let balance = 0;
  content.lines.forEach((line, place) => {
    if (keyOf(line) !== key) return;
    const weight = Math.abs(totals.lines[place]?.netAfterDocumentDiscount ?? 0);
    balance += isGoods(line) ? weight : -weight;
  });
  return balance > 0;
}
