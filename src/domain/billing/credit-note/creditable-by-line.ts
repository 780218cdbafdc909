import { allocate } from '../../money/allocate.ts';
import { type Cents, cents, sum } from '../../money/cents.ts';
import type { Step } from '../../money/rounding.ts';
import { amountOf, type Breakdown, type ShareKey } from '../../vat/breakdown.ts';
import type { CreditNote, Invoice } from '../document/document.ts';
import { keyOf, type Line } from '../document/lines/line.ts';
import { deductedIn, entryOf } from '../document/totals/document-figures.ts';
import { pairedLines } from './pair-lines.ts';

/**
 * A line of an invoice: billed, deducted as an advance, credited and left to credit. Cents, tax
 * excluded.
 */
export type CreditableLine = {
  readonly line: Line;
  readonly billed: Cents;
  readonly deducted: Cents;
  readonly credited: Cents;
  readonly left: Cents;
};

/**
 * What each line of an invoice has left to credit. A finalized credit note reduces the lines that
 * its own lines credit (`pairedLines`), down to zero. Any excess, and deducted advances, are shared
 * over the lines of the same key in proportion. The next credit note is drafted from this
 * (docs/rules/credit-notes.md). Per key, the lines add up to the creditable remainder of the
 * invoice.
 */
export function creditableByLine(invoice: Invoice, creditNotes: readonly CreditNote[]): CreditableLine[] {
  const { lines } = invoice.content;
  const places = new Map<ShareKey, number[]>();
  for (const [place, line] of lines.entries()) places.set(keyOf(line), [...(places.get(keyOf(line)) ?? []), place]);
  const creditable: CreditableLine[] = Array.from({ length: lines.length });
  const own = creditedByLine(lines, creditNotes);
  const facts: Facts = { deducted: deductedIn(invoice), credited: invoice.life.credited, step: entryOf(invoice).step };
  for (const [key, ofKey] of places) {
    const billed = ofKey.map((place) => ({
      line: lines[place] as Line,
      billed: invoice.totals.lines[place]?.netAfterDocumentDiscount ?? cents(0),
      own: own.get(place) ?? cents(0),
    }));
    for (const [index, left] of leftOfKey(key, billed, facts).entries()) creditable[ofKey[index] as number] = left;
  }
  return creditable;
}

type Facts = { readonly deducted: Breakdown; readonly credited: Breakdown; readonly step: Step };
type Billed = { readonly line: Line; readonly billed: Cents; readonly own: Cents };

function leftOfKey(key: ShareKey, lines: readonly Billed[], { deducted, credited, step }: Facts): CreditableLine[] {
  const weights = lines.map(({ billed }) => billed);
  const there = shared(cents(sum(weights) - amountOf(deducted, key).net), weights, step);
  const own = lines.map((line, at) => creditedOf(line, at0(there, at), step));
  const rest = there.map((amount, at) => cents(amount - at0(own, at)));
  const left = shared(cents(sum(there) - amountOf(credited, key).net), rest, step);
  return lines.map(({ line, billed }, at) => ({
    line,
    billed,
    deducted: cents(billed - at0(there, at)),
    credited: cents(at0(there, at) - at0(left, at)),
    left: at0(left, at),
  }));
}

/**
 * What credit notes credit of a line, at most its own amount. The net of a tax-included price is
 * rounded both on the invoice and on the credit note, so a fully credited line may seem to have a
 * cent left.
 */
function creditedOf({ line, own }: Billed, there: Cents, step: Step): Cents {
  const isWhole = line.taxIncluded && own !== 0 && Math.abs(there - own) <= step;
  return isWhole ? there : upTo(own, there);
}

/** If the weights cancel out there are no proportions: the first line takes everything. */
function shared(amount: Cents, weights: readonly Cents[], step: Step): Cents[] {
  const parts = allocate(amount, weights, step);
  return sum(parts) === amount ? parts : weights.map((_, at) => cents(at === 0 ? amount : 0));
}

/** The amount limited to what is available, on the same side of zero. */
const upTo = (amount: Cents, there: Cents): Cents =>
  cents(there < 0 ? Math.min(0, Math.max(amount, there)) : Math.max(0, Math.min(amount, there)));

const at0 = (amounts: readonly Cents[], at: number): Cents => amounts[at] ?? cents(0);

function creditedByLine(lines: readonly Line[], creditNotes: readonly CreditNote[]): ReadonlyMap<number, Cents> {
  const credited = creditNotes.filter(({ sealed }) => sealed !== undefined);
  const all = credited.flatMap(({ content, totals }) =>
    content.lines.map((line, at) => ({ line, net: totals.lines[at]?.netAfterDocumentDiscount ?? 0 })),
  );
  const places = pairedLines(
    all.map(({ line }) => line),
    lines,
  );
  const own = new Map<number, Cents>();
  for (const [at, { net }] of all.entries()) {
    const place = places[at];
    if (place !== undefined) own.set(place, cents((own.get(place) ?? 0) + net));
  }
  return own;
}
