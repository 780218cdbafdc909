import type { NotSentReason } from './not-sent-reason.ts';

/** What must change so that a document reaches its buyer through a platform. */
export const repairs = ['company', 'customer', 'document'] as const;
export type Repair = (typeof repairs)[number];

/** Why a document would not have arrived: a code of XP Z12-012 or of a requirement, and words. */
export type RehearsedFault = { readonly code: string; readonly text?: string };

/** A document that would not have arrived, and why. */
export type RehearsedFailure = {
  readonly billingId: string;
  readonly number: string;
  readonly customerId?: string;
  /** The organization that is or employs the customer: it has the SIREN. */
  readonly organizationId?: string;
  readonly repair: Repair;
  readonly reasons: readonly RehearsedFault[];
};

/** What would have become of some documents: those that arrive, stay, or fail. */
export type Rehearsed = {
  readonly sent: number;
  /** Statuses “collected” (212) stated of them, one for each day of payment. */
  readonly collected: number;
  readonly notSent: Readonly<Partial<Record<NotSentReason, number>>>;
  readonly failures: readonly RehearsedFailure[];
};
