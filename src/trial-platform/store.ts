import type { CivilDay } from '../domain/time/civil-day.ts';
import type { BuyerBehaviour } from './buyer-order.ts';
import type { TrialCompany } from './companies.ts';
import type { ReportFacts, ReportFault } from './e-report.ts';
import type { TrialFaults } from './faults.ts';
import type { InvoiceFacts } from './read-invoice.ts';

/** Why a flow is not accepted, or what is odd about it: AcknowledgementDetail of the standard. */
export type AckDetail = {
  readonly level: 'Error' | 'Warning';
  readonly item: string;
  readonly reasonCode: string;
  readonly reasonMessage: string;
};

/** A step of the life cycle of a flow, at its time in Unix seconds. */
export type TrialStep = { readonly at: number } & (
  | { readonly do: 'acknowledge'; readonly details: readonly AckDetail[] }
  | { readonly do: 'status'; readonly status: string; readonly reason?: string; readonly message?: string }
  /** The tax office answers a report: 301 with these faults, otherwise 300. */
  | { readonly do: 'report'; readonly faults: readonly ReportFault[]; readonly isUnknown?: true }
  | { readonly do: 'deliver' | 'decide' | 'pay' | 'pass' }
);

/** A status an invoice has reached. */
type ReachedStatus = { readonly status: string; readonly at: number; readonly reason?: string };

/** One flow, as one client sees it. */
export type TrialFlow = {
  readonly flowId: string;
  /** SIREN of the client. */
  readonly owner: string;
  /**
   * Milliseconds of its last change (`updatedAt`). No two flows share one and later changes have
   * greater ones, so a client that reads on from the last one misses nothing.
   */
  readonly position: number;
  readonly submittedAt: number;
  readonly direction: 'In' | 'Out';
  readonly flowType: string;
  readonly name: string;
  readonly syntax: string;
  readonly profile: string;
  readonly processingRule: string;
  readonly ruleSource: 'Input' | 'Computed';
  readonly sha256: string;
  readonly trackingId?: string;
  readonly ack: { readonly status: 'Pending' | 'Ok' | 'Error'; readonly details?: readonly AckDetail[] };
  /** Seller, number and year of an invoice that was not refused (G1.42); or the key of a report. */
  readonly invoiceKey?: string;
  readonly invoice?: InvoiceFacts;
  readonly report?: Omit<ReportFacts, 'faults'>;
  /** Of a status: the key of its invoice. */
  readonly about?: string;
  readonly statuses?: readonly ReachedStatus[];
  /** The steps to come, first the next. */
  readonly pending: readonly TrialStep[];
};

/** A subscription of a client. */
export type TrialWebhook = {
  readonly webhookId: string;
  readonly owner: string;
  readonly signingKey: string;
  readonly createdAt: number;
  readonly callbackUrl: string;
  readonly flowTypes?: readonly string[];
  readonly flowDirection?: string;
  readonly ackStatus?: string;
};

/** What was set by the endpoints under `/trial`. */
export type SavedSettings = {
  /** Absent until they were set. */
  readonly faults?: TrialFaults;
  readonly behaviours: Readonly<Record<string, BuyerBehaviour>>;
  readonly companies: readonly TrialCompany[];
  /** The last number of the sample invoices a trial company has written. */
  readonly samples: number;
};
export const NO_SETTINGS: SavedSettings = { behaviours: {}, companies: [], samples: 0 };

/** The state of one trial platform within one change. */
export type TrialState = {
  readonly flow: (flowId: string) => Promise<TrialFlow | undefined>;
  /** All flows of a client with this tracking id, by position. */
  readonly flowsTracked: (owner: string, trackingId: string) => Promise<readonly TrialFlow[]>;
  /** The seller's flow of an invoice. */
  readonly invoiceFlow: (invoiceKey: string) => Promise<TrialFlow | undefined>;
  /** The next flows of a client after a position, by position. */
  readonly flowsAfter: (owner: string, position: number, count: number) => Promise<readonly TrialFlow[]>;
  /** The flow whose next step is due first, if it is due at `now` (Unix seconds). */
  readonly nextDue: (now: number) => Promise<TrialFlow | undefined>;
  /** Inserts or replaces a flow; the file is kept if none is given. */
  readonly saveFlow: (flow: TrialFlow, file?: Uint8Array) => Promise<void>;
  readonly file: (flowId: string) => Promise<Uint8Array | undefined>;
  readonly lastPosition: () => Promise<number>;
  readonly size: () => Promise<{ flows: number; bytes: number }>;
  readonly webhooks: () => Promise<readonly TrialWebhook[]>;
  readonly saveWebhook: (webhook: TrialWebhook) => Promise<void>;
  readonly deleteWebhook: (webhookId: string) => Promise<void>;
  readonly settings: () => Promise<SavedSettings>;
  readonly saveSettings: (settings: SavedSettings) => Promise<void>;
  /** Deletes all flows, files, webhooks and settings. */
  readonly clear: () => Promise<void>;
};

/**
 * Where the state of one trial platform is. Changes happen one after the other, each as a whole.
 */
export type TrialStore = { readonly change: <T>(work: (state: TrialState) => Promise<T>) => Promise<T> };

/** The key of G1.42: SIREN of the seller, number, year of issue. */
export const invoiceKeyOf = (seller: string, number: string, issuedOn: CivilDay): string =>
  `${seller}|${number}|${issuedOn.slice(0, 4)}`;
