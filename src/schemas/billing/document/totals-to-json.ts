import { planOf } from '../../../domain/billing/advance/planned-advances.ts';
import {
  type Advance,
  type BillingDocument,
  type CreditNote,
  type Estimate,
  type Invoice,
  isCreditNote,
  type LinedDocument,
} from '../../../domain/billing/document/document.ts';
import {
  convertedAmount,
  convertedFigures,
  convertedLine,
  convertedPart,
  type Figures,
  ownFigures,
  type PartFigures,
  partFigures,
} from '../../../domain/billing/document/totals/converted-figures.ts';
import { remainingOn, restToBill, restToCredit } from '../../../domain/billing/document/totals/document-figures.ts';
import { sectionsOf } from '../../../domain/billing/document/totals/sections.ts';
import type { LineAmounts } from '../../../domain/billing/document/totals/totals.ts';
import { type Cents, cents } from '../../../domain/money/cents.ts';
import { type Exchange, exchanged } from '../../../domain/money/exchange.ts';
import { type Amount, type Breakdown, taxIncluded, withoutDisbursement } from '../../../domain/vat/breakdown.ts';
import { rateOf } from '../../../domain/vat/vat-code.ts';

/** The totals of an invoice or a credit note (API 2.6 InvoiceTotal), and of an advance (Total). */
export function invoiceTotal(document: Invoice | CreditNote | Advance, exchange: Exchange | undefined) {
  return inBoth(document, exchange, (figures, format) => ({ ...common(figures), ...remaining(document, format) }));
}

/**
 * The totals of an advance. As in the published API, the converted amounts also have the members of
 * an estimate.
 */
export function advanceTotal(document: Advance, exchange: Exchange | undefined) {
  return inBoth(document, exchange, (figures, format, isConverted) => ({
    ...common(figures),
    ...remaining(document, format),
    ...(isConverted && {
      remainingAmountToBill: cents(0),
      billedAmountWithoutTax: cents(0),
      billedAmountWithTax: cents(0),
      remainingAmountWithoutTaxWithoutDisbursement: format.part(withoutDisbursement(restToCredit(document))).net,
    }),
  }));
}

/** The totals of an estimate (API 2.6 EstimateTotal). */
export function estimateTotal(document: Estimate, exchange: Exchange | undefined) {
  const rest = restToBill(document);
  return inBoth(document, exchange, (figures, format) => {
    const left = format.part(rest);
    const billed = format.part(document.life.billed);
    return {
      ...common(figures),
      remainingAmountWithoutTax: atLeastZero(left.net),
      remainingAmountWithTax: atLeastZero(left.total),
      remainingAmountToBill: atLeastZero(left.total),
      billedAmountWithoutTax: billed.net,
      billedAmountWithTax: billed.total,
      remainingAmountWithoutTaxWithoutDisbursement: atLeastZero(format.part(withoutDisbursement(rest)).net),
    };
  });
}

/**
 * The totals of an estimate's planned advances (AdvanceEstimateLines), in its currency and the
 * account's.
 */
export function plannedAdvancesJson(document: Estimate, exchange: Exchange | undefined) {
  const { planned } = document.content;
  const figures = planOf(document);
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
      ? advanceTotals(convertedAmount(figures.planned, exchange), convertedAmount(figures.remaining, exchange))
      : totals,
  };
}

/** The amounts of a line in the account's currency. */
export function convertedLineJson(line: LineAmounts, exchange: Exchange) {
  const { net, vat, discount } = convertedLine(line, exchange);
  return {
    priceWithoutTaxBeforeDiscount: net + discount,
    discountAmount: discount,
    priceWithoutTaxAfterDiscount: net,
    vatAmount: vat,
    priceTotalTax: net + vat,
  };
}

/** The totals of each section of a document; undefined if no line has a heading. */
export function sectionsJson({ content, totals }: LinedDocument, exchange: Exchange | undefined) {
  const sections = sectionsOf(content.lines, totals.lines);
  if (sections.length === 0) return undefined;
  return sections.map(({ title, count, net, total }) => ({
    title,
    lineCount: count,
    amountWithoutTax: net,
    amountWithTax: total,
    ...(exchange && {
      convertedAmounts: { amountWithoutTax: exchanged(net, exchange), amountWithTax: exchanged(total, exchange) },
    }),
  }));
}

/** Formats parts and amounts: in the document's currency, or in the account's. */
type AmountFormat = { readonly part: (part: Breakdown) => PartFigures; readonly amount: (amount: Cents) => Cents };

/** The same sums in the document's currency and, if different, in the account's. */
function inBoth<Sums extends object>(
  { totals }: BillingDocument,
  exchange: Exchange | undefined,
  sumsOf: (figures: Figures, format: AmountFormat, isConverted: boolean) => Sums,
) {
  const own = ownFigures(totals);
  const sums = sumsOf(own, { part: partFigures, amount: (amount) => amount }, false);
  if (!exchange) return sums;
  const whole = convertedFigures(totals, exchange);
  const format: AmountFormat = {
    part: (part) => convertedPart(part, totals, whole, exchange),
    amount: (amount) => exchanged(amount, exchange),
  };
  return { ...sums, convertedAmounts: sumsOf(whole, format, true) };
}

const common = (figures: Figures) => ({
  amountWithoutTaxBeforeDiscount: figures.netBeforeDiscount,
  discountAmount: figures.discount,
  amountWithoutTaxAfterDiscount: figures.net,
  amountWithTaxAfterDiscount: figures.total,
  amountWithoutTaxBeforeDiscountWithoutDisbursement: figures.netBeforeDiscountWithoutDisbursement,
  vatDetails: vatDetails(figures),
});

/** What remains of an invoice or advance; for a credit note, its total until it is refunded. */
function remaining(document: Invoice | CreditNote | Advance, format: AmountFormat) {
  const isRefunded = isCreditNote(document) && document.refundAt !== undefined;
  const { net, total } = isRefunded ? nothing : format.part(restToCredit(document));
  return {
    remainingAmountWithoutTax: net,
    remainingAmountWithTax: total,
    remainingReconciliateAmount: isRefunded ? nothing.total : format.amount(remainingOn(document).toPay),
  };
}

const nothing: PartFigures = { net: cents(0), total: cents(0) };

/** The VAT per code. Disbursements have none and are omitted. */
const vatDetails = ({ vat }: Figures) =>
  [...vat].flatMap(([key, amount]) =>
    key === 'disbursement' ? [] : [{ vatCode: key, amount, vatRate: rateOf(key) / 100 }],
  );

const advanceTotals = (planned: Amount, remaining: Amount) => ({
  totalAmountWithoutTax: planned.net,
  totalAmountWithTax: taxIncluded(planned),
  remainingTotalAmountWithoutTax: remaining.net,
  remainingTotalAmountWithTax: taxIncluded(remaining),
});

const atLeastZero = (amount: Cents): Cents => cents(Math.max(amount, 0));
