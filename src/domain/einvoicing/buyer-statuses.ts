import {
  type BuyerReason,
  disputeReasons,
  partialReasons,
  refusalReasons,
  suspensionReasons,
} from './status-reasons.ts';

/** What a buyer states about an invoice it received (XP Z12-012): the code, and its reasons. */
export const buyerStatuses = {
  taken_over: { code: 204, reasons: [] },
  approved: { code: 205, reasons: [] },
  partly_approved: { code: 206, reasons: partialReasons },
  disputed: { code: 207, reasons: disputeReasons },
  suspended: { code: 208, reasons: suspensionReasons },
  refused: { code: 210, reasons: refusalReasons },
  payment_sent: { code: 211, reasons: [] },
} as const satisfies Readonly<Record<string, { code: number; reasons: readonly BuyerReason[] }>>;
export type BuyerStatus = keyof typeof buyerStatuses;
export const buyerStatusNames = Object.keys(buyerStatuses) as [BuyerStatus, ...BuyerStatus[]];

/** Reasons of one status, and characters of the text for the supplier. */
export const STATUS_REASONS_MAX = 5;
export const STATUS_TEXT_MAX = 500;
/** Statuses that are stated about one invoice. */
export const STATUSES_STATED_MAX = 100;
