import { keysOf, type ShareKey } from '../../../vat/breakdown.ts';
import type { VatMention } from '../../../vat/mention.ts';
import { mentionTextOn, type VatCategory } from '../../../vat/mention-text.ts';
import { mentionSaying, type Taxed, type VatTreatment, vatTreatmentOf } from '../../../vat/vat-treatment.ts';
import { type BillingDocument, hasLines, type LinedDocument } from '../document.ts';
import { keyOf, type Line } from '../lines/line.ts';
import type { Sources } from '../sources.ts';
import { isGoods } from '../turnover/turnover-category.ts';

/** How a line is taxed. */
export const treatmentOfLine = (line: Line, taxed: Taxed): VatTreatment =>
  vatTreatmentOf(keyOf(line), isGoods(line), taxed);

/**
 * How an amount of a key is taxed that has no lines of its own: an advance, a deduction. It follows what the larger
 * part of the key's lines on the estimate sells; without an estimate, services.
 */
export const treatmentOfKey = (key: ShareKey, sold: LinedDocument | undefined, taxed: Taxed): VatTreatment =>
  vatTreatmentOf(key, sellsGoods(key, sold), taxed);

/** An amount without VAT, why in French, and the mention that says it in other languages; a disbursement has none. */
export type VatReason = { readonly text: string; readonly mention?: VatMention };

/**
 * Why a document charges no VAT on some of its amounts, or so little on all: one reason for each category that is
 * there, in the words the electronic invoice has (CGI ann. II art. 242 nonies A, I 12° to 16°). A line says itself
 * that it is a disbursement; what has no lines says it here.
 */
export function vatReasonsOf(document: BillingDocument, sources: Sources, taxed: Taxed): VatReason[] {
  const amounts = amountsOf(document, sources);
  const said = mentionTextOn(taxed.mention, taxed.day);
  const ofAll = said.category === 'S' && said.fr !== '' ? [{ text: said.fr, mention: taxed.mention }] : [];
  const ofSome = amounts.flatMap(({ key, goods }): VatReason[] => {
    const { category, reason } = vatTreatmentOf(key, goods, taxed);
    if (!reason || (key === 'disbursement' && hasLines(document))) return [];
    const mention = mentionSaying(key, category, taxed);
    return [{ text: reason.text, ...(mention && { mention }) }];
  });
  const reasons = [...ofAll, ...ofSome];
  return reasons.filter(({ text }, place) => reasons.findIndex((other) => other.text === text) === place);
}

/** The categories a document's amounts are taxed in. */
export const categoriesOf = (document: BillingDocument, sources: Sources, taxed: Taxed): ReadonlySet<VatCategory> =>
  new Set(amountsOf(document, sources).map(({ key, goods }) => vatTreatmentOf(key, goods, taxed).category));

/** What is taxed on a document, line by line, or key by key where the lines that say what is sold are another's. */
function amountsOf(document: BillingDocument, { sold, estimate }: Sources): { key: ShareKey; goods: boolean }[] {
  if (sold === document && hasLines(document))
    return document.content.lines.map((line) => ({ key: keyOf(line), goods: isGoods(line) }));
  return keysOf(document.totals.breakdown).map((key) => ({ key, goods: sellsGoods(key, estimate ?? sold) }));
}

function sellsGoods(key: ShareKey, sold: LinedDocument | undefined): boolean {
  if (!sold) return false;
  let balance = 0;
  sold.content.lines.forEach((line, place) => {
    if (keyOf(line) !== key) return;
    const weight = Math.abs(sold.totals.lines[place]?.netAfterDocumentDiscount ?? 0);
    balance += isGoods(line) ? weight : -weight;
  });
  return balance > 0;
}
