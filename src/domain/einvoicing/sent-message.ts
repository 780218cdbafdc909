import type { CivilDay } from '../time/civil-day.ts';
import type { ReportDeposit } from './e-reporting/deposit.ts';
import type { DocumentStatus, FlowState, StatusAmount, StatusReason } from './life-cycle.ts';

/** What a message is about. */
type MessageSubject = { readonly supplierInvoiceId: string } | { readonly documentId: string };

/**
 * A status this business states through an approved platform. Its ID is the `trackingId` there.
 * Times are Unix seconds.
 */
export type SentStatus = {
  readonly id: string;
  readonly test: boolean;
  readonly about: MessageSubject;
  readonly code: number;
  readonly statedAt: number;
  readonly reasons: readonly StatusReason[];
  readonly amounts: readonly StatusAmount[];
  /** The day of the payment. */
  readonly paidOn?: CivilDay;
  readonly state: FlowState;
  readonly platformId?: string;
  /** Why the platform refused the message. */
  readonly faults?: readonly StatusReason[];
  readonly createdAt: number;
  readonly submittedAt?: number;
  readonly settledAt?: number;
};

/** A message this business sends through an approved platform: a status or an e-report. */
export type SentMessage = SentStatus | ReportDeposit;

/** The file of a message. `sha256` is in hex. */
export type MessageFile = {
  readonly name: string;
  readonly syntax: 'CDAR' | 'FRR';
  readonly bytes: Buffer;
  readonly sha256: string;
};

/** A status of a received invoice: stated by this business, or that arrived. */
export type SupplierStatus =
  | ({ readonly direction: 'sent' } & SentStatus)
  | ({ readonly direction: 'received' } & DocumentStatus);
