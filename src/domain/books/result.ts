import type { TurnoverPart } from '../home/turnover-part.ts';
import { type Span, turnoverWithin } from '../home/turnover-sums.ts';
import { type Cents, cents } from '../money/cents.ts';
import { addDays, addMonths, type CivilDay, endOfMonth } from '../time/civil-day.ts';
import type { MicroSocial } from './micro-social.ts';
import { type ReceiptLine, type ReceiptNature, receiptNatures } from './receipts-book.ts';
import { declarationBoxes, declarationPeriodOn, declarationTotals } from './urssaf-declaration.ts';

/** What the receipts book has on a day for one nature: cents of euros. */
export type ReceivedOfDay = {
  readonly on: CivilDay;
  readonly nature: ReceiptNature;
  readonly net: number;
  readonly vat: number;
  /** The VAT that falls due by it, which can be other than the VAT in it. */
  readonly vatDue: number;
};

/** What the register of purchases has on a day: cents of euros, tax included. */
export type SpentOfDay = {
  readonly on: CivilDay;
  readonly amount: number;
  /** What is deductible of the VAT in the amount. */
  readonly deductibleVat: number;
  /** VAT owed for suppliers, which is not in the amount, and what of it is deductible. */
  readonly owedVat: number;
  readonly owedDeductible: number;
};

/** All that a result is computed from: parts of documents, receipts and purchases, by day. */
export type ResultFacts = {
  readonly parts: readonly TurnoverPart[];
  readonly received: readonly ReceivedOfDay[];
  readonly spent: readonly SpentOfDay[];
  /** What mileage counts as an expense. */
  readonly mileage: readonly { readonly on: CivilDay; readonly amount: number }[];
};

/** What concerns a business beside its money: contributions of a micro-enterprise, and VAT. */
export type ResultSituation = { readonly social: MicroSocial | undefined; readonly declaresVat: boolean };

/** Cents of euros. */
export type ResultOfSpan = Span & {
  /** Turnover invoiced, without tax: credit notes are subtracted. */
  readonly billed: Cents;
  readonly received: { readonly amount: Cents; readonly vat: Cents; readonly net: Cents };
  readonly spent: { readonly amount: Cents; readonly deductibleVat: Cents; readonly net: Cents };
  /** Mileage by the official scale, where it counts as an expense. */
  readonly mileage: Cents;
  /** What the span adds to declarations to Urssaf; undefined if it concerns no micro-enterprise. */
  readonly charges: Cents | undefined;
  /**
   * What the span adds to VAT returns; undefined if no VAT is declared. The franchise does not free
   * from VAT that is owed for a supplier (CGI art. 283, 2 and 293 B).
   */
  readonly vat: { readonly due: Cents; readonly deductible: Cents; readonly balance: Cents } | undefined;
  /** Charges and VAT to pay on the span; a VAT credit pays no charges. */
  readonly setAside: Cents;
  /** What is left: received less spent, without deducted VAT, less mileage and charges. */
  readonly left: Cents;
};

/** The changes from one span to another; of money received and spent tax included. */
type ResultChange = { readonly [Name in 'billed' | 'received' | 'spent' | 'setAside' | 'left']: Cents };

export type MonthResult = {
  readonly ofMonth: ResultOfSpan;
  readonly ofYear: ResultOfSpan;
  readonly before: ResultOfSpan;
  readonly change: ResultChange;
};

/** The spans of a month: itself, its year until then, and the same days of the month before. */
export type ResultSpans = { readonly month: Span; readonly year: Span; readonly before: Span };

/**
 * The running month ends today and is compared with the same days of the month before, which may be
 * shorter; a month that is over is compared with the whole one before it.
 */
export function resultSpans(month: string, today: CivilDay): ResultSpans {
  const from = `${month}-01`;
  const isRunning = today.startsWith(month);
  const to = isRunning ? today : endOfMonth(from);
  const start = addMonths(from, -1);
  const last = endOfMonth(start);
  const sameDay = `${start.slice(0, 8)}${to.slice(8)}`;
  return {
    month: { from, to },
    year: { from: `${month.slice(0, 4)}-01-01`, to },
    before: { from: start, to: isRunning && sameDay < last ? sameDay : last },
  };
}

/** The first day whose money a result needs: the declaration of the month before begins on it. */
export const firstDayOf = ({ year, before }: ResultSpans, social: MicroSocial | undefined): CivilDay => {
  const declared = social ? declarationPeriodOn(before.from, social.rhythm).from : before.from;
  return declared < year.from ? declared : year.from;
};

/** The result of a month and of its year, and what changed since the month before. */
export function monthResult(facts: ResultFacts, spans: ResultSpans, situation: ResultSituation): MonthResult {
  const [ofMonth, ofYear, before] = [spans.month, spans.year, spans.before].map((span) =>
    resultWithin(facts, span, situation),
  ) as [ResultOfSpan, ResultOfSpan, ResultOfSpan];
  return {
    ...{ ofMonth, ofYear, before },
    change: {
      billed: cents(ofMonth.billed - before.billed),
      received: cents(ofMonth.received.amount - before.received.amount),
      spent: cents(ofMonth.spent.amount - before.spent.amount),
      setAside: cents(ofMonth.setAside - before.setAside),
      left: cents(ofMonth.left - before.left),
    },
  };
}

function resultWithin(facts: ResultFacts, span: Span, { social, declaresVat }: ResultSituation): ResultOfSpan {
  const received = facts.received.filter(isIn(span));
  const spent = facts.spent.filter(isIn(span));
  const net = sumOf(received, (each) => each.net);
  const amount = sumOf(spent, (each) => each.amount);
  const deductible = sumOf(spent, (each) => each.deductibleVat);
  const mileage = sumOf(facts.mileage.filter(isIn(span)), (each) => each.amount);
  const charges = social && chargesWithin(facts.received, span, social);
  const [owed, owedDeductible] = [sumOf(spent, (each) => each.owedVat), sumOf(spent, (each) => each.owedDeductible)];
  const onSales = declaresVat ? dueOnInvoices(facts.parts, span) + sumOf(received, (each) => each.vatDue) : 0;
  const vat = declaresVat || owed !== 0 ? vatOf(onSales + owed, deductible + owedDeductible) : undefined;
  return {
    ...span,
    billed: turnoverWithin(facts.parts, 'invoiced', span).amount,
    received: { amount: cents(net + sumOf(received, (each) => each.vat)), vat: sumOf(received, ({ vat }) => vat), net },
    spent: { amount, deductibleVat: deductible, net: cents(amount - deductible) },
    ...{ charges, vat, mileage },
    setAside: cents((charges ?? 0) + Math.max(0, vat?.balance ?? 0)),
    left: cents(net - (amount - deductible) - (owed - owedDeductible) - mileage - (charges ?? 0)),
  };
}

const vatOf = (due: number, deductible: number): ResultOfSpan['vat'] => ({
  ...{ due: cents(due), deductible: cents(deductible), balance: cents(due - deductible) },
});

const isIn =
  ({ from, to }: Span) =>
  ({ on }: { readonly on: CivilDay }): boolean =>
    on >= from && on <= to;

const sumOf = <T>(all: readonly T[], of: (each: T) => number): Cents =>
  cents(all.reduce((sum, each) => sum + of(each), 0));

const dueOnInvoices = (parts: readonly TurnoverPart[], span: Span): number =>
  parts
    .filter(({ how, isDue, key }) => how === 'invoiced' && isDue && key !== 'disbursement')
    .filter(isIn(span))
    .reduce((all, { accountVat }) => all + accountVat, 0);

/**
 * What a span adds to the declarations of its periods: that of the days until its end, less that of
 * the days before it. Months add up to their quarter, and quarters to the year, to the cent.
 */
function chargesWithin(received: readonly ReceivedOfDay[], span: Span, social: MicroSocial): Cents {
  let charges = 0;
  for (let on = span.from; on <= span.to; ) {
    const period = declarationPeriodOn(on, social.rhythm);
    const dueUntil = (to: CivilDay): number => {
      const totals = { natures: byNature(received.filter(isIn({ from: period.from, to }))) };
      return declarationTotals(declarationBoxes(totals, period, social)).due;
    };
    charges += dueUntil(period.to < span.to ? period.to : span.to);
    if (span.from > period.from) charges -= dueUntil(addDays(span.from, -1));
    on = addDays(period.to, 1);
  }
  return cents(charges);
}

const byNature = (received: readonly ReceivedOfDay[]) =>
  receiptNatures.map((nature) => {
    const same = received.filter((each) => each.nature === nature);
    const vat = sumOf(same, (each) => each.vat);
    return { nature, amount: cents(sumOf(same, (each) => each.net) + vat), vat };
  });

/** What collected parts of documents add to the receipts book; disbursements are no receipts. */
export const receivedByParts = (parts: readonly TurnoverPart[]): ReceivedOfDay[] =>
  parts.flatMap(({ how, key, on, sold, isDue, accountNet, accountVat, commercial }): ReceivedOfDay[] => {
    if (how !== 'collected' || key === 'disbursement') return [];
    const vatDue = isDue ? accountVat : 0;
    if (sold === 'goods') return [{ on, nature: 'bic_goods', net: accountNet, vat: accountVat, vatDue }];
    const { net, vat } = commercial ?? { net: 0, vat: 0 };
    return [
      ...(commercial ? [{ on, nature: 'bic_services' as const, net, vat, vatDue: 0 }] : []),
      { on, nature: 'bnc' as const, net: accountNet - net, vat: accountVat - vat, vatDue },
    ];
  });

/** What a line of the receipts book adds on a day, or takes away (`sign`). */
export function receivedByLine(line: ReceiptLine, on: CivilDay, sign: 1 | -1): ReceivedOfDay[] {
  const isTakings = line.event === 'takings' || line.event === 'takings_corrected';
  const due = line.parts.reduce((all, { key, isDue, vat }) => (isDue && key !== 'disbursement' ? all + vat : all), 0);
  const natures = line.natures.map(({ nature, amount, vat }) => ({
    ...{ on, nature, net: sign * (amount - vat), vat: sign * vat, vatDue: 0 },
  }));
  const vatDue = sign * (isTakings ? line.vat : due);
  return [...natures, { on, nature: 'bnc', net: 0, vat: 0, vatDue }];
}
