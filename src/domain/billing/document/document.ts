import type { BankInformation, Emitter } from '../../account/settings.ts';
import type { Address } from '../../customers/address.ts';
import type { Party } from '../../customers/party.ts';
import type { Cents } from '../../money/cents.ts';
import type { DocumentCurrency } from '../../money/currency.ts';
import type { TenThousandths } from '../../money/ten-thousandths.ts';
import type { AgencyProgress } from '../../payments/agency/request-progress.ts';
import type { Breakdown } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention-text.ts';
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
import type { InvoicingFramework } from './terms/invoicing-framework.ts';
import type {
  DiscountForAdvancePayment,
  LatePenalty,
  LumpSumCompensation,
  PaymentDelay,
  PaymentMethod,
} from './terms/payment-terms.ts';
import type { CommonTexts, LegalTexts, OwnTexts } from './text-fields.ts';
import type { Discount } from './totals/discount.ts';
import type { Totals } from './totals/totals.ts';

/**
 * The dates of a document, Unix seconds. Absent ones are derived: today, the payment delay, the
 * days of validity.
 */
export type Timeline = {
  readonly emittedAt?: number;
  readonly paymentDelay: PaymentDelay;
  readonly customDueAt?: number;
  readonly deliveryAt?: number;
  /** What a bill covers: its first and its last day. */
  readonly period?: { readonly from: number; readonly to: number };
  readonly validUntilAt?: number;
  readonly validityDays?: number;
};

/**
 * The texts of a document outside its lines: notes, terms of sale, mentions, late-payment terms.
 */
export type Legals = LegalTexts & {
  readonly vatMention: VatMention;
  readonly paymentMethods: readonly PaymentMethod[];
  readonly latePenalty: LatePenalty | null;
  readonly lumpSumCompensation: LumpSumCompensation | null;
  readonly discountForAdvancePayment: DiscountForAdvancePayment | null;
};

/** The entered content common to all kinds of documents. */
export type Said = CommonTexts & {
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
  /** The theme it is printed in; absent for the theme of its kind. */
  readonly themeId?: string;
  /** Attached files; absent if there are none. */
  readonly attachments?: readonly Attachment[];
};

/** Additional content of a document with lines. */
export type Lined = {
  readonly lines: readonly Line[];
  readonly discount?: Discount;
  readonly includeDiscountDisbursement: boolean;
};

/** An advance announced by an estimate. */
export type PlannedAdvance = {
  readonly asked: RequestedAdvance;
  /**
   * Its amount, tax included, stored when finalized. Absent on estimates finalized by older
   * versions.
   */
  readonly amount?: Cents;
  readonly paymentCondition?: 'SIGNATURE' | 'ORDER' | 'OTHER';
  readonly customPaymentCondition?: string | null;
};

/** An advance deducted by a final invoice, as of its finalization. */
export type Deduction = { readonly advanceId: string; readonly number: string; readonly breakdown: Breakdown };

/**
 * A reference of a stand-alone credit note to an earlier invoice, by number and date (CGI art. 289
 * I 5).
 */
type Reference = { readonly number: string; readonly date: number };

/**
 * A request to Urssaf to pay the personal services of an invoice (avance immédiate): the days
 * worked in Unix seconds, and what the customer has already paid.
 */
export type PaymentRequest = {
  readonly beginsAt: number;
  readonly endsAt: number;
  readonly advancePaid: Cents;
  /** When the customer paid that amount, Unix seconds. */
  readonly advancePaidAt?: number;
};

/**
 * The price of making an estimate: cents, tax included; deducted if the customer orders (arrêté of
 * 24 January 2017).
 */
type EstimateFee = { readonly amount: Cents; readonly isDeducted: boolean };

/** The planned duration of the work (C. conso. art. L111-1, 3°). */
type PlannedDuration = { readonly value: TenThousandths; readonly unit: DurationUnit };

export type EstimateContent = Said &
  OwnTexts<'estimate' | 'purchase_order'> &
  Lined & {
    readonly planned: readonly PlannedAdvance[];
    /** Absent if it is free of charge. */
    readonly fee?: EstimateFee;
    /** Absent if unknown. */
    readonly duration?: PlannedDuration;
  };
export type InvoiceContent = Said &
  OwnTexts<'invoice'> &
  Lined & {
    readonly isFinal: boolean;
    readonly deductions: readonly Deduction[];
    /** The payment request to Urssaf, if there is one. */
    readonly paymentRequest?: PaymentRequest;
    readonly framework?: InvoicingFramework;
  };
export type CreditNoteContent = Said & OwnTexts<'credit_note'> & Lined & { readonly references: readonly Reference[] };
export type AdvanceContent = Said &
  OwnTexts<'advance'> & {
    readonly asked: RequestedAdvance;
    /**
     * The requested amount in both forms: tax-included cents, and plain percent of the tax-included
     * base.
     */
    readonly amount: Cents;
    readonly percentage: number;
    readonly includeDisbursement: boolean;
    readonly designation: string;
  };

/** What finalization adds and freezes, together with the content and the totals. */
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

/** What changes on a document after it is finalized. Amounts are cents of its own currency. */
export type Life = {
  /** Its finalized credit notes, per key. */
  readonly credited: Breakdown;
  /**
   * For an estimate: its finalized advances and its final invoice minus deductions, each net of
   * credit notes.
   */
  readonly billed: Breakdown;
  readonly paid: Cents;
  readonly creditNotes: readonly { readonly id: string; readonly number: string; readonly total: Cents }[];
  /**
   * For an estimate: its final invoice that is not canceled; without a number while it is a draft.
   */
  readonly finalInvoice?: { readonly id: string; readonly number?: string };
  /** The last download, Unix seconds. */
  readonly lastDownloadAt?: number;
  /** The last mail, Unix seconds. */
  readonly lastSentAt?: number;
  /** For an offer: the progress of an online signature. */
  readonly signature?: SignatureProcedure;
  /** For an invoice: its recurrence, or the invoice it was automatically created from. */
  readonly recurrence?: Recurrence;
  readonly occurrence?: Occurrence;
  /** For a claim: the last formal notice. */
  readonly formalNotice?: FormalNotice;
  /** For a bill: whether online payment is offered, if changed since it was finalized. */
  readonly paidOnline?: boolean;
  /**
   * For a bill: its reminder settings if changed since it was finalized; and the reminders sent.
   */
  readonly reminder?: LaterReminder;
  readonly reminded?: Reminded;
  /** For an invoice: the progress of its payment request at Urssaf. */
  readonly agency?: AgencyProgress;
  /** A recorded payment refers to a bank transaction. */
  readonly hasTransaction: boolean;
};

export const noLife: Life = { credited: {}, billed: {}, paid: 0 as Cents, creditNotes: [], hasTransaction: false };

/** The content of each kind. */
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
  /** The id of the estimate or stand-alone document that starts its document group. */
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
  /** For a claim: the sum of its refunded credit notes. It is computed and never stored. */
  readonly refundedCredit?: Cents;
};

/** A document of one of these kinds. */
type DocumentOf<Some extends Kind> = { [K in Some]: Base<K> }[Some];

export type BillingDocument = DocumentOf<Kind>;
export type Estimate = DocumentOf<OfferKind>;
export type Advance = DocumentOf<'advance'>;
export type Invoice = DocumentOf<'invoice'>;
/**
 * A document by which the account owes money. Rules about credit notes apply to all of these kinds.
 */
export type CreditNote = DocumentOf<CreditKind>;
/** A document by which money is owed to the account. */
export type Claim = DocumentOf<ClaimKind>;
/** A document that is an invoice in the legal sense. */
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
