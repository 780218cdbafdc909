import { canonicalJson } from '../../../audit/canonical-json.ts';
import { type AuditEvent, type LinkType, sha256Hex } from '../../../audit/chain/chain-link.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Payment } from '../../../domain/payments/payment.ts';
import type { CustomerMoney } from '../../../domain/payments/unapplied-money.ts';
import { totalOf } from '../../../domain/vat/breakdown.ts';
import type { Context } from '../../context.ts';

type EventContext = Pick<Context, 'now' | 'actor'>;

/**
 * The audit chain event of a finalized document, with the digest of its subject: by default the
 * document's life.
 */
export function auditEvent(
  { now, actor }: EventContext,
  document: BillingDocument,
  type: LinkType,
  sha256: string = sha256Hex(canonicalJson(marksOf(document))),
): AuditEvent {
  const { net, vat } = totalOf(document.totals.breakdown);
  return {
    type,
    at: now,
    actor,
    subject: { kind: document.kind, id: document.id, ...(document.sealed && { number: document.sealed.number }) },
    totals: { net, vat, total: net + vat, currency: document.content.currency.code },
    sha256,
  };
}

/** The event of a payment or its counter-entry, with the digest of its stored text. */
export const paymentAuditEvent = (
  { now, actor }: EventContext,
  { sealed, content }: BillingDocument,
  payment: Payment,
): AuditEvent => ({
  type: payment.reversesId === undefined ? 'paid' : 'payment_reversed',
  at: now,
  actor,
  subject: { kind: 'payment', id: payment.id, ...(sealed && { number: sealed.number }) },
  totals: { net: payment.amount, vat: 0, total: payment.amount, currency: content.currency.code },
  sha256: sha256Hex(canonicalJson(payment)),
});

/** The event of an overpayment; `isDropped` if it was removed with a reversed payment. */
export function excessAuditEvent(
  context: EventContext,
  document: BillingDocument,
  excess: CustomerMoney,
  isDropped = false,
): AuditEvent {
  const total = isDropped ? -excess.received : excess.received;
  const sha256 = sha256Hex(canonicalJson(excess));
  return {
    ...auditEvent(context, document, isDropped ? 'excess_dropped' : 'excess_kept', sha256),
    totals: { net: total, vat: 0, total, currency: excess.currency },
  };
}

const marksOf = ({ id, state, signedAt, refusedAt, paidAt, canceledAt, archivedAt, refundAt }: BillingDocument) => ({
  id,
  state,
  signedAt,
  refusedAt,
  paidAt,
  canceledAt,
  archivedAt,
  refundAt,
});
