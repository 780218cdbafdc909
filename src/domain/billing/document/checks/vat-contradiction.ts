import type { VatContradiction } from '../../../refusal.ts';
import { mentionTextOn, type VatMention } from '../../../vat/mention-text.ts';
import { rateOf } from '../../../vat/vat-code.ts';
import { type Taxed, vatTreatmentOf } from '../../../vat/vat-treatment.ts';
import type { BillingDocument } from '../document.ts';
import { datesOf } from '../document-dates.ts';
import type { Facts } from '../draft-context.ts';
import { isDisbursement } from '../lines/line.ts';
import { type Sources, sourcesOf } from '../sources.ts';
import { isGoods } from '../turnover/turnover.ts';

/**
 * How the VAT mention of a document contradicts the VAT codes of its lines; undefined if it does
 * not.
 */
export function vatContradictionOf(document: BillingDocument, facts: Facts): VatContradiction | undefined {
  const { parent, now, settings } = facts;
  const sources = sourcesOf(document, parent ? [parent] : []);
  const day = datesOf(document, now, settings.zone).emittedOn;
  const found = contradictionOf(sources, { mention: document.content.legals.vatMention, day });
  const number = sources.sold?.sealed?.number;
  return found && sources.sold !== document && number !== undefined ? { ...found, linesOf: number } : found;
}

/**
 * Art. 293 B allows no VAT; a reduced-rate mention needs a line at that rate; any other mention
 * needs an amount it explains; `FR_00HT` needs a mention that gives a reason. A document without
 * lines, or with disbursements only, contradicts nothing (CGI ann. II art. 242 nonies A, I 12° and
 * 13°; art. 293 E).
 */
export function contradictionOf({ sold }: Sources, taxed: Taxed): VatContradiction | undefined {
  const lines = (sold?.content.lines ?? []).flatMap((line, place) =>
    isDisbursement(line) ? [] : [{ number: place + 1, vatCode: line.vatCode, goods: isGoods(line) }],
  );
  const { mention } = taxed;
  if (lines.length === 0 || mention === 'not_subject') return undefined;
  const { category } = mentionTextOn(mention, taxed.day);
  const isCharged = lines.filter(({ vatCode, goods }) => vatTreatmentOf(vatCode, goods, taxed).category === 'S');
  if (mention === 'vat_not_applicable' && isCharged.length > 0)
    return { why: 'charged_under_franchise', mention, category, lines: isCharged };
  if (category !== 'S') {
    const explained = lines.some(({ vatCode, goods }) => vatTreatmentOf(vatCode, goods, taxed).category === category);
    return explained ? undefined : { why: 'explains_no_line', mention, category, lines };
  }
  const rate = reducedRates[mention];
  if (!lines.some(({ vatCode }) => rateOf(vatCode) === rate))
    return { why: 'rate_not_there', mention, category, lines };
  const unexplained = lines.filter(({ vatCode }) => vatCode === 'FR_00HT');
  return unexplained.length > 0 ? { why: 'not_explained', mention, category, lines: unexplained } : undefined;
}

/** Basis points: the rate certified by a mention (CGI art. 278-0 bis A, 279-0 bis). */
const reducedRates: { readonly [M in VatMention]?: number } = { vat_reduced_rate: 550, vat_reduced_rate_2: 1000 };
