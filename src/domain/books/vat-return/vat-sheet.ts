import { type Cents, cents } from '../../money/cents.ts';
import {
  type EntryLine,
  entryLinesOf,
  type FormLines,
  formLinesOn,
  isInLine,
  type ResultLine,
  type ResultName,
  type VatForm,
  type VatSection,
  vatSections,
} from './vat-lines.ts';
import type { VatSum } from './vat-sums.ts';

/**
 * An amount of a line. `cents`: the exact sum of its pieces, negative if more was credited than
 * sold. `euros`: what to write, whole euros, never negative.
 */
type LineAmount = { readonly cents: Cents; readonly euros: number };

/** A line of the return, in the words of the form. */
export type SheetLine = {
  readonly name: string;
  readonly section: VatSection;
  readonly fr: string;
  readonly en: string;
  readonly base?: LineAmount;
  readonly tax?: LineAmount;
  /** Pieces in it; 0 for a line that is computed. */
  readonly count: number;
  /** Of a computed line: the lines it comes from. */
  readonly from?: readonly string[];
};

export type VatSheet = {
  readonly source: string;
  readonly lines: readonly SheetLine[];
  /** Whole euros: the VAT to pay, and the credit carried over. One of them is 0. */
  readonly due: number;
  readonly credit: number;
  /** Boxes with an amount that this form has no line for. */
  readonly withoutLine: readonly VatSum[];
};

type Facts = {
  readonly form: VatForm;
  /** The first day of the period. */
  readonly from: string;
  readonly isOverseas: boolean;
  /** Whole euros. */
  readonly creditBefore: number;
};

/**
 * The return of a period from its sums. Amounts are rounded to the nearest euro, half a euro up
 * (notice 3310-NOT-CA3-SD); totals add up rounded lines, as the form does. A form takes no negative
 * amount: if more was credited than sold, the amount goes to the lines for adjustments.
 */
export function sheetOf(sums: readonly VatSum[], { form, from, isOverseas, creditBefore }: Facts): VatSheet {
  const lines = formLinesOn(form, from);
  const shown = entryLinesOf(lines, isOverseas).map((line) => ({ line, sum: sumOf(line, sums) }));
  const found: Found = { lines, shown, creditBefore };
  const results = resultsOf(found);
  const all = [...shown.map(({ line, sum }) => entryLine(line, sum)), ...results.lines];
  const isShown = (sum: VatSum): boolean => shown.some(({ line }) => isInLine(line, sum));
  return {
    source: lines.source,
    lines: vatSections.flatMap((section) => all.filter((line) => line.section === section)),
    due: Math.max(0, results.balance),
    credit: Math.max(0, -results.balance),
    withoutLine: sums.filter((sum) => !isShown(sum)),
  };
}

type Sum = { readonly base: number; readonly tax: number; readonly count: number };
type Shown = { readonly line: EntryLine; readonly sum: Sum };
type Found = { readonly lines: FormLines; readonly shown: readonly Shown[]; readonly creditBefore: number };

/** Whole euros, half a euro up; a negative amount is 0. */
export const inEuros = (amount: number): number => Math.max(0, Math.floor((amount + HALF_EURO) / EURO));
const [EURO, HALF_EURO] = [100, 50];

const sumOf = (line: EntryLine, sums: readonly VatSum[]): Sum =>
  sums
    .filter((sum) => isInLine(line, sum))
    .reduce((all, { base, tax, count }) => ({ base: all.base + base, tax: all.tax + tax, count: all.count + count }), {
      base: 0,
      tax: 0,
      count: 0,
    });

const amountOf = (amount: number): LineAmount => ({ cents: cents(amount), euros: inEuros(amount) });

const wordsOf = ({ name, section, fr, en }: EntryLine | ResultLine) => ({ name, section, fr, en });

const entryLine = (line: EntryLine, { base, tax, count }: Sum): SheetLine => ({
  ...wordsOf(line),
  ...(line.asks !== 'tax' && { base: amountOf(base) }),
  ...(line.asks !== 'base' && { tax: amountOf(tax) }),
  count,
});

/** The computed lines, and the VAT due in whole euros: negative for a credit. */
function resultsOf({ lines, shown, creditBefore }: Found): { lines: SheetLine[]; balance: number } {
  const of = (section: VatSection) => shown.filter(({ line }) => line.section === section && !line.isMemo);
  const negative = (some: readonly Shown[], member: 'base' | 'tax') => some.filter(({ sum }) => sum[member] < 0);
  const [gross, deducted] = [of('gross'), of('deductible')];
  const [overGross, overDeducted] = [negative(gross, 'tax'), negative(deducted, 'tax')];
  const total = (some: readonly Shown[], member: 'base' | 'tax'): number =>
    some.reduce((all, { sum }) => all + sum[member], 0);
  const namesOf = (some: readonly Shown[]): string[] => some.map(({ line }) => line.name);
  const made: SheetLine[] = [];
  /** Adds a line if the form has it; returns its euros. */
  const put = (which: ResultName, amount: LineAmount, from: readonly string[]): number => {
    const line = lines.results[which];
    if (line) made.push({ ...wordsOf(line), [line.asks]: amount, count: 0, from });
    return amount.euros;
  };
  const nameOf = (which: ResultName): string[] => (lines.results[which] ? [lines.results[which].name] : []);
  const correct = (which: ResultName, some: readonly Shown[], member: 'base' | 'tax'): number =>
    put(which, amountOf(-total(some, member)), namesOf(some));
  const summed = (some: readonly Shown[], more: { cents: number; euros: number }): LineAmount => {
    const positive = some.filter(({ sum }) => sum.tax >= 0);
    return {
      cents: cents(total(positive, 'tax') + more.cents),
      euros: positive.reduce((all, { sum }) => all + inEuros(sum.tax), 0) + more.euros,
    };
  };
  correct('taxedCorrection', negative(of('taxed'), 'base'), 'base');
  correct('untaxedCorrection', negative(of('untaxed'), 'base'), 'base');
  put('taxGross', summed(gross, { cents: 0, euros: 0 }), namesOf(gross));
  const paidBack = correct('toPayBack', overDeducted, 'tax');
  const grossTotal = summed(gross, { cents: -total(overDeducted, 'tax'), euros: paidBack });
  const grossFrom = lines.results.taxGross ? nameOf('taxGross') : namesOf(gross);
  put('grossTotal', grossTotal, [...grossFrom, ...nameOf('toPayBack')]);
  const further = correct('deductedCorrection', overGross, 'tax');
  put('creditBefore', { cents: cents(creditBefore * EURO), euros: creditBefore }, []);
  const deductible = summed(deducted, {
    cents: creditBefore * EURO - total(overGross, 'tax'),
    euros: further + creditBefore,
  });
  const deductedFrom = [...namesOf(deducted), ...nameOf('deductedCorrection'), ...nameOf('creditBefore')];
  put('deductibleTotal', deductible, deductedFrom);
  const [totals, balance] = [
    [...nameOf('grossTotal'), ...nameOf('deductibleTotal')],
    grossTotal.euros - deductible.euros,
  ];
  const exact = grossTotal.cents - deductible.cents;
  const left = (sign: 1 | -1): LineAmount => ({
    cents: cents(Math.max(0, sign * exact)),
    euros: Math.max(0, sign * balance),
  });
  put('credit', left(-1), totals);
  put('due', left(1), totals);
  put('creditCarried', left(-1), nameOf('credit'));
  put('toPay', left(1), nameOf('due'));
  return { lines: made, balance };
}
