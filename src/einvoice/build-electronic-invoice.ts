import { attachmentTypes, embeddedFiles } from '../domain/billing/document/attachment.ts';
import { deliveredTo } from '../domain/billing/document/delivered-to.ts';
import {
  type Advance,
  type CreditNote,
  type Finalized,
  type Invoice,
  isCreditNote,
  isInvoice,
  type Legals,
  type Said,
} from '../domain/billing/document/document.ts';
import { textsThat } from '../domain/billing/document/document-texts.ts';
import type { BillKind } from '../domain/billing/document/kind.ts';
import { frameworkOf, isPaidAtIssue } from '../domain/billing/document/paid-at-issue.ts';
import { creditsAdvance, sourcesOf } from '../domain/billing/document/sources.ts';
import { frameworkDigit } from '../domain/billing/document/terms/invoicing-framework.ts';
import type { PaymentMethod } from '../domain/billing/document/terms/payment-terms.ts';
import { natureSold } from '../domain/billing/document/vat/nature-sold.ts';
import { billingAddressOf, deliveryAddressOf } from '../domain/customers/party.ts';
import { type Cents, cents, sum } from '../domain/money/cents.ts';
import type { DocumentCurrency } from '../domain/money/currency.ts';
import { exchangedSet } from '../domain/money/exchange.ts';
import { fixedRate } from '../domain/money/fixed-parity.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import { amountOf, type Breakdown, keysOf, totalOf } from '../domain/vat/breakdown.ts';
import type { VatCategory } from '../domain/vat/mention-text.ts';
import { type Nature, vatPointOf } from '../domain/vat/vat-point.ts';
import type {
  Delivery,
  ElectronicInvoice,
  ElectronicTotals,
  InvoiceType,
  NatureCode,
  PaymentInstructions,
  PaymentMeansCode,
} from './electronic-invoice.ts';
import { notesOf } from './notes.ts';
import { buyerOf, postalAddress, sellerOf } from './parties.ts';
import { type Taxation, withProfile } from './profile.ts';
import { type Around, type Bill, orderNumberOf, originOf, precedingOf } from './related-documents.ts';
import { amountDuePerKey, taxationOf } from './vat-taxation.ts';

export type { Around, Bill } from './related-documents.ts';

/**
 * Converts a finalized invoice, advance or credit note to an electronic invoice. Everything in it
 * is frozen with the document, so it is the same at any later time. Missing data is left out;
 * `electronicFaults` lists it.
 */
export function electronicInvoiceOf(bill: Finalized<Bill>, around: Around): ElectronicInvoice {
  const { sealed, content } = bill;
  const { period } = content.timeline;
  const issuedOn = civilDayOf(sealed.emittedAt, around.zone);
  const sources = sourcesOf(bill, around.relatives);
  const taxation = taxationOf(bill, sources, { mention: content.legals.vatMention, day: issuedOn });
  const { profile, lines, adjustments, breakdown } = withProfile(taxation);
  const type = typeOf(bill, around);
  const nature = natureSold(sources.sold) ?? 'services';
  const vatNumbers = breakdown.every(({ vat }) => vat.category !== 'O');
  const [buyerReference, contractNumber, order] = (['BT-10', 'BT-12', 'BT-13'] as const).map(
    (wanted) => textsThat(content, ({ term }) => term === wanted)[0]?.text,
  );
  const orderNumber = order ?? orderNumberOf(sources);
  const origin = originOf(sources, around);
  const inEuros = taxInEuros(content.currency, amountDuePerKey(bill));
  const isCharged = breakdown.some(({ tax }) => tax !== 0);
  const onDebits = sealed.emitter.vatOnDebits === true;
  const isAdvance = type === '386' || type === '503';
  const vatPoint = isCharged ? vatPointOf({ nature, isAdvance, onDebits }) : undefined;
  const payment = isCreditNote(bill) ? undefined : paymentOf(content, sealed.number);
  const delivery = deliveryOf(bill, {
    zone: around.zone,
    nature,
    categories: breakdown.map(({ vat }) => vat.category),
  });
  return {
    number: sealed.number,
    issuedOn,
    type,
    currency: isoCode(content.currency),
    ...(vatPoint && { vatPoint }),
    ...(sealed.dueAt !== undefined && { dueOn: civilDayOf(sealed.dueAt, around.zone) }),
    ...(buyerReference && { buyerReference }),
    ...(contractNumber && { contractNumber }),
    ...(orderNumber && { orderNumber }),
    // A credit note has no due day; EN 16931 requires a text if an amount is open (BR-CO-25).
    ...(isCreditNote(bill) && { paymentTerms: 'À rembourser, ou à déduire d’un prochain paiement.' }),
    process: `${natureCodes[nature]}${stageOf(bill)}`,
    profile,
    notes: notesOf({
      content,
      emitter: sealed.emitter,
      customer: sealed.customer,
      origin,
      vatPoint,
      test: bill.test,
    }),
    preceding: precedingOf(bill, around),
    ...supportedBy(content, around),
    seller: sellerOf(sealed.emitter, { vatNumbers }),
    buyer: buyerOf(sealed.customer, { vatNumbers }),
    ...(delivery && { delivery }),
    ...(period && { period: { from: civilDayOf(period.from, around.zone), to: civilDayOf(period.to, around.zone) } }),
    ...(payment && { payment }),
    adjustments,
    totals: totalsOf({ lines, adjustments, breakdown }, { isPaid: isPaidAtIssue(bill), inEuros }),
    breakdown,
    lines: lines.map((line, place) => ({ id: String(place + 1), ...line })),
  };
}

function supportedBy({ attachments = [] }: Said, { files }: Around): Pick<ElectronicInvoice, 'supportingDocuments'> {
  const supportingDocuments = embeddedFiles(attachments).flatMap(({ id, name, extension }) => {
    const bytes = files?.get(id);
    return bytes ? [{ name, mediaType: attachmentTypes[extension], content: bytes.toString('base64') }] : [];
  });
  return supportingDocuments.length > 0 ? { supportingDocuments } : {};
}

function typeOf(bill: Bill, around: Around): InvoiceType {
  return creditsAdvance(bill, around.relatives) ? '503' : typeCodes[bill.kind];
}

/** UNTDID 1001; a credit note of an advance has its own code (503). */
const typeCodes: Readonly<Record<BillKind, InvoiceType>> = { invoice: '380', advance: '386', credit_note: '381' };

/** BT-23. */
const natureCodes: Record<Nature, NatureCode> = { goods: 'B', services: 'S', both: 'M' };

/** CNH, the offshore renminbi, is CNY in ISO 4217. */
const isoCode = ({ code }: DocumentCurrency): string => (code === 'CNH' ? 'CNY' : code);

/** BT-23: a final invoice after advances is one, whatever else it is. */
function stageOf(bill: Bill): '1' | '4' | ReturnType<typeof frameworkDigit> {
  if (isInvoice(bill) && bill.content.deductions.length > 0) return '4';
  const framework = frameworkOf(bill);
  return framework === undefined ? '1' : frameworkDigit(framework);
}

function totalsOf(
  { lines, adjustments, breakdown }: Taxation,
  { isPaid, inEuros }: { readonly isPaid: boolean; readonly inEuros: Cents | undefined },
): ElectronicTotals {
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
    ...(isPaid && { prepaid: total }),
    due: isPaid ? cents(0) : total,
  };
}

/** BT-111, at the document's own rate; undefined in euros, and without a known rate to the euro. */
function taxInEuros({ code, base, rate }: DocumentCurrency, rest: Breakdown): Cents | undefined {
  if (code === 'EUR') return undefined;
  const exact = base === 'EUR' ? rate : fixedRate('EUR', code);
  if (exact === undefined) return undefined;
  const vat = keysOf(rest).map((key) => amountOf(rest, key).vat);
  return sum(exchangedSet({ net: totalOf(rest).net, vat }, { rate: exact, step: 1 }).vat);
}

/**
 * BT-72 and BG-15: the delivery stated on the document. An intra-community supply must state date
 * and place (BR-IC-11, BR-IC-12): by default the day of issue and the billing address.
 */
function deliveryOf(
  bill: Finalized<Invoice | Advance | CreditNote>,
  {
    zone,
    nature,
    categories,
  }: { readonly zone: string; readonly nature: Nature; readonly categories: readonly VatCategory[] },
): Delivery | undefined {
  const { content, sealed } = bill;
  const { customer } = sealed;
  const isWithinUnion = categories.includes('K');
  const at = content.timeline.deliveryAt ?? (isWithinUnion ? sealed.emittedAt : undefined);
  const known = content.deliveryAddress ?? (customer && deliveryAddressOf(customer));
  const stated = isWithinUnion ? known : deliveredTo(bill, customer, nature);
  const address = stated ?? (isWithinUnion && customer ? billingAddressOf(customer) : undefined);
  if (at === undefined && !address) return undefined;
  return { ...(at !== undefined && { on: civilDayOf(at, zone) }), ...(address && { address: postalAddress(address) }) };
}

/**
 * BG-16. EN 16931 allows one payment means: a transfer if offered with a known account, otherwise
 * the first one offered. The text lists all of them. Undefined if the document lists none.
 */
function paymentOf({ legals, bank, currency }: Said, number: string): PaymentInstructions | undefined {
  const { paymentMethods } = legals;
  const [first] = paymentMethods;
  if (first === undefined) return undefined;
  const method = bank && paymentMethods.includes('transfer') ? 'transfer' : first;
  const needsAccount = method === 'transfer' || method === 'direct_debit';
  const code = needsAccount && !bank ? NOT_DEFINED : codeOf(method, currency.code === 'EUR');
  return {
    code,
    text: paymentMethods.map((each) => nameOfMethod(each, legals)).join(', '),
    reference: number,
    ...(bank &&
      needsAccount && {
        account: {
          iban: bank.iban,
          ...(bank.bic && { bic: bank.bic }),
          ...(bank.holder && { holder: bank.holder }),
        },
      }),
  };
}

const NOT_DEFINED: PaymentMeansCode = '1';

const codeOf = (method: PaymentMethod, inEuros: boolean): PaymentMeansCode =>
  method === 'transfer' && inEuros ? '58' : codes[method];

const codes: Record<PaymentMethod, PaymentMeansCode> = {
  transfer: '30',
  direct_debit: '59',
  credit_card: '48',
  cheque: '20',
  universal_employment_service_cheque: '20',
  cash: '10',
  paypal: '68',
  stripe: '68',
  other: NOT_DEFINED,
};

const nameOfMethod = (method: PaymentMethod, { otherPaymentMethod }: Legals): string =>
  method === 'other' ? otherPaymentMethod?.trim() || names.other : names[method];

const names: Record<PaymentMethod, string> = {
  transfer: 'Virement',
  direct_debit: 'Prélèvement',
  credit_card: 'Carte bancaire',
  cheque: 'Chèque',
  universal_employment_service_cheque: 'Chèque emploi service universel',
  cash: 'Espèces',
  paypal: 'PayPal',
  stripe: 'Stripe',
  other: 'Autre moyen',
};
