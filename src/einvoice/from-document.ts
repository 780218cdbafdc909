import type {
  Advance,
  BillingDocument,
  CreditNote,
  Finalized,
  Invoice,
  LinedDocument,
} from '../domain/document/document.ts';
import { hasLines, isEstimate } from '../domain/document/document.ts';
import { deductedIn } from '../domain/document/figures.ts';
import { isGoods } from '../domain/document/turnover-category.ts';
import { type Cents, cents, sum } from '../domain/money/cents.ts';
import { type DocumentCurrency, stepOf } from '../domain/money/currency.ts';
import { exchangedSet } from '../domain/money/exchange.ts';
import { fixedRate } from '../domain/money/fixed-parity.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import { amountOf, type Breakdown, keysOf, minus, type ShareKey, totalOf } from '../domain/vat/breakdown.ts';
import { deliveryOf } from './delivery.ts';
import type { ElectronicInvoice, ElectronicTotals, InvoiceType, Nature, VatPoint } from './electronic-invoice.ts';
import { adjustmentsOf, breakdownOf, taxesOf } from './groups.ts';
import { advanceLines, deductionLines, type LineWithoutPlace, ownLines, soldLines } from './lines.ts';
import { notesOf } from './notes.ts';
import { buyerOf, sellerOf } from './parties.ts';
import { paymentOf } from './payment.ts';
import { inItsProfile, type Taxation } from './profile.ts';
import { type Taxed, treatmentOfKey, treatmentOfLine } from './vat-treatment.ts';
import { wordsOf } from './words.ts';

/** The kinds that are invoices by law; an estimate and a purchase order are none. */
export type Bill = Invoice | Advance | CreditNote;

export type Around = {
  /** The zone of the account's civil days, by its IANA name. */
  readonly zone: string;
  /** The documents of its family: its parent, the estimate behind it, the advances it deducts. */
  readonly relatives: readonly BillingDocument[];
};

/**
 * A finalized invoice, advance or credit note as an electronic invoice. All of it is frozen with the document, so it comes
 * out the same at any later time. Whatever the document lacks is left out; `electronicFaults` names it.
 */
export function electronicInvoiceOf(bill: Finalized<Bill>, around: Around): ElectronicInvoice {
  const { sealed, content } = bill;
  const issuedOn = civilDayOf(sealed.emittedAt, around.zone);
  const sold = soldBy(bill, around);
  const { taxation, rest } = taxationOf(bill, sold, { mention: content.legals.vatMention, day: issuedOn });
  const { profile, lines, adjustments, breakdown } = inItsProfile(taxation);
  const nature = natureOf(sold);
  const vatNumbers = breakdown.every(({ vat }) => vat.category !== 'O');
  const orderNumber = orderNumberOf(bill, around);
  const origin = originOf(bill, around);
  const vatPoint = vatPointOf(bill, nature, breakdown);
  const payment = bill.kind === 'credit_note' ? undefined : paymentOf(content, sealed.number);
  const delivery = deliveryOf(bill, { zone: around.zone, categories: breakdown.map(({ vat }) => vat.category) });
  return {
    number: sealed.number,
    issuedOn,
    type: typeOf(bill, around),
    currency: isoCode(content.currency),
    ...(vatPoint && { vatPoint }),
    ...(sealed.dueAt !== undefined && { dueOn: civilDayOf(sealed.dueAt, around.zone) }),
    ...(orderNumber && { orderNumber }),
    // A credit note has no due day; the norm wants words where an amount is open (BR-CO-25).
    ...(bill.kind === 'credit_note' && { paymentTerms: 'À rembourser, ou à déduire d’un prochain paiement.' }),
    process: `${nature}${bill.kind === 'invoice' && bill.content.deductions.length > 0 ? '4' : '1'}`,
    profile,
    notes: notesOf({
      legals: content.legals,
      emitter: sealed.emitter,
      customer: sealed.customer,
      origin,
      test: bill.test,
    }),
    preceding: precedingOf(bill, around),
    seller: sellerOf(sealed.emitter, { vatNumbers }),
    buyer: buyerOf(sealed.customer, { vatNumbers }),
    ...(delivery && { delivery }),
    ...(payment && { payment }),
    adjustments,
    totals: totalsOf({ lines, adjustments, breakdown }, taxInEuros(content.currency, rest)),
    breakdown,
    lines: lines.map((line, place) => ({ id: String(place + 1), ...line })),
  };
}

/** How the money of a bill is taxed, line by line and in all; and what it comes to by key, less what it deducts. */
export function taxationOf(
  bill: Bill,
  sold: LinedDocument | undefined,
  taxed: Taxed,
): { readonly taxation: Taxation; readonly rest: Breakdown } {
  const rest = minus(bill.totals.breakdown, deductedIn(bill));
  const ofKey = (key: ShareKey) => treatmentOfKey(key, sold, taxed);
  const taxes = taxesOf(rest, ofKey);
  if (bill.kind === 'advance') {
    const lines = advanceLines(bill.content, bill.totals.breakdown, ofKey);
    return { taxation: { lines, adjustments: [], breakdown: breakdownOf(lines, [], taxes) }, rest };
  }
  const { locale, currency } = bill.content;
  const manner = { locale, step: stepOf(currency.code) };
  const { ofLine } = treatments(bill, sold, taxed);
  const lines: LineWithoutPlace[] = [
    ...soldLines(bill, ofLine, manner),
    ...(bill.kind === 'invoice' ? deductionLines(bill.content.deductions, ofKey, manner) : []),
  ];
  const adjustments = adjustmentsOf(bill, ofLine, wordsOf(locale).discount);
  return { taxation: { lines, adjustments, breakdown: breakdownOf(lines, adjustments, taxes) }, rest };
}

/** The lines of an advance's credit note only name its keys, so what they sell is the estimate's word. */
const treatments = (bill: Invoice | CreditNote, sold: LinedDocument | undefined, taxed: Taxed) => ({
  ofLine: (line: Parameters<typeof treatmentOfLine>[0]) =>
    sold === undefined || sold === bill || bill.kind === 'invoice'
      ? treatmentOfLine(line, taxed)
      : treatmentOfKey(line.type === 'disbursement' ? 'disbursement' : line.vatCode, sold, taxed),
});

/**
 * The document whose lines say what is sold: the bill itself, or the estimate behind an advance and what credits it. A
 * final invoice takes the estimate's word for what it deducts, which its own lines repeat.
 */
export function soldBy(bill: Bill, around: Pick<Around, 'relatives'>): LinedDocument | undefined {
  const parent = parentOf(bill, around);
  if (bill.kind === 'advance') return parent && hasLines(parent) ? parent : undefined;
  if (bill.kind === 'credit_note' && parent?.kind === 'advance') return soldBy(parent, around);
  return bill;
}

const parentOf = ({ parentId }: BillingDocument, { relatives }: Pick<Around, 'relatives'>) =>
  parentId === undefined ? undefined : relatives.find(({ id }) => id === parentId);

function typeOf(bill: Bill, around: Around): InvoiceType {
  if (bill.kind === 'invoice') return '380';
  if (bill.kind === 'advance') return '386';
  return parentOf(bill, around)?.kind === 'advance' ? '503' : '381';
}

function natureOf(sold: LinedDocument | undefined): Nature {
  const goods = sold ? ownLines(sold).map(isGoods) : [];
  if (goods.length === 0 || goods.every((isOfGoods) => !isOfGoods)) return 'S';
  return goods.every(Boolean) ? 'B' : 'M';
}

function vatPointOf(bill: Bill, nature: Nature, breakdown: ElectronicInvoice['breakdown']): VatPoint | undefined {
  if (breakdown.every(({ tax }) => tax === 0)) return undefined;
  if (bill.kind === 'advance' || nature === 'S') return 'payment';
  return nature === 'B' ? 'delivery' : undefined;
}

/** The offshore renminbi of trading rooms is the renminbi of ISO 4217. */
const isoCode = ({ code }: DocumentCurrency): string => (code === 'CNH' ? 'CNY' : code);

/** A purchase order is the customer's word, with a number of the series `BC`. */
const orderNumberOf = (bill: Bill, around: Around): string | undefined =>
  ancestorsOf(bill, around).find(({ kind }) => kind === 'purchase_order')?.sealed?.number;

/** No term of the norm names an estimate, so a note does. */
function originOf(bill: Bill, around: Around): string | undefined {
  const estimate = ancestorsOf(bill, around).find(isEstimate);
  if (estimate?.kind !== 'estimate' || !estimate.sealed) return undefined;
  const [year, month, day] = civilDayOf(estimate.sealed.emittedAt, around.zone).split('-');
  return `Devis ${estimate.sealed.number} du ${day}/${month}/${year}`;
}

function ancestorsOf(bill: BillingDocument, around: Around): BillingDocument[] {
  const parent = parentOf(bill, around);
  return parent ? [parent, ...ancestorsOf(parent, around)] : [];
}

function precedingOf(bill: Finalized<Bill>, around: Around): ElectronicInvoice['preceding'] {
  const named = ({ sealed }: BillingDocument) =>
    sealed ? [{ number: sealed.number, issuedOn: civilDayOf(sealed.emittedAt, around.zone) }] : [];
  if (bill.kind === 'advance') return [];
  if (bill.kind === 'invoice') {
    return bill.content.deductions.flatMap(({ advanceId, number }) => {
      const advance = around.relatives.find(({ id }) => id === advanceId);
      return advance ? named(advance) : [{ number }];
    });
  }
  const parent = parentOf(bill, around);
  if (parent) return named(parent);
  return bill.content.references.map(({ number, date }) => ({ number, issuedOn: civilDayOf(date, around.zone) }));
}

function totalsOf({ lines, adjustments, breakdown }: Taxation, inEuros: Cents | undefined): ElectronicTotals {
  const allAdjusted = (charge: boolean) =>
    sum(adjustments.filter((each) => each.charge === charge).map(({ amount }) => amount));
  const net = sum(breakdown.map((group) => group.net));
  const tax = sum(breakdown.map((group) => group.tax));
  const total = cents(net + tax);
  return {
    lines: sum(lines.map((line) => line.net)),
    allowances: allAdjusted(false),
    charges: allAdjusted(true),
    net,
    tax,
    ...(inEuros !== undefined && { taxInEuros: inEuros }),
    total,
    due: total,
  };
}

/** BT-111, by the document's own rate; undefined in euros, and where no rate to the euro is known. */
function taxInEuros({ code, base, rate }: DocumentCurrency, rest: Breakdown): Cents | undefined {
  if (code === 'EUR') return undefined;
  const exact = base === 'EUR' ? rate : fixedRate('EUR', code);
  if (exact === undefined) return undefined;
  const vat = keysOf(rest).map((key) => amountOf(rest, key).vat);
  return sum(exchangedSet({ net: totalOf(rest).net, vat }, { rate: exact, step: 1 }).vat);
}
