import type { BankInformation, Emitter } from '../../account/settings.ts';
import type { Address } from '../../customers/address.ts';
import type { Party } from '../../customers/party.ts';
import type { Cents } from '../../money/cents.ts';
import type { DocumentCurrency } from '../../money/currency.ts';
import type { TenThousandths } from '../../money/ten-thousandths.ts';
import type { AgencyProgress } from '../../payments/agency/request-progress.ts';
import type { Breakdown } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention.ts';
import type { RequestedAdvance } from '../advance/advance-amount.ts';
import type { SignatureProcedure } from '../estimate/signature-procedure.ts';
import type { Occurrence, Recurrence } from '../recurrence/recurrence.ts';
import type { FormalNotice } from '../reminder/formal-notice.ts';
import type { LaterReminder, Reminded, Reminder } from '../reminder/reminder.ts';
import type { Attachment } from './attachment.ts';
import type { DisplaySettings } from './display-settings.ts';
import {
  type BillKind,
  type ClaimKind,
  type CreditKind,
  isBillKind,
  isClaimKind,
  isCreditKind,
  isLinedKind,
  isOfferKind,
  type Kind,
  type LinedKind,
  type OfferKind,
  type State,
} from './kind.ts';
import type { Line } from './lines/line.ts';
import type { DurationUnit } from './lines/product-unit.ts';
import type { Locale } from './locale.ts';
import type {
  DiscountForAdvancePayment,
  LatePenalty,
  LumpSumCompensation,
  PaymentDelay,
  PaymentMethod,
} from './terms/payment-terms.ts';
import type { Discount } from './totals/discount.ts';
import type { Totals } from './totals/totals.ts';

/** The dates of a document, Unix seconds. What is absent follows: today, the payment delay, the days of validity. */
export type Timeline = {
  readonly emittedAt?: number;
  readonly paymentDelay: PaymentDelay;
  readonly customDueAt?: number;
  readonly deliveryAt?: number;
  readonly validUntilAt?: number;
  readonly validityDays?: number;
};

/** What a document says beside its lines: notes, terms of sale, mentions, what lateness costs. */
export type Legals = {
  readonly headerNote?: string;
  readonly footerNote?: string;
  readonly generalTerms?: string;
  readonly mediator?: string;
  readonly vatMention: VatMention;
  readonly paymentMethods: readonly PaymentMethod[];
  readonly otherPaymentMethod?: string;
  readonly latePenalty: LatePenalty | null;
  readonly lumpSumCompensation: LumpSumCompensation | null;
  readonly discountForAdvancePayment: DiscountForAdvancePayment | null;
};

/** What was entered on every kind of document. */
export type Said = {
  readonly locale: Locale;
  readonly currency: DocumentCurrency;
  readonly timeline: Timeline;
  readonly legals: Legals;
  readonly bank?: BankInformation;
  readonly display: DisplaySettings;
  readonly displayDeliveryAddress: boolean;
  readonly deliveryAddress?: Address;
  readonly reminder?: Reminder;
  readonly onlinePayment: boolean;
  /** The theme it is printed in; absent where it takes that of its kind. */
  readonly themeId?: string;
  /** The number of the customer's own order, where he made one (C. com. art. L441-9). */
  readonly orderNumber?: string;
  /** Files that go with it; absent where there are none. */
  readonly attachments?: readonly Attachment[];
};

/** What a document with lines adds. */
export type Lined = {
  readonly lines: readonly Line[];
  readonly discount?: Discount;
  readonly includeDiscountDisbursement: boolean;
};

/** An advance an estimate announces. */
export type PlannedAdvance = {
  readonly asked: RequestedAdvance;
  /** What it comes to, tax included, kept by finalization. Estimates finalized before it was kept do not have it. */
  readonly amount?: Cents;
  readonly paymentCondition?: 'SIGNATURE' | 'ORDER' | 'OTHER';
  readonly customPaymentCondition?: string | null;
};

/** An advance that a final invoice takes off, as it stood when the invoice was finalized. */
export type Deduction = { readonly advanceId: string; readonly number: string; readonly breakdown: Breakdown };

/** What a free credit note corrects: an invoice of before, by its number and date (CGI art. 289 I 5). */
type Reference = { readonly number: string; readonly date: number };

/**
 * What the agency of personal services (URSSAF, avance immédiate) is asked to pay of an invoice: the days worked, Unix
 * seconds, and what the customer has paid down already.
 */
export type PaymentRequest = {
  readonly beginsAt: number;
  readonly endsAt: number;
  readonly advancePaid: Cents;
  /** When it was paid down, Unix seconds. */
  readonly advancePaidAt?: number;
};

/** What making an estimate costs: cents, tax included; taken off where the customer orders (arrêté of 24 January 2017). */
type EstimateFee = { readonly amount: Cents; readonly isDeducted: boolean };

/** How long the work is to take (C. conso. art. L111-1, 3°). */
type PlannedDuration = { readonly value: TenThousandths; readonly unit: DurationUnit };

export type EstimateContent = Said &
  Lined & {
    readonly planned: readonly PlannedAdvance[];
    /** Absent where it is free. */
    readonly fee?: EstimateFee;
    /** Absent where it is not known. */
    readonly duration?: PlannedDuration;
  };
export type InvoiceContent = Said &
  Lined & {
    readonly isFinal: boolean;
    readonly deductions: readonly Deduction[];
    /** What the agency of personal services is to be asked to pay; absent where nothing is. */
    readonly paymentRequest?: PaymentRequest;
  };
export type CreditNoteContent = Said & Lined & { readonly references: readonly Reference[] };
export type AdvanceContent = Said & {
  readonly asked: RequestedAdvance;
  /** What it asks for, both ways: cents tax included, and plain percent of the tax-included total of its base. */
  readonly amount: Cents;
  readonly percentage: number;
  readonly includeDisbursement: boolean;
  readonly designation: string;
  readonly description?: string;
};

/** What finalization adds and freezes, with the content and the totals. */
export type Sealed = {
  readonly number: string;
  readonly finalizedAt: number;
  readonly emittedAt: number;
  readonly dueAt?: number;
  readonly validUntilAt?: number;
  readonly customer?: Party;
  readonly emitter: Emitter;
  readonly hasVat: boolean;
};

/** What goes on happening to a document once it is finalized. Amounts are cents of its own currency. */
export type Life = {
  /** Finalized credit notes against it, per key. */
  readonly credited: Breakdown;
  /** Of an estimate: its finalized advances and its final invoice less its deductions, each net of credit notes. */
  readonly billed: Breakdown;
  readonly paid: Cents;
  readonly creditNotes: readonly { readonly id: string; readonly number: string; readonly total: Cents }[];
  /** Of an estimate: its final invoice that is not canceled; without a number while it is a draft. */
  readonly finalInvoice?: { readonly id: string; readonly number?: string };
  /** When it was last downloaded, Unix seconds. */
  readonly lastDownloadAt?: number;
  /** When it last went out by mail, Unix seconds. */
  readonly lastSentAt?: number;
  /** Of an offer: how far its customer has come who was asked to sign it online. */
  readonly signature?: SignatureProcedure;
  /** Of an invoice: how it recurs, where it does; or which invoice it was made after by itself. */
  readonly recurrence?: Recurrence;
  readonly occurrence?: Occurrence;
  /** Of a claim: the last formal notice its owner made of it. */
  readonly formalNotice?: FormalNotice;
  /** Of a bill: what was said since it is finalized of whether its customer may pay it online. */
  readonly paidOnline?: boolean;
  /** Of a bill: how it is reminded of, where that was said since it is finalized; and what became of its reminders. */
  readonly reminder?: LaterReminder;
  readonly reminded?: Reminded;
  /** Of an invoice: how far the agency of personal services is with what it was asked to pay of it. */
  readonly agency?: AgencyProgress;
  /** A recorded payment names a bank transaction. */
  readonly hasTransaction: boolean;
};

export const noLife: Life = { credited: {}, billed: {}, paid: 0 as Cents, creditNotes: [], hasTransaction: false };

/** What is said on each kind. */
export type ContentOf = {
  readonly estimate: EstimateContent;
  readonly purchase_order: EstimateContent;
  readonly advance: AdvanceContent;
  readonly invoice: InvoiceContent;
  readonly credit_note: CreditNoteContent;
};

type Base<K extends Kind> = {
  readonly kind: K;
  readonly id: string;
  readonly test: boolean;
  /** The estimate or stand-alone document that it and its relatives descend from. */
  readonly familyId: string;
  readonly parentId?: string;
  readonly customerId?: string;
  readonly projectId?: string;
  readonly state: State;
  readonly version: number;
  readonly title?: string;
  readonly content: ContentOf[K];
  readonly totals: Totals;
  readonly sealed?: Sealed;
  readonly life: Life;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly signedAt?: number;
  readonly refusedAt?: number;
  readonly paidAt?: number;
  readonly canceledAt?: number;
  readonly archivedAt?: number;
  readonly refundAt?: number;
  /** Of a claim, read from its credit notes and never written: the totals of those that were refunded. */
  readonly refundedCredit?: Cents;
};

/** A document of one of these kinds. */
type DocumentOf<Some extends Kind> = { [K in Some]: Base<K> }[Some];

export type BillingDocument = DocumentOf<Kind>;
export type Estimate = DocumentOf<OfferKind>;
export type Advance = DocumentOf<'advance'>;
export type Invoice = DocumentOf<'invoice'>;
/** What is owed by the account: whatever rule speaks of credit notes speaks of every credit. */
export type CreditNote = DocumentOf<CreditKind>;
/** What money is owed on to the account. */
export type Claim = DocumentOf<ClaimKind>;
/** What is an invoice to the law. */
export type Bill = DocumentOf<BillKind>;
export type LinedDocument = DocumentOf<LinedKind>;

/** Only a finalized document has a number. */
export type Finalized<D extends BillingDocument = BillingDocument> = D & { readonly sealed: Sealed };

export const isDraft = (document: BillingDocument): boolean => document.state === 'draft';
export const isFinalized = <D extends BillingDocument>(document: D): document is Finalized<D> =>
  document.sealed !== undefined;
export const isEstimate = (document: BillingDocument): document is Estimate => isOfferKind(document.kind);
export const isClaim = (document: BillingDocument): document is Claim => isClaimKind(document.kind);
export const isBill = (document: BillingDocument): document is Bill => isBillKind(document.kind);
export const hasLines = (document: BillingDocument): document is LinedDocument => isLinedKind(document.kind);
export const isAdvance = (document: BillingDocument): document is Advance => document.kind === 'advance';
export const isInvoice = (document: BillingDocument): document is Invoice => document.kind === 'invoice';
export const isCreditNote = (document: BillingDocument): document is CreditNote => isCreditKind(document.kind);
