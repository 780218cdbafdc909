import type { Invoice } from '../../billing/document/document.ts';
import { changed } from '../../billing/document/group/after-finalizing.ts';
import { remainingOn } from '../../billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../../money/cents.ts';
import type { Refused } from '../../refusal.ts';
import { type CivilDay, startOfDay } from '../../time/civil-day.ts';
import type { Payment } from '../payment.ts';
import { recordPayments } from '../record-payments.ts';
import { type AgencyProgress, isRefusedByAgency } from './request-progress.ts';
import { statusOfCode } from './request-status.ts';

/** Urssaf's answer about a request. */
export type AgencyRead = {
  readonly id: string;
  readonly code: string;
  readonly rejection?: { readonly code: string; readonly comment?: string } | undefined;
  /** The amount is absent while the transfer is only planned. */
  readonly transfer?: { readonly amount?: Cents | undefined; readonly on: CivilDay } | undefined;
};

type Around = { readonly now: number; readonly zone: string; readonly newId: () => string };
type Moved = { readonly invoice: Invoice; readonly payment?: Payment };

/** Records that Urssaf refused the request of an invoice; the code is the reason. */
export function refusedByAgency(invoice: Invoice, code: string, now: number): Invoice {
  return withAgency(invoice, { ...statusAndOwn(code), sentAt: now, changedAt: now }, now);
}

/**
 * Applies the status at Urssaf to an invoice, and records the payment of a transferred amount up to
 * what is due. An excess, if the invoice was paid otherwise, is recorded as unapplied. An unchanged
 * status returns the same invoice. `isBooked`: the transfer was already booked.
 */
export function movedByAgency(
  invoice: Invoice,
  read: AgencyRead,
  { now, zone, newId, isBooked }: Around & { readonly isBooked: boolean },
): Moved {
  const before = invoice.life.agency;
  const stands = statusAndOwn(read.code);
  const isNew = before?.status !== stands.status || before.unknown !== stands.unknown || before.id !== read.id;
  const transfer = transferOf(read, zone) ?? before?.transfer;
  const life: AgencyProgress = {
    ...stands,
    id: read.id,
    sentAt: before?.sentAt ?? now,
    changedAt: isNew || !before ? now : before.changedAt,
    ...(read.rejection && { rejection: shortened(read.rejection) }),
    ...(transfer && { transfer }),
    ...(before?.unapplied !== undefined && { unapplied: before.unapplied }),
  };
  const come = isTransferred(read) && !isBooked ? (transfer as NonNullable<typeof transfer>) : undefined;
  if (!come)
    return { invoice: JSON.stringify(life) === JSON.stringify(before) ? invoice : withAgency(invoice, life, now) };
  const due = invoice.canceledAt === undefined ? Math.max(0, remainingOn(invoice).toPay) : 0;
  const amount = cents(Math.min(come.amount, due));
  const unapplied = cents(come.amount - amount);
  const updated = withAgency(invoice, { ...life, ...(unapplied > 0 && { unapplied }) }, now);
  if (amount === 0) return { invoice: updated };
  const payment: Payment = {
    ...{ id: newId(), documentId: invoice.id, amount, receivedAt: come.at, method: 'transfer', createdAt: now },
  };
  const paid = recordPayments(updated, [payment], now);
  if ('refused' in paid) throw new Error(`payment of the remaining amount refused on ${invoice.id}: ${paid.refused}`);
  return { invoice: { ...paid, version: updated.version }, payment };
}

/** Whether Urssaf has transferred the money, with its amount. */
export const isTransferred = ({ code, transfer }: AgencyRead): boolean =>
  code === '70' && transfer?.amount !== undefined && transfer.amount > 0;

/** Resets a request Urssaf refused, so that it is sent again. */
export function resentToAgency(invoice: Invoice, now: number): Invoice | Refused<'payment_request_not_refused'> {
  if (!isRefusedByAgency(invoice)) return { refused: 'payment_request_not_refused' };
  const { agency: _, ...life } = invoice.life;
  return changed(invoice, { life }, now);
}

const withAgency = (invoice: Invoice, agency: AgencyProgress, now: number): Invoice =>
  changed(invoice, { life: { ...invoice.life, agency } }, now);

function statusAndOwn(code: string): Pick<AgencyProgress, 'status' | 'unknown'> {
  const status = statusOfCode(code);
  return { status, ...(status !== code && { unknown: storableText(code, CODE_MAX) }) };
}

const transferOf = ({ transfer }: AgencyRead, zone: string): AgencyProgress['transfer'] =>
  transfer?.amount === undefined ? undefined : { amount: transfer.amount, at: startOfDay(transfer.on, zone) };

/** Maximum stored characters of an unknown code, and of a customer's comment. */
const CODE_MAX = 100;
const COMMENT_MAX = 500;

const shortened = ({ code, comment }: NonNullable<AgencyRead['rejection']>) => ({
  code: storableText(code, CODE_MAX),
  ...(comment !== undefined && { comment: storableText(comment, COMMENT_MAX) }),
});

/** PostgreSQL stores neither NUL nor lone surrogates. */
const storableText = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most).toWellFormed();
