import type * as z from 'zod';
import { missingDetails } from '../../../domain/billing/document/checks/missing-details.ts';
import { unmetRequirements } from '../../../domain/billing/document/checks/requirements.ts';
import { warningsOf } from '../../../domain/billing/document/checks/warnings.ts';
import type { DisplaySettings } from '../../../domain/billing/document/display-settings.ts';
import {
  type Advance,
  type BillingDocument,
  type CreditNote,
  type Estimate,
  hasLines,
  type Invoice,
  isAdvance,
  isBill,
  isCreditNote,
  isDraft,
  isEstimate,
  isInvoice,
  type Legals,
  type LinedDocument,
} from '../../../domain/billing/document/document.ts';
import { datesOf } from '../../../domain/billing/document/document-dates.ts';
import type { Facts, Seen } from '../../../domain/billing/document/draft-context.ts';
import type { Line } from '../../../domain/billing/document/lines/line.ts';
import { isDisbursement } from '../../../domain/billing/document/lines/line.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { standingOf } from '../../../domain/billing/document/situation.ts';
import { exchangeOf } from '../../../domain/billing/document/totals/converted-figures.ts';
import { settlementOf, toRefundOf, withRefunds } from '../../../domain/billing/document/totals/settlement.ts';
import type { LineAmounts } from '../../../domain/billing/document/totals/totals.ts';
import { unmetSignatureRequirements } from '../../../domain/billing/estimate/signature.ts';
import type { Exchange } from '../../../domain/money/exchange.ts';
import { toNumber } from '../../../domain/money/ten-thousandths.ts';
import { isPaidOnline } from '../../../domain/payments/online-payment.ts';
import { noCustomerJson, type PortalTokenOf, partyToJson } from '../../customers/customer.ts';
import { attachmentsToJson } from '../attachment.ts';
import { signatureToJson } from '../electronic-signature.ts';
import { recurringToJson } from '../frequency.ts';
import { paymentRequestToJson } from '../payment-request.ts';
import { remindersToJson } from '../reminder.ts';
import { serviceLogo } from '../service-logo.ts';
import { requirementToJson, warningToJson } from '../texts/requirements.ts';
import { signatureRequirementsToJson } from '../texts/signature-requirements.ts';
import type {
  AdvanceJson,
  BillingInListJson,
  BillingJson,
  CreditNoteJson,
  EstimateJson,
  InvoiceJson,
} from './document-json.ts';
import { currencyToJson } from './document-parts.ts';
import { billingTypeOf } from './document-type.ts';
import { documentTextsToJson, legalTextsToJson } from './text-members.ts';
import {
  advanceTotal,
  convertedLineJson,
  estimateTotal,
  invoiceTotal,
  plannedAdvancesJson,
  sectionsJson,
} from './totals-to-json.ts';

/** The input of a response in addition to the document. */
export type JsonContext = {
  language: 'fr' | 'en';
  serviceName: string;
  publicUrl: string;
  /** Set if the caller may open customer portals. */
  portalTokenOf?: PortalTokenOf | undefined;
};
/** The relatives of a document by ID. */
export type Relatives = ReadonlyMap<string, Seen>;

/** A document in the API, with its parent and advances embedded one level deep. */
export function billingToJson(entry: Seen, relatives: Relatives, context: JsonContext): z.input<typeof BillingJson> {
  // A refund of a credit note changes the balance of the credited document.
  const withBalance = ({ document, facts }: Seen): Seen => ({
    document: withRefunds(
      document,
      [...relatives.values()].map((each) => each.document),
    ),
    facts,
  });
  const inside = insideToJson(withBalance(entry), context);
  const { document } = entry;
  const found = document.parentId === undefined ? undefined : relatives.get(document.parentId);
  const parent = found && withBalance(found);
  const embedded = parent && {
    parent: { ...insideToJson(parent, context), ...advancesOf(parent.document, relatives, context) },
  };
  if (isEstimate(document))
    return { ...inside, ...advancesOf(document, relatives, context) } as z.input<typeof EstimateJson>;
  if (!isCreditNote(document)) return { ...inside, ...embedded } as z.input<typeof InvoiceJson | typeof AdvanceJson>;
  const advances = deductedAdvances(parent, relatives).map((advance) => insideToJson(advance, context));
  return {
    ...inside,
    ...embedded,
    ...(document.sealed && { toRefundAmount: toRefundOf(document, parent?.document) }),
    ...(advances.length > 0 && { advances }),
  } as z.input<typeof CreditNoteJson>;
}

/** The advances of an estimate. An embedded estimate lists them too: clients rely on the member. */
function advancesOf(document: BillingDocument, relatives: Relatives, context: JsonContext) {
  if (!isEstimate(document)) return {};
  const advances = [...relatives.values()].filter(({ document: d }) => isAdvance(d) && d.parentId === document.id);
  return { advances: advances.map((advance) => insideToJson(advance, context)) };
}

/** A document in the API without its relatives, for lists and embedding. */
export function insideToJson(entry: Seen, context: JsonContext): z.input<typeof BillingInListJson> {
  const { document, facts } = entry;
  const exchange = exchangeOf(document);
  const common = commonToJson(document, facts, context);
  if (isEstimate(document))
    return { ...common, ...estimateMembers(document, facts, { exchange, telling: context }) } as never;
  if (isInvoice(document))
    return { ...common, dueAt: common.dueAt ?? 0, ...invoiceMembers(document, facts, exchange) } as never;
  if (isAdvance(document)) return { ...common, ...advanceMembers(document, facts, exchange) } as never;
  return { ...common, ...assetMembers(document, exchange) } as never;
}

/** The advances a final invoice deducted: its credit note lists them (API 2.1, V3). */
function deductedAdvances(parent: Seen | undefined, relatives: Relatives): Seen[] {
  if (!parent || !isInvoice(parent.document)) return [];
  return parent.document.content.deductions.flatMap(({ advanceId }) => relatives.get(advanceId) ?? []);
}

function commonToJson(document: BillingDocument, facts: Facts, context: JsonContext) {
  const { language, serviceName, publicUrl, portalTokenOf } = context;
  const { content, sealed } = document;
  const draft = isDraft(document);
  const dates = datesOf(document, facts.now, facts.settings.zone);
  const requirements = draft ? unmetRequirements(document, facts) : [];
  const lacked = requirements.length > 0 ? missingDetails(document, facts) : {};
  const { customer, hasVat, emitter: asKept } = partiesOf(document, facts);
  const { address: _, ...emitter } = asKept;
  return {
    id: document.id,
    number: sealed?.number,
    title: document.title,
    type: billingTypeOf(document.kind),
    state: document.state,
    ...standingToJson(document, facts),
    customer: customer
      ? partyToJson(customer, { deliveryAddress: content.deliveryAddress, portalTokenOf })
      : noCustomerJson(document.test),
    locale: content.locale,
    emittedAt: dates.emittedAt,
    archivedAt: document.archivedAt,
    opportunity:
      document.projectId === undefined ? undefined : { id: document.projectId, name: facts.projectName ?? '' },
    locked: !draft,
    finalizable: draft && requirements.length === 0,
    test: document.test,
    isEditable: draft,
    currencyCode: content.currency.code,
    currency: currencyToJson(content.currency),
    attachments: attachmentsToJson(document, publicUrl),
    finalizeRequirements: requirements.map((name) => requirementToJson(name, lacked, language)),
    warnings: warningsOf(document, facts).map((name) => warningToJson(name, { document, facts }, language)),
    emitter: { ...emitter, hasVat },
    bankInformation: content.bank,
    billingLegals: legalsToJson(content.legals),
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    deliveryDate: content.timeline.deliveryAt,
    invoicingPeriod: content.timeline.period,
    compatibilityVersion: 'V3' as const,
    isDeletable: draft,
    displayDeliveryAddress: content.displayDeliveryAddress,
    finalizedAt: sealed?.finalizedAt,
    lastDownloadAt: document.life.lastDownloadAt,
    lastSendByEmailAt: document.life.lastSentAt,
    ...documentTextsToJson(content),
    themeId: content.themeId,
    paymentDelay: content.timeline.paymentDelay,
    dueAt: dates.dueAt,
    displaySettings: displayToJson(content.display, document, serviceName),
  };
}

function estimateMembers(
  document: Estimate,
  facts: Facts,
  { exchange, telling }: { exchange: Exchange | undefined; telling: JsonContext },
) {
  return {
    ...linedMembers(document, exchange),
    expiredAt: datesOf(document, facts.now, facts.settings.zone).validUntilAt ?? 0,
    refusedAt: document.refusedAt,
    signedAt: document.signedAt,
    total: estimateTotal(document, exchange),
    ...termsToJson(document.content.legals),
    advanceEstimateLines: plannedAdvancesJson(document, exchange),
    ...offeredToJson(document),
    ...signatureToJson(document, telling.portalTokenOf),
    electronicSignatureRequirements: signatureRequirementsToJson(
      unmetSignatureRequirements(document, facts),
      telling.language,
    ),
    hasFinalInvoice: document.life.finalInvoice !== undefined,
  };
}

const offeredToJson = ({ content: { fee, duration } }: Estimate) => ({
  estimateFee: fee && { ...fee },
  plannedDuration: duration && { value: toNumber(duration.value), unit: duration.unit },
});

function invoiceMembers(document: Invoice, facts: Facts, exchange: Exchange | undefined) {
  return {
    ...linedMembers(document, exchange),
    ...billMembers(document, facts),
    isFinalInvoice: document.content.isFinal,
    invoicingFramework: document.content.framework,
    total: invoiceTotal(document, exchange),
    paymentRequest: paymentRequestToJson(document.content.paymentRequest, document.life.agency),
    ...recurringToJson(document, facts.settings.zone),
  };
}

function advanceMembers(document: Advance, facts: Facts, exchange: Exchange | undefined) {
  const { content } = document;
  return {
    ...billMembers(document, facts),
    designation: content.designation,
    total: advanceTotal(document, exchange),
    advanceMode: content.asked.mode,
    advancePercentage: content.percentage,
    advanceAmount: content.amount,
    includeDisbursement: content.includeDisbursement,
  };
}

function assetMembers(document: CreditNote, exchange: Exchange | undefined) {
  const { legals, references } = document.content;
  return {
    ...linedMembers(document, exchange),
    total: invoiceTotal(document, exchange),
    refundAt: document.refundAt,
    latePenalty: legals.latePenalty,
    lumpSumCompensation: legals.lumpSumCompensation,
    discountAdvancePayment: legals.discountForAdvancePayment,
    ...(references.length > 0 && { references: references.map((reference) => ({ ...reference })) }),
  };
}

/** Common members of invoices and advances: payment, reminders, cancellation. */
function billMembers(document: Invoice | Advance, facts: Facts) {
  const { content, life } = document;
  return {
    paidAt: document.paidAt,
    canceledAt: document.canceledAt,
    ...remindersToJson(document, facts),
    isOnlinePaymentActivated: isPaidOnline(document),
    ...termsToJson(content.legals),
    hasAssociatedTransaction: life.hasTransaction,
    settlement: settlementToJson(document),
    ...(life.creditNotes.length > 0 && {
      assets: life.creditNotes.map(({ id, number, total }) => ({ id, number, amountWithTax: total })),
    }),
  };
}

function standingToJson(document: BillingDocument, { now, settings: { zone } }: Facts) {
  const { situation, days } = standingOf(document, { now, zone });
  return { situation, ...(days !== undefined && { situationDays: days }) };
}

function settlementToJson(claim: Invoice | Advance) {
  const { deducted, credited, paid, refunded, toPay, toRefund } = settlementOf(claim);
  return {
    deductedAmountWithTax: deducted,
    creditedAmountWithTax: credited,
    paidAmount: paid,
    refundedAmount: refunded,
    remainingAmount: toPay,
    toRefundAmount: toRefund,
  };
}

function linedMembers(document: LinedDocument, exchange: Exchange | undefined) {
  const { lines, discount, includeDiscountDisbursement } = document.content;
  return {
    lines: lines.map((line, index) => lineToJson(line, document.totals.lines[index] as LineAmounts, exchange)),
    sections: sectionsJson(document, exchange),
    discount: discount && { ...discount },
    includeDiscountDisbursement,
  };
}

function lineToJson(line: Line, amounts: LineAmounts, exchange: Exchange | undefined) {
  return {
    generatedId: line.generatedId,
    id: line.id,
    productId: line.productId,
    section: line.section,
    unitPrice: toNumber(line.unitPrice),
    unitPriceHT: toNumber(amounts.unitPriceNet),
    quantity: toNumber(line.quantity),
    quantityUnit: line.unit,
    designation: line.designation,
    reference: line.reference || undefined,
    description: line.description || undefined,
    isDeliveryOfGoods: line.deliveryOfGoods,
    type: line.type,
    vatCode: isDisbursement(line) ? 'FR_00HT' : line.vatCode,
    personalServiceActivity: line.personalServiceActivity,
    priceWithoutTaxBeforeDiscount: amounts.netBeforeDiscount,
    discountAmount: amounts.discount,
    discount: line.discount ?? { amount: 0, mode: 'PERCENTAGE' as const },
    priceWithoutTaxAfterDiscount: amounts.net,
    vatAmount: amounts.vat,
    priceTotalTax: amounts.total,
    convertedAmounts: exchange && convertedLineJson(amounts, exchange),
    isTaxIncluded: line.taxIncluded,
  };
}

const legalsToJson = (legals: Legals) => ({
  ...legalTextsToJson(legals),
  vatMention: legals.vatMention,
  paymentMethods: [...legals.paymentMethods],
});

const termsToJson = (legals: Legals) => ({
  latePenalty: legals.latePenalty ?? undefined,
  lumpSumCompensation: legals.lumpSumCompensation ?? undefined,
  discountAdvancePayment: legals.discountForAdvancePayment,
});

function displayToJson(display: DisplaySettings, document: BillingDocument, serviceName: string) {
  const ofInvoice = isBill(document) && hasLines(document);
  return {
    displayFullName: display.fullName,
    displayEmail: display.email,
    displayPhoneNumber: display.phoneNumber,
    displaySAPAgreement: display.sapAgreement,
    displayLegalStatus: display.legalStatus,
    displayRequiredMentionsProduct: display.requiredMentionsProduct,
    displayMemberOfAnApprovedAssociation: display.memberOfAnApprovedAssociation,
    [serviceLogo(serviceName)]: display.serviceLogo,
    displayTitle: display.title,
    displayGoodForApproval: display.goodForApproval,
    ...(ofInvoice && { displayEstimateNumber: display.estimateNumber }),
  };
}
