import type * as z from 'zod';
import type { BillingJson } from '../../../../src/schemas/billing/document/document-json.ts';
import { type DraftTexts, isTextField, textFieldsOf, textOf, textsFrom, textsRequest } from './draft-texts.ts';
import { sameValue } from './json-equal.ts';
import { canBeSaved, type Discount, type DraftLine, lineFrom, lineRequest, present } from './line.ts';

/** A document as the service returns it. */
export type Billing = z.output<typeof BillingJson>;
export type BillingType = Billing['type'];
export type DeliveryAddress = NonNullable<Billing['customer']['deliveryAddress']>;
type Estimate = Extract<Billing, { advanceEstimateLines: unknown }>;
type Advance = Extract<Billing, { type: 'advance' }>;
type Invoice = Extract<Billing, { type: 'invoice' }>;
type Asset = Extract<Billing, { type: 'asset' }>;
type PaymentRequest = Pick<
  NonNullable<Invoice['paymentRequest']>,
  'dateDebutEmploi' | 'dateFinEmploi' | 'advanceAlreadyPayed' | 'advancePaymentDate'
>;

/**
 * The editable fields of a draft. Fields that a kind does not have are undefined and never sent.
 */
export type Draft = DraftTexts & {
  readonly title: string | null;
  readonly customerId: string | null;
  readonly projectId: string | null;
  readonly themeId: string | null;
  readonly locale: Billing['locale'];
  /** Without its own rate, it uses the reference rate or the parity set by law. */
  readonly currency: { readonly code: Billing['currencyCode']; readonly rate: number | null };
  readonly emittedAt: number;
  readonly paymentDelay: Billing['paymentDelay'];
  readonly customDueAt: number | undefined;
  readonly deliveryAt: number | null;
  /** The days a bill covers; undefined for an offer. */
  readonly period: Invoice['invoicingPeriod'] | null;
  /** The framework of an invoice; null for an ordinary one, undefined for other documents. */
  readonly framework: NonNullable<Invoice['invoicingFramework']> | null | undefined;
  readonly expiredAt: number | undefined;
  readonly lines: readonly DraftLine[];
  readonly discount: Discount | null;
  readonly discountsDisbursements: boolean;
  readonly paymentMethods: Billing['billingLegals']['paymentMethods'];
  readonly vatMention: Billing['billingLegals']['vatMention'];
  readonly latePenalty: Estimate['latePenalty'] | null;
  readonly lumpSumCompensation: Estimate['lumpSumCompensation'] | null;
  readonly discountAdvancePayment: Estimate['discountAdvancePayment'];
  readonly reminder: Invoice['reminder'] | undefined;
  readonly designation: string | undefined;
  readonly advance:
    | Pick<Advance, 'advanceMode' | 'advancePercentage' | 'advanceAmount' | 'includeDisbursement'>
    | undefined;
  readonly plannedAdvances: Estimate['advanceEstimateLines']['advances'] | undefined;
  readonly references: Asset['references'] | undefined;
  /** Its own delivery address, or else the customer's. */
  readonly deliveryAddress: DeliveryAddress | null | undefined;
  readonly displayDeliveryAddress: boolean;
  readonly bank: Billing['bankInformation'] | null;
  readonly display: Billing['displaySettings'];
  readonly onlinePayment: boolean | undefined;
  readonly paymentRequest: PaymentRequest | null | undefined;
  readonly estimateFee: Estimate['estimateFee'] | null;
  readonly plannedDuration: Estimate['plannedDuration'] | null;
  /** Unreadable inputs of document fields. They stay on the screen and are never sent. */
  readonly unread: UnreadableFields;
};
export type Field = keyof Draft;
/** Texts that could not be read, by the name of their field. */
export type UnreadableFields = Readonly<Record<string, string>>;

/** Builds a draft from the service's document. */
export function draftFrom(document: Billing): Draft {
  const { billingLegals: legals, currency } = document;
  const isOther = document.paymentDelay === 'other';
  return {
    title: document.title ?? null,
    customerId: document.customer.id || null,
    projectId: document.opportunity?.id ?? null,
    themeId: document.themeId ?? null,
    locale: document.locale,
    currency: { code: document.currencyCode, rate: currency.origin === 'USER' ? currency.currencyRate : null },
    emittedAt: document.emittedAt,
    paymentDelay: document.paymentDelay,
    customDueAt: isOther && document.dueAt ? document.dueAt : undefined,
    deliveryAt: document.deliveryDate ?? null,
    period: isOffer(document) ? undefined : (document.invoicingPeriod ?? null),
    framework: document.type === 'invoice' ? (document.invoicingFramework ?? null) : undefined,
    expiredAt: isOffer(document) ? document.expiredAt : undefined,
    lines: 'lines' in document ? document.lines.map(lineFrom) : [],
    discount: discountFrom(document),
    discountsDisbursements: 'includeDiscountDisbursement' in document && document.includeDiscountDisbursement,
    ...textsFrom(document),
    paymentMethods: legals.paymentMethods,
    vatMention: legals.vatMention,
    latePenalty: document.latePenalty ?? null,
    lumpSumCompensation: document.lumpSumCompensation ?? null,
    discountAdvancePayment: document.discountAdvancePayment,
    reminder: 'reminder' in document ? document.reminder : undefined,
    designation: document.type === 'advance' ? document.designation : undefined,
    advance: document.type === 'advance' ? askedOf(document) : undefined,
    plannedAdvances: isOffer(document) ? document.advanceEstimateLines.advances : undefined,
    references: document.type === 'asset' ? (document.references ?? []) : undefined,
    deliveryAddress: document.type === 'asset' ? undefined : (document.customer.deliveryAddress ?? null),
    displayDeliveryAddress: document.displayDeliveryAddress,
    bank: document.bankInformation ?? null,
    display: document.displaySettings,
    onlinePayment: 'isOnlinePaymentActivated' in document ? document.isOnlinePaymentActivated : undefined,
    paymentRequest: document.type === 'invoice' ? requestFrom(document) : undefined,
    estimateFee: (isOffer(document) && document.estimateFee) || null,
    plannedDuration: (isOffer(document) && document.plannedDuration) || null,
    unread: {},
  };
}

export const isOffer = (document: Billing): document is Estimate => 'advanceEstimateLines' in document;

const askedOf = ({ advanceMode, advancePercentage, advanceAmount, includeDisbursement }: Advance) => ({
  ...{ advanceMode, advancePercentage, advanceAmount, includeDisbursement },
});

function requestFrom({ paymentRequest }: Invoice): PaymentRequest | null {
  if (!paymentRequest) return null;
  const { dateDebutEmploi, dateFinEmploi, advanceAlreadyPayed, advancePaymentDate } = paymentRequest;
  return present({ dateDebutEmploi, dateFinEmploi, advanceAlreadyPayed, advancePaymentDate });
}

const discountFrom = ({ discount }: Billing): Discount | null =>
  discount && discount.amount > 0 ? { mode: discount.mode, amount: discount.amount } : null;

/** A group of fields written by one operation. */
export type Group = {
  readonly operation: string;
  readonly fields: readonly Field[];
  /**
   * Builds the request from the draft on the screen and from the saved draft, for fields sent only
   * if changed.
   */
  readonly body: (draft: Draft, saved: Draft) => object;
};

/** The name of each kind in operation names and routes. */
const nouns = {
  estimate: 'estimate',
  purchase_order: 'estimate',
  invoice: 'invoice',
  advance: 'advance',
  asset: 'asset',
} as const;

/**
 * The field groups of a kind in sending order: the customer before the lines, because the customer
 * decides what lines may contain; the currency before its prices.
 */
export function fieldGroupsOf(type: BillingType): readonly Group[] {
  const noun = nouns[type];
  const isOffer = noun === 'estimate';
  const lined = noun !== 'advance';
  const groups: (Group | false)[] = [
    { operation: 'update-billing-customer', fields: ['customerId'], body: ({ customerId }) => ({ customerId }) },
    lined && { operation: `update-${noun}-currency`, fields: ['currency'], body: currencyBody },
    lined && { operation: `update-${noun}-locale`, fields: ['locale'], body: ({ locale }) => ({ locale }) },
    { operation: 'update-billing-title', fields: ['title'], body: ({ title }) => ({ title: title?.trim() || null }) },
    {
      operation: `update-${noun}-timeline`,
      fields: [
        ...(['emittedAt', 'paymentDelay', 'customDueAt', 'deliveryAt'] as const),
        isOffer ? 'expiredAt' : 'period',
      ],
      body: (draft, saved) => timelineBody(draft, saved),
    },
    lined && { operation: 'update-billing-lines', fields: ['lines', 'discount'], body: linesBody },
    lined && {
      operation: 'update-billing-include-discount-disbursement',
      fields: ['discountsDisbursements'],
      body: ({ discountsDisbursements }) => ({ includeDiscountDisbursement: discountsDisbursements }),
    },
    noun === 'advance' && { operation: 'update-advance-amount', fields: ['advance'], body: advanceBody },
    isOffer && {
      operation: 'update-estimate-advance-lines',
      fields: ['plannedAdvances'],
      body: ({ plannedAdvances = [] }) => ({ advances: plannedAdvances }),
    },
    noun === 'asset' && {
      operation: 'update-asset-references',
      fields: ['references'],
      body: ({ references = [] }) => ({ references }),
    },
    {
      operation: `update-${noun}-general-informations`,
      fields: generalFields(type),
      body: (draft) => generalBody(draft, type),
    },
    {
      operation: 'update-billing-opportunity',
      fields: ['projectId'],
      body: ({ projectId }) => ({ opportunityId: projectId }),
    },
    { operation: 'update-billing-theme', fields: ['themeId'], body: ({ themeId }) => ({ themeId }) },
    { operation: 'update-billing-display-settings', fields: ['display'], body: ({ display }) => display },
    noun !== 'asset' && {
      operation: 'update-billing-delivery-address',
      fields: ['deliveryAddress', 'displayDeliveryAddress'],
      body: deliveryBody,
    },
    noun !== 'asset' && {
      operation: 'update-billing-bank-information',
      fields: ['bank'],
      body: ({ bank }) => ({ bankInformation: bank }),
    },
    noun === 'invoice' && {
      operation: 'update-invoice-payment-request',
      fields: ['paymentRequest'],
      body: requestBody,
    },
  ];
  return groups.filter((group) => group !== false);
}

const generalFields = (type: BillingType): readonly Field[] => [
  ...textFieldsOf(type),
  ...(['paymentMethods', 'vatMention', 'latePenalty', 'lumpSumCompensation', 'discountAdvancePayment'] as const),
  ...(type === 'invoice' || type === 'advance' ? (['reminder', 'onlinePayment'] as const) : []),
  ...(nouns[type] === 'estimate' ? (['estimateFee', 'plannedDuration'] as const) : []),
  ...(type === 'advance' ? (['designation'] as const) : []),
  ...(type === 'invoice' ? (['framework'] as const) : []),
];

const currencyBody = ({ currency: { code, rate } }: Draft) => ({ currency: code, currencyRate: rate });

/** Only chosen dates are sent: without a date, the draft follows today. */
const timelineBody = (
  { emittedAt, paymentDelay, customDueAt, deliveryAt, expiredAt, period }: Draft,
  saved: Draft,
) => ({
  emittedAt: emittedAt === saved.emittedAt ? null : emittedAt,
  paymentDelay,
  ...(paymentDelay === 'other' && customDueAt !== undefined && { customDueDate: customDueAt }),
  deliveryDate: deliveryAt,
  ...(period !== undefined && { invoicingPeriod: period }),
  ...(expiredAt !== undefined && { expiredAt: expiredAt === saved.expiredAt ? null : expiredAt }),
});

/**
 * The displayed address. An incomplete address cannot be the document's own, so without one it
 * remains the customer's.
 */
function deliveryBody({ deliveryAddress, displayDeliveryAddress }: Draft, saved: Draft) {
  if (!deliveryAddress) return { displayDeliveryAddress, deliveryAddress: null };
  const { line1, line2, zipCode, city, country } = deliveryAddress;
  const isOfCustomer = sameValue(deliveryAddress, saved.deliveryAddress) && !(line1 && zipCode && city);
  return {
    displayDeliveryAddress,
    deliveryAddress: isOfCustomer ? null : { line1, ...(line2 && { line2 }), zipCode, city, country },
  };
}

function requestBody({ paymentRequest }: Draft) {
  if (!paymentRequest) return { paymentRequest: null };
  const { advanceAlreadyPayed = 0, ...days } = paymentRequest;
  return { paymentRequest: { ...days, advanceAlreadyPaid: advanceAlreadyPayed } };
}

const linesBody = ({ lines, discount }: Draft) => ({
  lines: lines.filter(canBeSaved).map(lineRequest),
  ...(discount && { discount }),
});

const advanceBody = ({ advance }: Draft) =>
  present({
    mode: advance?.advanceMode,
    ...(advance?.advanceMode === 'AMOUNT'
      ? { amount: advance.advanceAmount }
      : { percentage: advance?.advancePercentage }),
    includeDisbursement: advance?.includeDisbursement,
  });

function generalBody(draft: Draft, type: BillingType): object {
  const billed = type === 'invoice' || type === 'advance';
  return present({
    ...textsRequest(draft, type),
    paymentMethods: draft.paymentMethods,
    vatMention: draft.vatMention,
    latePenalty: draft.latePenalty,
    lumpSumCompensation: draft.lumpSumCompensation,
    discountAdvancePayment: draft.discountAdvancePayment,
    ...(billed && { reminder: draft.reminder, isOnlinePaymentActivated: draft.onlinePayment }),
    ...(nouns[type] === 'estimate' && { estimateFee: draft.estimateFee, plannedDuration: draft.plannedDuration }),
    ...(type === 'advance' && { designation: draft.designation }),
    ...(type === 'invoice' && { invoicingFramework: draft.framework }),
  });
}

/** The fields that differ from the saved draft. Lines that cannot be saved yet do not count. */
export const fieldsExcept = (here: Draft, there: Draft): Field[] =>
  (Object.keys(here) as Field[]).filter(
    (field) => field !== 'unread' && !sameValue(kept(here, field), kept(there, field)),
  );

function kept(draft: Draft, field: Field): unknown {
  if (isTextField(field)) return textOf(draft, field);
  return field === 'lines' ? draft.lines.filter(canBeSaved).map(lineRequest) : draft[field];
}

/**
 * Merges a response: edits made since the request stay, all else comes from the service. A line
 * that could not be sent stays after the line it followed.
 */
export function mergeResponse(onScreen: Draft, sent: Draft, answered: Draft): Draft {
  const changed = (Object.keys(onScreen) as Field[]).filter((field) => !sameValue(onScreen[field], sent[field]));
  const stays = Object.fromEntries(changed.map((field) => [field, onScreen[field]]));
  const lines = changed.includes('lines')
    ? onScreen.lines
    : asKnown(onScreen, withUnsent(onScreen.lines, answered.lines));
  return { ...answered, ...stays, lines, unread: onScreen.unread };
}

/** The draft of a response, reusing unchanged line objects so that comparing them is cheap. */
export const reuseUnchangedLines = (onScreen: Draft, answered: Draft): Draft => ({
  ...answered,
  lines: asKnown(onScreen, answered.lines),
});

/** Keeps the identity of an unchanged line, so that it does not re-render. */
function asKnown({ lines }: Draft, after: readonly DraftLine[]): readonly DraftLine[] {
  const known = new Map(lines.map((line) => [line.key, line]));
  return after.map((line) => {
    const before = known.get(line.key);
    return before && sameValue(before, line) ? before : line;
  });
}

function withUnsent(onScreen: readonly DraftLine[], answered: readonly DraftLine[]): readonly DraftLine[] {
  // A missing price is saved as zero, and stays missing on the screen.
  const unsaid = new Set(onScreen.flatMap(({ key, unitPrice }) => (unitPrice === undefined ? [key] : [])));
  const unread = new Map(onScreen.flatMap(({ key, unread: texts }) => (texts ? [[key, texts]] : [])));
  const lines = answered.map((line) => ({
    ...line,
    ...(line.unitPrice === 0 && unsaid.has(line.key) && { unitPrice: undefined }),
    ...(unread.has(line.key) && { unread: unread.get(line.key) }),
  }));
  for (const [place, line] of onScreen.entries()) {
    if (canBeSaved(line)) continue;
    const above = onScreen[place - 1];
    lines.splice(above ? lines.findIndex(({ key }) => key === above.key) + 1 : 0, 0, line);
  }
  return lines;
}
