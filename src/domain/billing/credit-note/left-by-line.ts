import { allocate } from '../../money/allocate.ts';
import { type Cents, cents, sum } from '../../money/cents.ts';
import type { Step } from '../../money/rounding.ts';
import { amountOf, type Breakdown, type ShareKey } from '../../vat/breakdown.ts';
import type { CreditNote, Invoice } from '../document/document.ts';
import { deductedIn, entryOf } from '../document/figures.ts';
import { keyOf, type Line } from '../document/line.ts';

/** A line of an invoice: what was billed, went off as an advance, was credited and is left. Cents, tax excluded. */
export type LineLeft = {
  readonly line: Line;
  readonly billed: Cents;
  readonly deducted: Cents;
  readonly credited: Cents;
  readonly left: Cents;
};

/**
 * What each line of an invoice has left to credit. A finalized credit note counts on the lines its own are named for
 * (`creditName`), up to what they have; what it credits besides, and what advances took off, is shared over the lines of the same
 * key in proportion, as drafts of credit notes share it (docs/rules/credit-notes.md). What is left adds up, key by key, to what is
 * left of the invoice.
 */
export function leftByLine(invoice: Invoice, creditNotes: readonly CreditNote[]): LineLeft[] {
  const { lines } = invoice.content;
  const places = new Map<ShareKey, number[]>();
  for (const [place, line] of lines.entries()) places.set(keyOf(line), [...(places.get(keyOf(line)) ?? []), place]);
  const told: LineLeft[] = Array.from({ length: lines.length });
  const facts: Facts = {
    deducted: deductedIn(invoice),
    credited: invoice.life.credited,
    named: creditedByName(creditNotes),
    step: entryOf(invoice).step,
  };
  for (const [key, ofKey] of places) {
    const billed = ofKey.map((place) => ({
      line: lines[place] as Line,
      billed: invoice.totals.lines[place]?.netAfterDocumentDiscount ?? cents(0),
    }));
    for (const [index, left] of leftOfKey(key, billed, facts).entries()) told[ofKey[index] as number] = left;
  }
  return told;
}

/** What a line of a credit note is called after: the line it credits. */
export const creditName = ({ generatedId, id }: Pick<Line, 'generatedId' | 'id'>): string => generatedId ?? id;

type Facts = {
  readonly deducted: Breakdown;
  readonly credited: Breakdown;
  readonly named: ReadonlyMap<string, Cents>;
  readonly step: Step;
};
type Billed = { readonly line: Line; readonly billed: Cents };

function leftOfKey(key: ShareKey, lines: readonly Billed[], { deducted, credited, named, step }: Facts): LineLeft[] {
  const weights = lines.map(({ billed }) => billed);
  const off = shared(amountOf(deducted, key).net, weights, step);
  const there = lines.map(({ billed }, at) => cents(billed - at0(off, at)));
  const seen = new Set<string>();
  const own = lines.map(({ line }, at) => {
    const name = nameIn(key, creditName(line));
    const said = seen.has(name) ? cents(0) : (named.get(name) ?? cents(0));
    seen.add(name);
    return upTo(said, at0(there, at));
  });
  const rest = there.map((amount, at) => cents(amount - at0(own, at)));
  const others = shared(cents(amountOf(credited, key).net - sum(own)), rest, step);
  return lines.map(({ line, billed }, at) => {
    const taken = cents(at0(own, at) + at0(others, at));
    return { line, billed, deducted: at0(off, at), credited: taken, left: cents(at0(there, at) - taken) };
  });
}

/** Where the weights cancel out there are no proportions: all of it stands on the first line. */
function shared(amount: Cents, weights: readonly Cents[], step: Step): Cents[] {
  const parts = allocate(amount, weights, step);
  return sum(parts) === amount ? parts : weights.map((_, at) => cents(at === 0 ? amount : 0));
}

/** As much of an amount as is there, on the same side of zero. */
const upTo = (amount: Cents, there: Cents): Cents =>
  cents(there < 0 ? Math.min(0, Math.max(amount, there)) : Math.max(0, Math.min(amount, there)));

const at0 = (amounts: readonly Cents[], at: number): Cents => amounts[at] ?? cents(0);

const nameIn = (key: ShareKey, name: string): string => `${key} ${name}`;

function creditedByName(creditNotes: readonly CreditNote[]): ReadonlyMap<string, Cents> {
  const named = new Map<string, Cents>();
  for (const { sealed, content, totals } of creditNotes) {
    if (!sealed) continue;
    for (const [place, line] of content.lines.entries()) {
      const name = nameIn(keyOf(line), creditName(line));
      const net = totals.lines[place]?.netAfterDocumentDiscount ?? 0;
      named.set(name, cents((named.get(name) ?? 0) + net));
    }
  }
  return named;
}
