import { plannedAdvances } from '../domain/advance/share.ts';
import {
  type Advance,
  type BillingDocument,
  type CreditNote,
  type Estimate,
  type Invoice,
  isCreditNote,
} from '../domain/document/document.ts';
import { remainingOn, restToBill, restToCredit } from '../domain/document/figures.ts';
import type { LineAmounts } from '../domain/document/totals.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { stepOf } from '../domain/money/currency.ts';
import { type Exchange, exchanged, exchangedSet } from '../domain/money/exchange.ts';
import {
  type Amount,
  type Breakdown,
  keysOf,
  taxIncluded,
  totalOf,
  withoutDisbursement,
} from '../domain/vat/breakdown.ts';
import { rateOf, type VatCode } from '../domain/vat/vat-code.ts';

/** How a document's amounts are told in the account's currency; undefined where that is its own. */
export const exchangeOf = (document: BillingDocument): Exchange | undefined => {
  const { code, base, rate } = document.content.currency;
  return code === base ? undefined : { rate, step: stepOf(base) };
};

/** The totals of an invoice or an asset (interface 2.6 InvoiceTotal), and of an advance (Total). */
export function invoiceTotal(document: Invoice | CreditNote | Advance, exchange: Exchange | undefined) {
  const sums = { ...commonSums(document), ...remainingSums(document) };
  return { ...sums, ...(exchange && { convertedAmounts: convertedSums(sums, exchange) }) };
}

/** The totals of an advance: its converted amounts also carry the members of an estimate's, which say nothing more of it. */
export function advanceTotal(document: Advance, exchange: Exchange | undefined) {
  const sums = { ...commonSums(document), ...remainingSums(document) };
  if (!exchange) return sums;
  const none = {
    remainingAmountToBill: cents(0),
    billedAmountWithoutTax: cents(0),
    billedAmountWithTax: cents(0),
    remainingAmountWithoutTaxWithoutDisbursement: totalOf(withoutDisbursement(restToCredit(document))).net,
  };
  return { ...sums, convertedAmounts: convertedSums({ ...sums, ...none }, exchange) };
}

/** The totals of an estimate (interface 2.6 EstimateTotal). */
export function estimateTotal(document: Estimate, exchange: Exchange | undefined) {
  const rest = restToBill(document);
  const billed = totalOf(document.life.billed);
  const remaining = totalOf(rest);
  const sums = {
    ...commonSums(document),
    remainingAmountWithoutTax: atLeastZero(remaining.net),
    remainingAmountWithTax: atLeastZero(taxIncluded(remaining)),
    remainingAmountToBill: atLeastZero(taxIncluded(remaining)),
    billedAmountWithoutTax: billed.net,
    billedAmountWithTax: taxIncluded(billed),
    remainingAmountWithoutTaxWithoutDisbursement: atLeastZero(totalOf(withoutDisbursement(rest)).net),
  };
  return { ...sums, ...(exchange && { convertedAmounts: convertedSums(sums, exchange) }) };
}

/** What an estimate's planned advances come to (AdvanceEstimateLines), in its currency and in the account's. */
export function plannedAdvancesJson(document: Estimate, exchange: Exchange | undefined) {
  const { planned } = document.content;
  const step = stepOf(document.content.currency.code);
  const figures = plannedAdvances(
    document.totals.breakdown,
    planned.map(({ asked }) => asked),
    step,
  );
  const totals = advanceTotals(figures.planned, figures.remaining);
  return {
    advances: planned.map(({ asked, paymentCondition, customPaymentCondition }) => ({
      value: asked.mode === 'AMOUNT' ? asked.amount : asked.percentage,
      mode: asked.mode,
      ...(paymentCondition && { paymentCondition }),
      ...(customPaymentCondition !== undefined && { customPaymentCondition }),
    })),
    totals,
    convertedTotals: exchange
      ? advanceTotals(exchangedAmount(figures.planned, exchange), exchangedAmount(figures.remaining, exchange))
      : totals,
  };
}

/** The amounts of a line in the account's currency. */
export function convertedLine(line: LineAmounts, exchange: Exchange) {
  const { net, vat, total } = exchangedSet({ net: line.net, vat: [line.vat] }, exchange);
  const discount = exchanged(line.discount, exchange);
  return {
    priceWithoutTaxBeforeDiscount: net + discount,
    discountAmount: discount,
    priceWithoutTaxAfterDiscount: net,
    vatAmount: vat[0] ?? 0,
    priceTotalTax: total,
  };
}

function commonSums(document: BillingDocument) {
  const { totals } = document;
  const { net, vat } = totalOf(totals.breakdown);
  return {
    amountWithoutTaxBeforeDiscount: totals.netBeforeDiscount,
    discountAmount: totals.discount,
    amountWithoutTaxAfterDiscount: net,
    amountWithTaxAfterDiscount: cents(net + vat),
    amountWithoutTaxBeforeDiscountWithoutDisbursement: totals.netBeforeDiscountWithoutDisbursement,
    vatDetails: vatDetails(totals.breakdown),
  };
}

/** What remains of an invoice or an advance; of a credit note, its total until it is refunded. */
function remainingSums(document: Invoice | CreditNote | Advance) {
  const none = { withoutTax: cents(0), withTax: cents(0), toReconcile: cents(0) };
  const refunded = isCreditNote(document) && document.refundAt !== undefined;
  const { withoutTax, withTax, toReconcile } = refunded ? none : remainingOn(document);
  return {
    remainingAmountWithoutTax: withoutTax,
    remainingAmountWithTax: withTax,
    remainingReconciliateAmount: toReconcile,
  };
}

/** The VAT per code. Disbursements carry none and are left out. */
const vatDetails = (breakdown: Breakdown) =>
  keysOf(breakdown)
    .filter((key): key is VatCode => key !== 'disbursement')
    .map((key) => ({ vatCode: key, amount: breakdown[key]?.vat ?? cents(0), vatRate: rateOf(key) / 100 }));

type Sums = { vatDetails: ReturnType<typeof vatDetails> } & Record<string, unknown>;

/**
 * Every figure in the account's currency; net, VAT details and total agree again, by the tax-included figure, and what is
 * the same figure in the document's currency stays the same figure.
 */
function convertedSums<S extends Sums & ReturnType<typeof commonSums>>(sums: S, exchange: Exchange): S {
  const { net, vat, total } = exchangedSet(
    { net: sums.amountWithoutTaxAfterDiscount, vat: sums.vatDetails.map(({ amount }) => amount) },
    exchange,
  );
  const discountAmount = exchanged(sums.discountAmount, exchange);
  const before = cents(net + discountAmount);
  const reconciled = new Map<unknown, Cents>([
    [sums.amountWithoutTaxBeforeDiscount, before],
    [sums.amountWithoutTaxAfterDiscount, net],
    [sums.amountWithTaxAfterDiscount, total],
  ]);
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sums))
    result[name] = typeof value === 'number' ? (reconciled.get(value) ?? exchanged(cents(value), exchange)) : value;
  return {
    ...result,
    amountWithoutTaxBeforeDiscount: before,
    // Also where it happens to be the same figure as one of the others.
    discountAmount,
    amountWithoutTaxAfterDiscount: net,
    amountWithTaxAfterDiscount: total,
    vatDetails: sums.vatDetails.map((detail, index) => ({ ...detail, amount: vat[index] ?? cents(0) })),
  } as unknown as S;
}

const advanceTotals = (planned: Amount, remaining: Amount) => ({
  totalAmountWithoutTax: planned.net,
  totalAmountWithTax: taxIncluded(planned),
  remainingTotalAmountWithoutTax: remaining.net,
  remainingTotalAmountWithTax: taxIncluded(remaining),
});

const exchangedAmount = (amount: Amount, exchange: Exchange): Amount => {
  const { net, vat } = exchangedSet({ net: amount.net, vat: [amount.vat] }, exchange);
  return { net, vat: vat[0] ?? cents(0) };
};

const atLeastZero = (amount: Cents): Cents => cents(Math.max(amount, 0));
