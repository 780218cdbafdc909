import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { creditableByLine } from '../../src/domain/billing/credit-note/creditable-by-line.ts';
import { linesToCredit } from '../../src/domain/billing/credit-note/lines.ts';
import { isAnythingLeft, isCreditable } from '../../src/domain/billing/credit-note/remaining-credit.ts';
import { cappedDiscount, remainingDiscount } from '../../src/domain/billing/credit-note/remaining-discount.ts';
import { creditTotals } from '../../src/domain/billing/credit-note/totals.ts';
import type { CreditNote, Invoice } from '../../src/domain/billing/document/document.ts';
import type { Line } from '../../src/domain/billing/document/lines/line.ts';
import { restToCredit } from '../../src/domain/billing/document/totals/document-figures.ts';
import { type Totals, totalsOf } from '../../src/domain/billing/document/totals/totals.ts';
import { type Breakdown, isNothing, isSame, minus, plus } from '../../src/domain/vat/breakdown.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { type RandomDocument, randomDocument } from '../support/documents/random-documents.ts';
import { fails, holds } from '../support/runner/property-runs.ts';

/** What is sold: no returns, each line with a name of its own. */
const randomSale = (): fc.Arbitrary<RandomDocument> =>
  randomDocument().map((sale) => ({
    ...sale,
    lines: sale.lines.map((line, at) => ({
      ...line,
      id: `line ${at}`,
      designation: `Prestation ${at}`,
      quantity: Math.abs(line.quantity) as Line['quantity'],
    })),
  }));
/** Which lines go first, repeating. */
const randomChoice = () => fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });
const chosenOf = <Item>(items: readonly Item[], choice: readonly boolean[], isFirst: boolean): Item[] =>
  items.filter((_, at) => choice[at % choice.length] === isFirst);

type Said = { readonly lines: readonly Line[]; readonly discount?: RandomDocument['discount'] };

function creditOf(sale: RandomDocument, rest: Breakdown, { lines, discount }: Said): Totals {
  const entry = { ...sale, lines, discount };
  const kept = remainingDiscount(entry, sale);
  return creditTotals(entry, rest, kept && cappedDiscount(kept, entry, rest));
}

const sealedNote = (lines: readonly Line[], totals: Totals): CreditNote =>
  ({ content: { lines }, totals, sealed: {} }) as never as CreditNote;

function invoiceOf({ lines, step, ...entry }: RandomDocument, credited: Breakdown): Invoice {
  const currency = { code: step === 1 ? 'EUR' : 'JPY' };
  const content = { ...entry, lines, currency, deductions: [] };
  const totals = totalsOf({ ...entry, lines, step });
  return { kind: 'invoice', content, totals, life: { credited, paid: 0 } } as never as Invoice;
}

/**
 * The draft of the next credit note: its lines are named for those of the invoice, as
 * `creditNoteOfInvoice` names them.
 */
function nextDraft(sale: RandomDocument, notes: readonly CreditNote[], whole: Breakdown): Said & { rest: Breakdown } {
  const invoice = invoiceOf(
    sale,
    notes.reduce<Breakdown>((all, { totals }) => plus(all, totals.breakdown), {}),
  );
  const rest = restToCredit(invoice);
  const left = creditableByLine(invoice, notes).map((line) => line.left);
  const draft = linesToCredit({ ...sale, breakdown: whole }, rest, { left });
  return { ...draft, lines: draft.lines.map((line) => ({ ...line, generatedId: line.id, id: '' })), rest };
}

test('in 4,000 invoices any lines can be credited, then any of the rest, then everything: nothing remains', () => {
  let discounted = 0;
  holds(fc.tuple(randomSale(), randomChoice(), randomChoice()), 4000, ([sale, ...choices]) => {
    const whole = totalsOf(sale).breakdown;
    if (!isAnythingLeft(whole)) return;
    const notes: CreditNote[] = [];
    for (const choice of choices) {
      const draft = nextDraft(sale, notes, whole);
      const said = { ...draft, lines: chosenOf(draft.lines, choice, true) };
      const totals = creditOf(sale, draft.rest, said);
      // Nothing chosen, or nothing but gifts.
      if (!isAnythingLeft(totals.breakdown)) continue;
      const left = minus(draft.rest, totals.breakdown);
      assert.ok(isCreditable(totals.breakdown, draft.rest), 'a choice of lines cannot be credited');
      if (draft.discount && said.lines.length < draft.lines.length) discounted += 1;
      notes.push(sealedNote(said.lines, totals));
      if (!isAnythingLeft(left)) return assert.ok(isNothing(left));
    }
    const last = nextDraft(sale, notes, whole);
    const { breakdown } = creditOf(sale, last.rest, last);
    assert.ok(isSame(breakdown, last.rest), 'the rest does not close');
    assert.ok(isCreditable(breakdown, last.rest));
  });
  assert.ok(discounted > 500, `only ${discounted} credit notes were of a part of a discounted invoice`);
});

test('after some lines of 3,000 invoices are credited, the next credit note proposes the remaining lines', () => {
  let compared = 0;
  holds(fc.tuple(randomSale(), randomChoice()), 3000, ([sale, choice]) => {
    const { breakdown: whole, lines: figures } = totalsOf(sale);
    const first = chosenOf(sale.lines, choice, true).map((line) => ({ ...line, generatedId: line.id }));
    const totals = creditOf(sale, whole, { lines: first, discount: sale.discount });
    if (!isCreditable(totals.breakdown, whole) || isSame(totals.breakdown, whole)) return;
    const notes = [sealedNote(first, totals)];
    const proposed = nextDraft(sale, notes, whole).lines.map((line) => line.generatedId);
    const others = sale.lines.filter((_, at) => {
      const net = figures[at]?.netAfterDocumentDiscount ?? 0;
      return choice[at % choice.length] === false && net !== 0;
    });
    const gone = new Set(first.map(({ id }) => id));
    assert.deepEqual(
      proposed.filter((name) => name !== undefined && gone.has(name)),
      [],
    );
    compared += others.length > 0 ? 1 : 0;
  });
  assert.ok(compared > 500, `only ${compared} invoices had lines left`);
});

/** Lines 7 × 19.90, 0.5 × 19.90 and 1.5 × 45.00 at 10 %, 1 × 87.50 at 20 %, 15 % off the whole. */
const named = (name: string, line: Line): Line => ({ ...line, id: name, designation: name });
const printer: RandomDocument = {
  lines: [
    named('cartes', lineOf(7, 1990, 'FR_1000')),
    named('essai', lineOf(0.5, 1990, 'FR_1000')),
    named('pose', lineOf(1.5, 4500, 'FR_1000')),
    named('maquette', lineOf(1, 8750, 'FR_2000')),
  ],
  discount: { mode: 'PERCENTAGE', amount: 1500 },
  includeDiscountDisbursement: false,
  step: 1,
};

test('an invoice with 15 % off credits all lines but the first at their billed amount: 74.37, not 74.38', () => {
  const whole = totalsOf(printer).breakdown;
  const { breakdown } = creditOf(printer, whole, { lines: printer.lines.slice(1), discount: printer.discount });
  assert.deepEqual(breakdown, { FR_1000: { net: 6584, vat: 658 }, FR_2000: { net: 7437, vat: 1487 } });
  assert.equal(isCreditable(breakdown, whole), true);
});

/**
 * Each line of a sale at a whole number of cents without tax, its quantity a multiple of `parts`:
 * what one part of each is.
 */
const partOf = (sale: RandomDocument, parts: number): { whole: RandomDocument; part: Line[] } => {
  const priced = sale.lines.map((line): Line => {
    const { discount: _, ...rest } = line;
    const unitPrice = (Math.max(1, Math.round(line.unitPrice / 10_000)) * 10_000) as Line['unitPrice'];
    return { ...rest, unitPrice, taxIncluded: false };
  });
  const times = (count: number) =>
    priced.map((line) => ({ ...line, quantity: ((1 + (line.quantity % 7)) * count * 10_000) as Line['quantity'] }));
  const part = times(1).map((line) => ({ ...line, generatedId: line.id, id: '' }));
  return { whole: { ...sale, lines: times(parts) }, part };
};

test('quantities of 3,000 discounted invoices are credited in two or three consecutive credit notes', () => {
  let discounted = 0;
  holds(fc.tuple(randomSale(), fc.integer({ min: 2, max: 3 })), 3000, ([sale, parts]) => {
    const { whole, part } = partOf(sale, parts);
    let rest = totalsOf(whole).breakdown;
    if (whole.step !== 1 || !whole.discount || !isAnythingLeft(rest)) return;
    discounted += 1;
    for (let time = 0; time < parts; time++) {
      const { breakdown } = creditOf(whole, rest, { lines: part, discount: whole.discount });
      if (!isAnythingLeft(breakdown)) continue;
      assert.ok(isCreditable(breakdown, rest), `part ${time + 1} cannot be credited`);
      rest = minus(rest, breakdown);
    }
  });
  assert.ok(discounted > 300, `only ${discounted} invoices had a discount`);
});

test('with 33.33 % off 3 × 10.00, each line is credited alone: 6.67, 6.67 and the remaining 6.66', () => {
  const sale = { ...printer, lines: [named('heure', lineOf(3, 1000, 'FR_2000'))] };
  const discounted: RandomDocument = { ...sale, discount: { mode: 'PERCENTAGE', amount: 3333 } };
  let rest = totalsOf(discounted).breakdown;
  const nets = [1, 2, 3].map(() => {
    const lines = [named('heure', lineOf(1, 1000, 'FR_2000'))];
    const { breakdown } = creditOf(discounted, rest, { lines, discount: discounted.discount });
    assert.ok(isCreditable(breakdown, rest));
    rest = minus(rest, breakdown);
    return breakdown.FR_2000?.net;
  });
  assert.deepEqual([nets, isNothing(rest)], [[667, 667, 666], true]);
});

test('control: a discount recomputed on the remaining lines exceeds what is left', () => {
  const anew = ([sale, choice]: [RandomDocument, boolean[]]) => {
    const whole = totalsOf(sale).breakdown;
    const { breakdown } = creditTotals({ ...sale, lines: chosenOf(sale.lines, choice, true) }, whole);
    assert.ok(!isAnythingLeft(breakdown) || isCreditable(breakdown, whole));
  };
  assert.equal(fails(fc.tuple(randomSale(), randomChoice()), 4000, anew), true);
});
