import { keysOf, type ShareKey } from '../../../vat/breakdown.ts';
import { mentionTextOn, type VatCategory, type VatMention } from '../../../vat/mention-text.ts';
import { mentionSaying, type Taxed, type VatTreatment, vatTreatmentOf } from '../../../vat/vat-treatment.ts';
import { type BillingDocument, hasLines, type LinedDocument } from '../document.ts';
import { keyOf, type Line } from '../lines/line.ts';
import type { Sources } from '../sources.ts';
import { isGoods } from '../turnover/turnover.ts';

/** The VAT treatment of a line. */
export const treatmentOfLine = (line: Line, taxed: Taxed): VatTreatment =>
  vatTreatmentOf(keyOf(line), isGoods(line), taxed);

/**
 * The VAT treatment of an amount per key without lines of its own (advance, deduction): that of the
 * larger part of the key's lines on the estimate; without an estimate, that of services.
 */
export const treatmentOfKey = (key: ShareKey, sold: LinedDocument | undefined, taxed: Taxed): VatTreatment =>
  vatTreatmentOf(key, sellsGoods(key, sold), taxed);

/**
 * The reason why an amount has no VAT: in French, and the mention for other languages. A
 * disbursement has no mention.
 */
export type VatReason = { readonly text: string; readonly mention?: VatMention };

/**
 * The reasons why a document charges no VAT on some amounts, or a reduced rate on all: one per VAT
 * category, with the same text as the electronic invoice (CGI ann. II art. 242 nonies A, I 12° to
 * 16°). Lines state disbursements themselves; documents without lines state them here.
 */
export function vatReasonsOf(document: BillingDocument, sources: Sources, taxed: Taxed): VatReason[] {
  const amounts = amountsOf(document, sources);
  const explanation = mentionTextOn(taxed.mention, taxed.day);
  const ofAll =
    explanation.category === 'S' && explanation.fr !== '' ? [{ text: explanation.fr, mention: taxed.mention }] : [];
  const ofSome = amounts.flatMap(({ key, goods }): VatReason[] => {
    const { category, reason } = vatTreatmentOf(key, goods, taxed);
    if (!reason || (key === 'disbursement' && hasLines(document))) return [];
    const mention = mentionSaying(key, category, taxed);
    return [{ text: reason.text, ...(mention && { mention }) }];
  });
  const reasons = [...ofAll, ...ofSome];
  return reasons.filter(({ text }, place) => reasons.findIndex((other) => other.text === text) === place);
}

/** The VAT categories of a document's amounts. */
export const categoriesOf = (document: BillingDocument, sources: Sources, taxed: Taxed): ReadonlySet<VatCategory> =>
  new Set(amountsOf(document, sources).map(({ key, goods }) => vatTreatmentOf(key, goods, taxed).category));

/**
 * The taxed amounts of a document: line by line, or key by key if another document has the lines.
 */
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
