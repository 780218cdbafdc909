import {
  type Doc,
  dayOf,
  deductionsToday,
  due,
  finalInvoice,
  isSealed,
  isWithin,
  left,
  type Model,
  mostToAdvance,
  nextNumber,
  seriesOf,
  sum,
  toBill,
} from './document-model.ts';

// The expected answer of each operation by the tables of docs/rules: the code of the refusal, or
// undefined if it succeeds.

export const mayEdit = (doc: Doc): string | undefined => (isSealed(doc) ? 'document_not_draft' : undefined);

export function mayDecide(doc: Doc): string | undefined {
  if (!isSealed(doc)) return 'not_yet_finalized';
  if (doc.state === 'signed') return 'already_signed';
  return doc.state === 'refused' ? 'already_refused' : undefined;
}

export function mayUndecide(doc: Doc, from: 'signed' | 'refused'): string | undefined {
  if (doc.state !== from) return from === 'signed' ? 'not_signed' : 'not_refused';
  return doc.children.some(({ canceled }) => !canceled) ? 'already_billed' : undefined;
}

export function mayAdvance(estimate: Doc, amount: number, withDisbursements: boolean): string | undefined {
  if (estimate.state !== 'signed') return 'estimate_not_signed';
  if (finalInvoice(estimate)) return 'final_invoice_exists';
  return exceeds(estimate, amount, withDisbursements);
}

const exceeds = (estimate: Doc, amount: number, withDisbursements: boolean): string | undefined =>
  amount <= 0 || amount > mostToAdvance(estimate, withDisbursements) ? 'advance_exceeds_remaining' : undefined;

export const mayChangeAmount = (advance: Doc, amount: number, withDisbursements: boolean): string | undefined =>
  isSealed(advance) ? 'document_is_finalized' : exceeds(advance.parent as Doc, amount, withDisbursements);

export function mayInvoice(estimate: Doc): string | undefined {
  if (estimate.state !== 'signed') return 'estimate_not_signed_for_final_invoice';
  return finalInvoice(estimate) ? 'final_invoice_already_there' : undefined;
}

export const mayCreditInvoice = (invoice: Doc): string | undefined =>
  sum(left(invoice)) > 0 ? undefined : 'nothing_left_to_credit';

export function mayCreditAdvance(advance: Doc): string | undefined {
  if (!isSealed(advance)) return 'advance_not_finalized';
  if (advance.children.length > 0) return 'advance_already_has_credit_note';
  return sum(left(advance)) > 0 ? undefined : 'nothing_left_to_credit';
}

export function mayCancel(doc: Doc): string | undefined {
  if (!isSealed(doc)) return 'not_yet_finalized';
  return sum(left(doc)) > 0 ? undefined : 'nothing_left_to_credit';
}

export function mayPay(doc: Doc, amount: number): string | undefined {
  if (!isSealed(doc)) return 'not_payable_when_draft';
  if (doc.canceled) return 'not_payable_when_canceled';
  if (due(doc) === 0) return 'nothing_due';
  return amount > due(doc) ? 'payment_exceeds_remaining' : undefined;
}

export function mayUnpay(doc: Doc): string | undefined {
  if (doc.state !== 'paid') return 'not_paid';
  // A final invoice that its advances cover in full has no payment.
  return doc.paid === 0 ? 'no_payment_to_reverse' : undefined;
}
export const mayRefund = (doc: Doc): string | undefined => (isSealed(doc) ? undefined : 'refund_of_draft');

export function mayDelete(doc: Doc): string | undefined {
  if (isSealed(doc)) return 'not_deletable_when_finalized';
  return doc.children.length > 0 ? 'not_deletable_with_credit_notes' : undefined;
}

/**
 * What a draft lacks. `hasValidAmount` of an edited credit note is left out, because its VAT
 * depends on rounding.
 */
export function lacking(model: Model, doc: Doc): string[] {
  const { parent } = doc;
  const today = dayOf(model.now);
  const day = doc.datedAt === undefined ? today : dayOf(doc.datedAt);
  const { lastDay } = seriesOf(model, doc.kind);
  const isChronological = day <= today && (!lastDay || lastDay <= day) && (!parent?.day || parent.day <= day);
  const unmet: [string, boolean][] = [
    ['hasLines', doc.kind !== 'advance' && doc.lines === 0],
    ['hasValidAmount', !hasValidAmount(doc)],
    ['hasChronologicalDate', !isChronological],
    ['hasAdvanceWithinEstimate', doc.kind === 'advance' && !isAdvanceWithin(doc)],
    ['hasParentFinalized', parent !== undefined && !isSealed(parent)],
    ['hasReference', doc.kind === 'credit_note' && !parent && !doc.hasReferences],
  ];
  return unmet.filter(([, isUnmet]) => isUnmet).map(([name]) => name);
}

function hasValidAmount(doc: Doc): boolean {
  // An advance that requests more than there is shows everything that is left.
  if (doc.kind === 'advance') return fits(doc) || sum(toBill(doc.parent as Doc), doc.asked) > 0;
  if (doc.kind === 'credit_note') return doc.parent ? true : sum(doc.amounts) > 0;
  return sum(doc.amounts) >= 0 && isWithin(deductionsToday(doc), doc.amounts);
}

function isAdvanceWithin(advance: Doc): boolean {
  const final = finalInvoice(advance.parent as Doc);
  return !(final && isSealed(final)) && fits(advance);
}

function fits({ parent, asked }: Doc): boolean {
  const { amount, withDisbursements } = asked as NonNullable<Doc['asked']>;
  return amount <= mostToAdvance(parent as Doc, withDisbursements);
}

/** Finalizes a document in the model: its number, its day, its series, and the related amounts. */
export function sealed(model: Model, doc: Doc): void {
  const day = doc.datedAt === undefined ? dayOf(model.now) : dayOf(doc.datedAt);
  doc.number = nextNumber(model, doc.kind, day);
  doc.day = day;
  const series = seriesOf(model, doc.kind);
  const year = Number(day.slice(0, 4));
  series.last.set(year, (series.last.get(year) ?? 0) + 1);
  series.lastDay = day;
  doc.deducted = deductionsToday(doc);
  doc.state = 'finalized';
  if (doc.isFinal && sum(left(doc)) === 0) doc.state = 'paid';
  const { parent } = doc;
  if (doc.kind === 'credit_note' && parent?.state === 'finalized' && parent.paid > 0 && due(parent) === 0) {
    parent.state = 'paid';
  }
}
