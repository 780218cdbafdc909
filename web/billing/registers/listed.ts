import type { Answer } from '../../client/call.ts';
import { dayOf } from '../../ground/days.tsx';
import { partPaid } from '../finalized/part-paid.ts';

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
  readonly currency: string;
  /** Cents, tax included; below nothing for a credit note. */
  readonly total: number;
  /** Cents left to pay, or to bill of what was signed; none for a credit note. */
  readonly remaining: number | undefined;
  readonly isReady: boolean;
  readonly isSent: boolean;
  readonly isCanceled: boolean;
  readonly isRefunded: boolean;
  readonly isArchived: boolean;
  readonly isDeletable: boolean;
};

type Told = Answer<'get-billings'>['docs'][number];

/** What is kept of a document that a list told. */
export function listed(told: Told): Listed {
  const isCredit = told.type === 'asset';
  const amount = told.total.amountWithTaxAfterDiscount;
  return {
    id: told.id,
    type: told.type,
    number: told.number,
    title: told.title,
    state: told.state,
    situation: told.situation,
    situationDays: told.situationDays ?? 0,
    part: 'settlement' in told ? partPaid(told) : undefined,
    customerId: told.customer.id,
    customerName: told.customer.parent?.name ?? told.customer.name,
    emails: told.customer.emails,
    emittedOn: dayOf(told.emittedAt),
    dueOn: 'dueAt' in told && !isCredit && told.dueAt !== undefined ? dayOf(told.dueAt) : undefined,
    validUntilOn: isOffer(told) ? dayOf(told.expiredAt) : undefined,
    currency: told.currencyCode,
    total: isCredit ? -amount : amount,
    remaining: remainingOf(told),
    isReady: told.finalizable,
    isSent: told.lastSendByEmailAt !== undefined,
    isCanceled: 'canceledAt' in told && told.canceledAt !== undefined,
    isRefunded: 'refundAt' in told && told.refundAt !== undefined,
    isArchived: told.archivedAt !== undefined,
    isDeletable: told.isDeletable,
  };
}

function remainingOf(told: Told): number | undefined {
  if (told.type === 'invoice' || told.type === 'advance') return told.total.remainingReconciliateAmount;
  return isOffer(told) ? told.total.remainingAmountToBill : undefined;
}

const isOffer = (told: Told): told is Extract<Told, { type: 'estimate' | 'purchase_order' }> =>
  told.type === 'estimate' || told.type === 'purchase_order';
