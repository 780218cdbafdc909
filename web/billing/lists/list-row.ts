import type { Answer } from '../../client/call.ts';

/** One row of a register: what it shows of a document and needs for the acts of many, and no more of it is kept. */
export type Listed = {
  readonly id: string;
  readonly type: 'estimate' | 'purchase_order' | 'invoice' | 'advance' | 'asset';
  readonly number: string | undefined;
  readonly title: string | undefined;
  readonly state: 'draft' | 'finalized' | 'signed' | 'refused' | 'paid';
  /** How it stands today, and the civil days that word counts. */
  readonly situation: Told['situation'];
  readonly situationDays: number;
  /** The share of it that was paid, from 0 to 1; undefined where nothing was. */
  readonly part: number | undefined;
  readonly customerId: string;
  readonly customerName: string;
  readonly emails: readonly string[];
  /** Civil days, as 2026-11-20. */
  readonly emittedOn: string;
  readonly dueOn: string | undefined;
  /** The last day an offer can be signed. */
  readonly validUntilOn: string | undefined;
  /** How it stands, where it recurs, and when it is made again next. */
  readonly recurrence: 'active' | 'paused' | 'over' | undefined;
  readonly recursOn: string | undefined;
  readonly currency: string;
  /** Cents, tax included, less the advances it deducts; below nothing for a credit note. */
  readonly total: number;
  /** Cents left to pay, or to bill of what was signed; none for a credit note. */
  readonly remaining: number | undefined;
  readonly isReady: boolean;
  readonly isSent: boolean;
  readonly isCanceled: boolean;
  readonly isRefunded: boolean;
  readonly isArchived: boolean;
  /** When the money of a credit note went back. */
  readonly refundedOn: string | undefined;
};

type Told = Answer<'get-billing-rows'>['docs'][number];

/** What is kept of a row that a list told. */
export const listed = ({ customer, currencyCode, ...told }: Told): Listed => ({
  id: told.id,
  type: told.type,
  number: told.number,
  title: told.title,
  state: told.state,
  situation: told.situation,
  situationDays: told.situationDays ?? 0,
  part: told.paidShare,
  customerId: customer.id,
  customerName: customer.name,
  emails: customer.emails,
  emittedOn: told.emittedOn,
  dueOn: told.dueOn,
  validUntilOn: told.validUntilOn,
  recurrence: told.recurrence,
  recursOn: told.recursOn,
  currency: currencyCode,
  total: told.amountWithTax - (told.deductedAmountWithTax ?? 0),
  remaining: told.remainingAmount,
  isReady: told.finalizable,
  isSent: told.sent,
  isCanceled: told.canceled,
  isRefunded: told.refunded,
  isArchived: told.archived,
  refundedOn: told.refundedOn,
});
