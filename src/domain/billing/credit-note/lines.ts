import { allocate } from '../../money/allocate.ts';
import type { Cents } from '../../money/cents.ts';
import { proportion, type Step } from '../../money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths, toNumber } from '../../money/ten-thousandths.ts';
import { firstCharacters } from '../../text/truncate.ts';
import { type Amount, amountOf, type Breakdown, isSame, keysOf, type ShareKey } from '../../vat/breakdown.ts';
import { keyOf, LINE_DESCRIPTION_MAX, type Line } from '../document/lines/line.ts';
import type { Discount } from '../document/totals/discount.ts';
import { linePriceOf } from '../document/totals/line-price.ts';
import { type Entry, totalsOf } from '../document/totals/totals.ts';

/** The amounts of a finalized or draft invoice. */
type Parent = Omit<Entry, 'lines'> & { readonly lines: readonly Line[]; readonly breakdown: Breakdown };

type LinesToCredit = { readonly lines: readonly Line[]; readonly discount?: Discount };

/**
 * The lines of a credit note over the creditable remainder of an invoice. If nothing was deducted
 * or credited before, they are the invoice's own lines with its discount. Otherwise each line is
 * reduced to its remainder: `left` by line index (`creditableByLine`), or without `left` its share
 * of the remaining net of its key, in proportion to the nets after the document discount. Discounts
 * are already included and therefore dropped, and lines with a share of zero are omitted.
 * `creditTotals` computes exactly `rest` for these lines. Their ids are still those of the invoice.
 * `noteOf` states the original quantity of a line whose quantity was replaced, in the language of
 * the document.
 */
export function linesToCredit(
  parent: Parent,
  rest: Breakdown,
  { noteOf = originalQuantity, left }: { noteOf?: (original: Line) => string; left?: readonly Cents[] } = {},
): LinesToCredit {
  if (isSame(parent.breakdown, rest)) {
    return { lines: parent.lines, ...(parent.discount && { discount: parent.discount }) };
  }
  const weights = totalsOf(parent).lines.map((line) => line.netAfterDocumentDiscount);
  const credited = new Map<number, Line>();
  for (const key of keysOf(rest)) {
    const ofKey = parent.lines.flatMap((line, place) =>
      keyOf(line) === key ? [{ line, place, weight: weights[place] as Cents, left: left?.[place] }] : [],
    );
    for (const reduced of reducedLines(ofKey, amountOf(rest, key), { step: parent.step, noteOf })) {
      credited.set(reduced.place, reduced.line);
    }
  }
  return { lines: parent.lines.flatMap((_, place) => credited.get(place) ?? []) };
}

type Weighted = {
  readonly line: Line;
  readonly place: number;
  readonly weight: Cents;
  readonly left: Cents | undefined;
};
type Reduced = { readonly place: number; readonly line: Line };
type Manner = { readonly step: Step; readonly noteOf: (original: Line) => string };

function reducedLines(lines: readonly Weighted[], rest: Amount, manner: Manner): Reduced[] {
  if (rest.net === 0 && rest.vat === 0) return [];
  const shares = allocate(
    rest.net,
    lines.map(({ weight }) => weight),
    manner.step,
  );
  const nets = lines.map(({ left }, index) => left ?? (shares[index] as Cents));
  if (nets.every((net) => net === 0)) return wholeOnFirst(lines, rest, manner);
  return lines.flatMap(({ line, place }, index) => {
    const net = nets[index] as Cents;
    return net === 0 ? [] : [{ place, line: reducedTo(line, net, manner) }];
  });
}

/**
 * The first line takes the whole remainder of a key whose returns cancel its sales: the lines then
 * have no proportions.
 */
const wholeOnFirst = (lines: readonly Weighted[], rest: Amount, { noteOf }: Manner): Reduced[] =>
  lines.slice(0, 1).map(({ line, place }) => ({ place, line: repriced(line, oneFor(rest), noteOf(line)) }));

function reducedTo(line: Line, net: Cents, { step, noteOf }: Manner): Line {
  const sameQuantity = unitPriceFor(line, net, step);
  return sameQuantity ? repriced(line, sameQuantity) : repriced(line, oneAt(net), noteOf(line));
}

/**
 * The same quantity with the unit price, to four decimals of a cent, that gives exactly this net;
 * undefined if there is none.
 */
function unitPriceFor(line: Line, net: Cents, step: Step): LinePricing | undefined {
  const hasRoom = BigInt(Math.abs(net)) * HUNDRED_MILLION < BigInt(Math.abs(line.quantity)) * UNIT_PRICE_BOUND;
  if (!hasRoom || Math.sign(net) !== Math.sign(line.quantity)) return undefined;
  const unitPrice: number = proportion(net, Number(HUNDRED_MILLION), line.quantity);
  const pricing = { quantity: line.quantity, unitPrice: unitPrice as TenThousandths, taxIncluded: false };
  return linePriceOf({ ...pricing, vatCode: line.vatCode }, step).net === net ? pricing : undefined;
}

/** Quantity and unit price are both counted in ten-thousandths. */
const HUNDRED_MILLION = BigInt(TEN_THOUSAND) ** 2n;
/** A quotient below this fits a unit price. A line of quantity zero has no valid unit price. */
const UNIT_PRICE_BOUND = BigInt(Number.MAX_SAFE_INTEGER);

function repriced(original: Line, pricing: LinePricing, note?: string): Line {
  const { discount: _, ...line } = original;
  if (note === undefined) return { ...line, ...pricing };
  const counted = line.productId !== undefined && { stockQuantity: original.quantity };
  return { ...line, ...pricing, ...counted, description: noted(line.description, note) };
}

/** Adds the note below the description, shortened to make room for the note. */
const noted = (description: string | undefined, note: string): string =>
  description ? `${firstCharacters(description, LINE_DESCRIPTION_MAX - note.length - 1)}\n${note}` : note;

const originalQuantity = (line: Line): string =>
  `Quantité d’origine : ${String(toNumber(line.quantity)).replace('.', ',')}`;

/** A line before it has an id. */
type NewLine = Omit<Line, 'id'>;

/**
 * The lines of a credit note over an advance, or over what earlier credit notes left of it: one per
 * non-zero key, for all of it. `creditTotals` computes exactly `rest` for them. `label` names a key
 * in the language of the document.
 */
export const linesOfAdvance = (rest: Breakdown, label: (key: ShareKey) => string): NewLine[] =>
  keysOf(rest).flatMap((key) => {
    const amount = amountOf(rest, key);
    if (amount.net === 0 && amount.vat === 0) return [];
    const line = { designation: label(key), deliveryOfGoods: false, ...oneFor(amount) };
    return [
      key === 'disbursement'
        ? { ...line, vatCode: 'FR_00HT' as const, type: 'disbursement' as const }
        : { ...line, vatCode: key },
    ];
  });

/** How a line is priced to reach a given amount. */
type LinePricing = {
  readonly quantity: TenThousandths;
  readonly unitPrice: TenThousandths;
  readonly taxIncluded: boolean;
};

/**
 * One unit at this amount. A negative amount becomes minus one unit, because a unit price is never
 * negative.
 */
const oneAt = (figure: Cents, taxIncluded = false): LinePricing => ({
  quantity: (figure < 0 ? -TEN_THOUSAND : TEN_THOUSAND) as TenThousandths,
  unitPrice: (Math.abs(figure) * TEN_THOUSAND) as TenThousandths,
  taxIncluded,
});

/**
 * The one line that credits all of a key, tax excluded. If only a cent or so of VAT is left, as
 * roundings of returns may leave, the line is tax included and consists of VAT alone.
 */
const oneFor = ({ net, vat }: Amount): LinePricing => (net === 0 ? oneAt(vat, true) : oneAt(net));
