import * as z from 'zod';
import { type BillingDocument, isClaim, isCreditNote } from '../../../domain/billing/document/document.ts';
import type { Seen } from '../../../domain/billing/document/draft-context.ts';
import { settlementOf, toRefundOf } from '../../../domain/billing/document/totals/settlement.ts';
import { BillingStateJson } from '../../fields/enumerations.ts';
import { insideToJson, type JsonContext, type Relatives } from './document-to-json.ts';
import { billingTypes } from './document-type.ts';

const cents = z.number().meta({ description: 'Cents of its currency.' });
const seconds = z.number().optional().meta({ description: 'Unix seconds.' });

/** One document of a group, as shown in its timeline. */
export const FamilyMemberJson = z
  .object({
    id: z.string(),
    parentId: z.string().optional().meta({ description: 'The document it was derived from.' }),
    type: z.enum(billingTypes),
    number: z.string().optional().meta({ description: 'The official number; absent on a draft.' }),
    title: z.string().optional(),
    state: BillingStateJson,
    isFinalInvoice: z.boolean(),
    currencyCode: z.string(),
    amountWithTax: cents,
    remainingAmountWithTax: cents.meta({
      description:
        'The amount left to bill of an estimate, to credit of an invoice or advance, to refund of a credit note.',
    }),
    remainingReconciliateAmount: cents
      .optional()
      .meta({ description: 'The amount left to pay; only of invoices and advances.' }),
    toRefundAmount: cents.optional().meta({
      description:
        'The amount owed to the customer: paid before it was credited, or of a credit note for an external invoice.',
    }),
    emittedAt: z.number().meta({ description: 'Unix seconds.' }),
    dueAt: seconds,
    expiredAt: seconds,
    paidAt: seconds,
    signedAt: seconds,
    refusedAt: seconds,
    refundAt: seconds,
    canceledAt: seconds,
  })
  .meta({ id: 'FamilyMember' });

export const documentGroupToJson = (family: Relatives, context: JsonContext): z.input<typeof FamilyMemberJson>[] =>
  [...family.values()].map((entry) => memberToJson(entry, context));

function memberToJson(entry: Seen, context: JsonContext): z.input<typeof FamilyMemberJson> {
  const json = insideToJson(entry, context) as never as MemberFields;
  const { id, type, number, title, state, currencyCode, emittedAt, dueAt, total } = json;
  const { expiredAt, paidAt, signedAt, refusedAt, refundAt, canceledAt } = json;
  return {
    ...{ id, parentId: entry.document.parentId, type, number, title, state, currencyCode, emittedAt, dueAt },
    ...{ expiredAt, paidAt, signedAt, refusedAt, refundAt, canceledAt },
    isFinalInvoice: json.isFinalInvoice === true,
    amountWithTax: total.amountWithTaxAfterDiscount,
    remainingAmountWithTax: total.remainingAmountWithTax,
    ...balanceOf(entry.document, total.remainingReconciliateAmount),
  };
}

/**
 * The amount to pay or refund; a credit note of another document changes that document's balance.
 */
function balanceOf(document: BillingDocument, remainingReconciliateAmount: number | undefined) {
  if (isClaim(document)) {
    const { toRefund } = settlementOf(document);
    return { remainingReconciliateAmount, ...(toRefund > 0 && { toRefundAmount: toRefund }) };
  }
  if (!isCreditNote(document) || document.parentId !== undefined) return {};
  const toRefundAmount = toRefundOf(document, undefined);
  return toRefundAmount > 0 ? { toRefundAmount } : {};
}

/** What existing group members have in common. */
type MemberFields = Omit<z.input<typeof FamilyMemberJson>, 'parentId' | 'amountWithTax' | 'remainingAmountWithTax'> & {
  total: {
    amountWithTaxAfterDiscount: number;
    remainingAmountWithTax: number;
    remainingReconciliateAmount?: number;
  };
};
