import type { Booked } from '../domain/account/closure/figures.ts';
import type { Attachment } from '../domain/billing/document/attachment.ts';
import type { Deduction, Finalized } from '../domain/billing/document/document.ts';
import { isBillKind, type Kind } from '../domain/billing/document/kind.ts';
import type { Payment } from '../domain/payments/payment.ts';
import { type Breakdown, minus, plus, taxIncluded, totalOf } from '../domain/vat/breakdown.ts';

/** The fields of a document in an archive, read from its sealed text. */
export type ArchivedDocument = {
  readonly id: string;
  readonly kind: Kind;
  readonly currency: string;
  readonly sealed: { readonly number: string; readonly emittedAt: number; readonly customerName: string };
  readonly net: number;
  readonly vat: number;
  readonly deducted: number;
  readonly breakdown: Breakdown;
  readonly attachments: readonly Attachment[];
  /** Its entry in the books; absent for an estimate. */
  readonly booked?: Booked;
};
export type ArchivedPayment = Payment;

/** Parses the sealed text of a document. Throws if invalid. */
export function readDocument(text: string): ArchivedDocument {
  const { id, kind, content, totals, sealed } = JSON.parse(text) as Finalized;
  const { breakdown } = totals;
  const { net, vat } = totalOf(breakdown);
  const deductions: readonly Deduction[] = 'deductions' in content ? content.deductions : [];
  const deducted = deductions.reduce<Breakdown>((all, deduction) => plus(all, deduction.breakdown), {});
  const currency: string = content.currency.code;
  return {
    ...{ id, kind, currency, net, vat, breakdown },
    sealed: { number: sealed.number, emittedAt: sealed.emittedAt, customerName: sealed.customer?.name ?? '' },
    deducted: taxIncluded(totalOf(deducted)),
    attachments: content.attachments ?? [],
    ...(isBillKind(kind) && { booked: { what: 'bill', kind, currency, breakdown: minus(breakdown, deducted) } }),
  };
}

/** Parses the sealed text of a payment. */
export const readPayment = (text: string): ArchivedPayment => JSON.parse(text) as Payment;
