import type { Answer } from '../../client/call.ts';

/** A row of a document list: only what it shows and what bulk actions need. */
export type Listed = {
  readonly id: string;
  readonly type: 'estimate' | 'purchase_order' | 'invoice' | 'advance' | 'asset';
  readonly number: string | undefined;
  readonly title: string | undefined;
  readonly state: 'draft' | 'finalized' | 'signed' | 'refused' | 'paid';
  /** The current state, and the dates it refers to. */
  readonly situation: ApiRow['situation'];
  readonly situationDays: number;
  /** The paid share, from 0 to 1; undefined if nothing was paid. */
  readonly part: number | undefined;
  readonly customerId: string;
  readonly customerName: string;
  readonly emails: readonly string[];
  /** Civil dates, such as 2026-11-20. */
  readonly emittedOn: string;
  readonly dueOn: string | undefined;
  /** The last date an offer can be signed. */
  readonly validUntilOn: string | undefined;
  /** The recurrence state, and the next date. */
  readonly recurrence: 'active' | 'paused' | 'over' | undefined;
  readonly recursOn: string | undefined;
  readonly currency: string;
  /** Cents, tax included, less deducted advances; negative for a credit note. */
  readonly total: number;
  /** Cents still due, or left to bill on a signed offer; undefined for a credit note. */
  readonly remaining: number | undefined;
  readonly isReady: boolean;
  readonly isSent: boolean;
  readonly isCanceled: boolean;
  readonly isRefunded: boolean;
  readonly isArchived: boolean;
  /** When the credit note was refunded. */
  readonly refundedOn: string | undefined;
};

type ApiRow = Answer<'get-billing-rows'>['docs'][number];

/** Keeps only the used fields of a row. */
export const listed = ({ customer, currencyCode, ...row }: ApiRow): Listed => ({
  id: row.id,
  type: row.type,
  number: row.number,
  title: row.title,
  state: row.state,
  situation: row.situation,
  situationDays: row.situationDays ?? 0,
  part: row.paidShare,
  customerId: customer.id,
  customerName: customer.name,
  emails: customer.emails,
  emittedOn: row.emittedOn,
  dueOn: row.dueOn,
  validUntilOn: row.validUntilOn,
  recurrence: row.recurrence,
  recursOn: row.recursOn,
  currency: currencyCode,
  total: row.amountWithTax - (row.deductedAmountWithTax ?? 0),
  remaining: row.remainingAmount,
  isReady: row.finalizable,
  isSent: row.sent,
  isCanceled: row.canceled,
  isRefunded: row.refunded,
  isArchived: row.archived,
  refundedOn: row.refundedOn,
});
