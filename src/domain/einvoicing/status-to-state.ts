import { cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { type BuyerStatus, buyerStatuses, buyerStatusNames, STATUSES_STATED_MAX } from './buyer-statuses.ts';
import type { FlowState, StatusAmount, StatusReason } from './life-cycle.ts';
import type { ReceivedInvoice } from './received-invoice.ts';
import type { BuyerReason } from './status-reasons.ts';
import type { SupplierInvoice } from './supplier-invoice.ts';

/** A status that the owner of the account asks for. */
export type AskedStatus = {
  readonly status: BuyerStatus;
  readonly reasons?: readonly BuyerReason[] | undefined;
  readonly text?: string | undefined;
  /**
   * The amount paid with tax, in cents, by default what remains to be paid; of a partial approval,
   * the amount approved with tax.
   */
  readonly amount?: number | undefined;
  /** The day of the payment; by default today. */
  readonly paidOn?: CivilDay | undefined;
};

/** A status to be stated. */
export type StatusToState = {
  readonly code: number;
  readonly reasons: readonly StatusReason[];
  readonly amounts: readonly StatusAmount[];
  readonly paidOn?: CivilDay;
};

/** A status stated before, with the state of its message. */
export type StatedStatus = Pick<StatusToState, 'code' | 'amounts'> & { readonly state: FlowState };

/** Credit notes (UNTDID 1001): their buyer does not pay. */
export const creditNoteTypes: readonly string[] = ['381', '261', '396', '502', '503'];

/**
 * The status to state about a received invoice. Only an invoice that a platform delivered has
 * statuses. A refusal is final: the supplier corrects the invoice by a credit note and a new one.
 * Messages that the platform refused do not count.
 */
export function statusToState(
  { source, content }: Pick<SupplierInvoice, 'source' | 'content'>,
  asked: AskedStatus,
  { stated, today }: { readonly stated: readonly StatedStatus[]; readonly today: CivilDay },
):
  | StatusToState
  | Refused<
      | 'supplier_status_not_possible'
      | 'supplier_status_reasons'
      | 'supplier_status_member'
      | 'supplier_payment_amount'
      | 'supplier_approved_amount'
    > {
  const { status, reasons = [], text } = asked;
  const { code, reasons: allowed } = buyerStatuses[status];
  const valid = stated.filter(({ state }) => state !== 'refused');
  if (source.from !== 'platform') return { refused: 'supplier_status_not_possible', because: 'no_platform' };
  if (!('invoice' in content)) return { refused: 'supplier_status_not_possible', because: 'unreadable' };
  if (valid.some((each) => each.code === buyerStatuses.refused.code))
    return { refused: 'supplier_status_not_possible', because: 'refused' };
  if (stated.length >= STATUSES_STATED_MAX) return { refused: 'supplier_status_not_possible', because: 'too_many' };
  if (valid.at(-1)?.code === code && status !== 'payment_sent' && allowed.length === 0)
    return { refused: 'supplier_status_not_possible', because: 'stated' };
  if (allowed.length === 0 && reasons.length > 0)
    return { refused: 'supplier_status_member', member: 'reasons', status };
  const unknown = reasons.find((reason) => !(allowed as readonly string[]).includes(reason));
  if (unknown !== undefined || (allowed.length > 0 && reasons.length === 0))
    return { refused: 'supplier_status_reasons', status, reason: unknown, allowed };
  const amounts = amountsOf(content.invoice, asked, { valid, today });
  if ('refused' in amounts) return amounts;
  return { code, reasons: withText(reasons, text?.trim()), ...amounts };
}

/** A status that may be stated now. */
export type PossibleAnswer = {
  readonly status: BuyerStatus;
  readonly reasons: readonly BuyerReason[];
  /** Of a payment: what remains to be paid, in cents. */
  readonly amount?: number;
};

/** The statuses that may be stated about an invoice now; none after a refusal. */
export function possibleAnswers(
  invoice: Pick<SupplierInvoice, 'source' | 'content'>,
  facts: { readonly stated: readonly StatedStatus[]; readonly today: CivilDay },
): PossibleAnswer[] {
  return buyerStatusNames.flatMap((status) => {
    const { reasons } = buyerStatuses[status];
    const found = statusToState(invoice, { status, reasons: reasons.slice(0, 1) }, facts);
    if ('refused' in found) return [];
    const [paid] = found.amounts;
    return [{ status, reasons, ...(paid && { amount: paid.amount }) }];
  });
}

/** The reasons with the text for the supplier, which stands with the first. */
function withText(reasons: readonly BuyerReason[], text: string | undefined): StatusReason[] {
  const [first, ...others] = [...new Set(reasons)];
  if (!text) return [...new Set(reasons)].map((code) => ({ code }));
  return [{ ...(first !== undefined && { code: first }), text }, ...others.map((code) => ({ code }))];
}

/**
 * The amount of a status, tax included. Paid (MPA): all payments together are at most the total
 * (BT-112). Approved in part (MAPTTC): optional.
 */
function amountsOf(
  invoice: ReceivedInvoice,
  { status, amount, paidOn }: AskedStatus,
  { valid, today }: { readonly valid: readonly StatedStatus[]; readonly today: CivilDay },
):
  | Pick<StatusToState, 'amounts' | 'paidOn'>
  | Refused<
      'supplier_status_not_possible' | 'supplier_status_member' | 'supplier_payment_amount' | 'supplier_approved_amount'
    > {
  const { type, currency, totals } = invoice;
  if (status === 'partly_approved' && paidOn === undefined) return approvedAmount(invoice, amount);
  if (status !== 'payment_sent') {
    if (amount !== undefined) return { refused: 'supplier_status_member', member: 'amount', status };
    if (paidOn !== undefined) return { refused: 'supplier_status_member', member: 'paidOn', status };
    return { amounts: [] };
  }
  if (creditNoteTypes.includes(type)) return { refused: 'supplier_status_not_possible', because: 'credit_note' };
  if (paidOn !== undefined && paidOn > today) return { refused: 'supplier_payment_amount', member: 'paidOn', today };
  const payments = valid.flatMap(({ amounts }) => amounts).filter((each) => each.type === 'MPA');
  const paid = payments.reduce((sum, each) => sum + each.amount, 0);
  const most = cents(Math.max(0, totals.total - paid));
  const sent = amount ?? Math.min(most, Math.max(0, totals.due - paid));
  if (sent < 1 || sent > most) return { refused: 'supplier_payment_amount', member: 'amount', most, currency };
  return { amounts: [{ type: 'MPA', amount: sent, currency }], paidOn: paidOn ?? today };
}

/** A part of the total of an invoice: more than nothing, and less than all. */
function approvedAmount(
  { currency, totals }: ReceivedInvoice,
  amount: number | undefined,
): Pick<StatusToState, 'amounts'> | Refused<'supplier_approved_amount'> {
  if (amount === undefined) return { amounts: [] };
  if (amount < 1 || amount >= totals.total)
    return { refused: 'supplier_approved_amount', total: totals.total, currency };
  return { amounts: [{ type: 'MAPTTC', amount, currency }] };
}
