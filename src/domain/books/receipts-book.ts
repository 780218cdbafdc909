import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { CounterSold } from '../einvoicing/e-reporting/counter-sale.ts';
import { splitTakings } from '../einvoicing/e-reporting/counter-sale.ts';
import type { ToEuros } from '../einvoicing/e-reporting/sales.ts';
import type { Sold, TurnoverPart } from '../home/turnover-part.ts';
import { type Cents, cents } from '../money/cents.ts';
import { proportion } from '../money/rounding.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { rateOfKey, type ShareKey } from '../vat/breakdown.ts';

/**
 * The natures of receipts of a micro-enterprise: sales of goods and commercial or craft services
 * (BIC, CGI art. 50-0), and professional services (BNC, CGI art. 102 ter).
 */
export const receiptNatures = ['bic_goods', 'bic_services', 'bnc'] as const;
export type ReceiptNature = (typeof receiptNatures)[number];

/**
 * What a line of the book states. Corrections are lines of their own: a reversed payment, a refund
 * and its withdrawal, money paid beyond a document that was applied to another, returned or entered
 * by mistake.
 */
export const receiptEvents = [
  'payment',
  'payment_reversed',
  'refund',
  'refund_withdrawn',
  'overpayment',
  'overpayment_applied',
  'overpayment_restored',
  'overpayment_returned',
  'takings',
  'takings_corrected',
] as const;
export type ReceiptEvent = (typeof receiptEvents)[number];

/** Which services a document sells, for the nature of its receipts. */
export type ServiceMix = {
  /** The nature of its services; of untyped lines, if it sells both natures. */
  readonly nature: 'bic_services' | 'bnc';
  /** Only if it sells both: per key the net of commercial services, and of all services. */
  readonly lines?: { readonly [Key in ShareKey]?: { readonly bic: number; readonly all: number } };
};

/** What every movement states, as it was recorded. */
type Recorded = {
  /** Unique among the movements of an account. */
  readonly id: string;
  readonly event: ReceiptEvent;
  /**
   * The day of receipt, in the account’s time zone; the first open day if that one was closed
   * before the movement was recorded.
   */
  readonly on: CivilDay;
  /** The day of receipt, if it is another one. */
  readonly receivedOn?: CivilDay;
  /** The movement that it corrects. */
  readonly correctsId?: string;
  readonly documentId?: string;
  /** Instead of `documentId`, if another program issued the document. */
  readonly pastDocumentId?: string;
  /** The number of the document. */
  readonly reference?: string;
  readonly customerName?: string;
  readonly customerId?: string;
  readonly method?: PaymentMethod;
  readonly otherMethod?: string;
  readonly note?: string;
};

/** Money that came or went back, with its parts by VAT key: negative for money that went back. */
export type MoneyOfDocument = Recorded & {
  /** Cents of the currency of the document. */
  readonly paid: Cents;
  readonly currency: string;
  readonly parts: readonly TurnoverPart[];
  readonly mix: ServiceMix;
};

/** The takings of a day without invoices: cents of euros, tax included. */
export type Takings = Recorded & {
  readonly sold: CounterSold;
  /** Basis points. */
  readonly rate: number;
  readonly amount: Cents;
  /** The nature of the services of the account. */
  readonly services: ServiceMix['nature'];
};

/** Cents of euros, tax included; `vat` is what of it is VAT. */
type Received = { readonly amount: Cents; readonly vat: Cents };
export type OfNature = Received & { readonly nature: ReceiptNature };
/** Cents of euros by VAT rate, in basis points. */
type OfRate = { readonly rate: number; readonly net: Cents; readonly vat: Cents };

/**
 * What a movement pays of its document under one VAT key, for goods or services: cents of euros.
 * `isDue`: whether its VAT falls due by this movement.
 */
export type PaidPart = {
  readonly key: ShareKey;
  readonly sold: Sold;
  readonly isDue: boolean;
  readonly net: Cents;
  readonly vat: Cents;
};

/**
 * A line of the book. Amounts are cents of euros, tax included, without disbursements: money paid
 * on behalf of a customer is no receipt (CGI art. 267, II 2°).
 */
export type ReceiptLine = Recorded &
  Received & {
    readonly natures: readonly OfNature[];
    readonly rates: readonly OfRate[];
    /** Of a payment, its reversal or a refund, disbursements included; otherwise empty. */
    readonly parts: readonly PaidPart[];
    /** Disbursements in the same payment, which are not part of `amount`. */
    readonly disbursements: Cents;
    /** Only in another currency: its code, and cents of it. */
    readonly foreign?: { readonly currency: string; readonly amount: Cents };
    /** No rate to the euro is known: the amounts are 0. */
    readonly lacksRate?: true;
  };

/** The line of money on a document. `toEuros` converts at the rate of the document. */
export function lineOfMoney(money: MoneyOfDocument, toEuros: ToEuros): ReceiptLine {
  const { paid, currency, parts, mix, ...recorded } = money;
  const natures = new Map<ReceiptNature, Received>();
  const rates = new Map<number, OfRate>();
  const paidParts: PaidPart[] = [];
  let disbursements = 0;
  let lacksRate = false;
  for (const part of parts) {
    const euros = toEuros(part);
    if (!euros) lacksRate = true;
    const { net, vat } = euros ?? { net: cents(0), vat: cents(0) };
    const { key, sold, isDue } = part;
    if (net !== 0 || vat !== 0) paidParts.push({ key, sold, isDue, net, vat });
    if (key === 'disbursement') {
      disbursements += net + vat;
      continue;
    }
    addRate(rates, { rate: rateOfKey(key), net, vat });
    for (const each of byNature(part, mix, { net, vat })) addNature(natures, each);
  }
  return {
    ...recorded,
    ...totalled(natures),
    rates: isOfDocument(recorded.event) ? inOrderOfRates(rates) : [],
    parts: isOfDocument(recorded.event) ? paidParts : [],
    disbursements: cents(disbursements),
    ...(currency !== 'EUR' && { foreign: { currency, amount: paid } }),
    ...(lacksRate && { lacksRate }),
  };
}

/** The line of takings without invoices. */
export function lineOfTakings({ sold, rate, amount, services, ...recorded }: Takings): ReceiptLine {
  // Under a margin scheme the takings are the margin on goods that were bought to be sold.
  const nature = sold === 'services' ? services : 'bic_goods';
  const split = splitTakings({ amount, rate });
  const natures = new Map<ReceiptNature, Received>([[nature, { amount, vat: split.vat }]]);
  return { ...recorded, ...totalled(natures), rates: [{ rate, ...split }], parts: [], disbursements: cents(0) };
}

/**
 * The line that takes back a refund which is no longer on record, after its own line was frozen by
 * a closing.
 */
export const lineOfWithdrawnRefund = (
  { note: _, ...refund }: ReceiptLine,
  { id, on, receivedOn }: Pick<ReceiptLine, 'id' | 'on' | 'receivedOn'>,
): ReceiptLine => ({
  ...refund,
  ...{ id, event: 'refund_withdrawn', on, correctsId: refund.id },
  ...(receivedOn !== undefined && { receivedOn }),
  ...{ amount: negated(refund.amount), vat: negated(refund.vat), disbursements: negated(refund.disbursements) },
  natures: refund.natures.map(({ nature, amount, vat }) => ({ nature, amount: negated(amount), vat: negated(vat) })),
  parts: refund.parts.map(({ net, vat, ...part }) => ({ ...part, net: negated(net), vat: negated(vat) })),
  rates: refund.rates.map(({ rate, net, vat }) => ({ rate, net: negated(net), vat: negated(vat) })),
  ...(refund.foreign && { foreign: { ...refund.foreign, amount: negated(refund.foreign.amount) } }),
});

/** Never minus zero, which is not equal to zero as JSON reads it. */
const negated = (amount: Cents): Cents => cents(0 - amount);

/** Only payments of documents have VAT rates: an overpayment pays for nothing yet. */
const isOfDocument = (event: ReceiptEvent): boolean =>
  event === 'payment' || event === 'payment_reversed' || event === 'refund' || event === 'refund_withdrawn';

type Net = { readonly net: Cents; readonly vat: Cents };

/** A part by nature: goods are one, services as the lines of the document say. */
export function byNature(
  { key, sold }: Pick<TurnoverPart, 'key' | 'sold'>,
  { nature, lines }: ServiceMix,
  { net, vat }: Net,
): OfNature[] {
  const of = (which: ReceiptNature, amount: Net): OfNature => ({
    nature: which,
    amount: cents(amount.net + amount.vat),
    vat: amount.vat,
  });
  if (sold === 'goods') return [of('bic_goods', { net, vat })];
  const mixed = lines?.[key];
  if (!mixed || mixed.all === 0) return [of(nature, { net, vat })];
  const bic = { net: proportion(net, mixed.bic, mixed.all, 1), vat: proportion(vat, mixed.bic, mixed.all, 1) };
  const bnc = { net: cents(net - bic.net), vat: cents(vat - bic.vat) };
  return [of('bic_services', bic), of('bnc', bnc)];
}

function addNature(natures: Map<ReceiptNature, Received>, { nature, amount, vat }: OfNature): void {
  const known = natures.get(nature);
  natures.set(nature, { amount: cents((known?.amount ?? 0) + amount), vat: cents((known?.vat ?? 0) + vat) });
}

function addRate(rates: Map<number, OfRate>, { rate, net, vat }: OfRate): void {
  const known = rates.get(rate);
  rates.set(rate, { rate, net: cents((known?.net ?? 0) + net), vat: cents((known?.vat ?? 0) + vat) });
}

const inOrderOfRates = (rates: ReadonlyMap<number, OfRate>): OfRate[] =>
  [...rates.values()].filter(({ net, vat }) => net !== 0 || vat !== 0).toSorted((a, b) => b.rate - a.rate);

function totalled(natures: ReadonlyMap<ReceiptNature, Received>): Received & { natures: OfNature[] } {
  const present = receiptNatures.flatMap((nature) => {
    const received = natures.get(nature);
    return received && (received.amount !== 0 || received.vat !== 0) ? [{ nature, ...received }] : [];
  });
  const sumOf = (member: 'amount' | 'vat'): Cents => cents(present.reduce((all, each) => all + each[member], 0));
  return { amount: sumOf('amount'), vat: sumOf('vat'), natures: present };
}
