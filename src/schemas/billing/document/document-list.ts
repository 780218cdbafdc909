import * as z from 'zod';
import { unmetRequirements } from '../../../domain/billing/document/checks/requirements.ts';
import {
  type BillingDocument,
  isClaim,
  isCreditNote,
  isDraft,
  isEstimate,
} from '../../../domain/billing/document/document.ts';
import { datesOf } from '../../../domain/billing/document/document-dates.ts';
import type { Seen } from '../../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { situations, standingOf } from '../../../domain/billing/document/situation.ts';
import { leftToBill } from '../../../domain/billing/document/totals/document-figures.ts';
import { settlementOf, toRefundOf } from '../../../domain/billing/document/totals/settlement.ts';
import { recurrenceStates, stateOf } from '../../../domain/billing/recurrence/recurrence.ts';
import type { TurnoverPart } from '../../../domain/home/turnover-part.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { taxIncluded, totalOf } from '../../../domain/vat/breakdown.ts';
import { BillingStateJson, BillingTypeJson, CurrencyCodeJson } from '../../fields/enumerations.ts';
import { isTest } from '../../lists/list-query.ts';
import { billingTypeOf } from './document-type.ts';

const cents = (what: string) => z.int().meta({ description: `Cents of the document’s currency: ${what}` });
const day = (what: string) =>
  z.string().meta({ format: 'date', description: `${what}, a civil day of the account’s zone.` });
const is = (what: string) => z.boolean().meta({ description: `Whether ${what}.` });

/** A document as a list row, with what its actions need. */
export const BillingRowJson = z
  .object({
    id: z.string(),
    familyId: z
      .string()
      .optional()
      .meta({ description: 'The document it was created from; absent if it is the first one.' }),
    type: BillingTypeJson,
    number: z.string().optional(),
    title: z.string().optional(),
    state: BillingStateJson,
    situation: z.enum(situations).meta({ description: 'The status of the document today, the most urgent one.' }),
    situationDays: z
      .int()
      .optional()
      .meta({ description: 'Days late, or days left until an offer expires, if `situation` says so.' }),
    customer: z
      .object({
        id: z.string().meta({ description: 'The id of the customer; empty on a draft without a customer.' }),
        name: z.string().meta({ description: 'The name of the customer; for a contact of an organization, its name.' }),
        emails: z.array(z.string()),
      })
      .meta({ id: 'BillingRowCustomer' }),
    emittedOn: day('Issue'),
    dueOn: day('The due day of an invoice or an advance').optional(),
    validUntilOn: day('The last day an estimate can be signed').optional(),
    recurrence: z.enum(recurrenceStates).optional().meta({ description: 'State of the recurrence of an invoice.' }),
    recursOn: day('The next day of the recurrence').optional(),
    currencyCode: CurrencyCodeJson,
    amountWithTax: cents('the total of the document, tax included; negative for a credit note.'),
    deductedAmountWithTax: cents(
      'the deducted advances, tax included, if any. Totals of lists do not count them.',
    ).optional(),
    remainingAmount: cents('what remains to pay, or to bill of an estimate. A credit note has none.').optional(),
    toRefundAmount: cents('the amount owed to the customer, if any.').optional(),
    paidShare: z.number().optional().meta({
      description: 'Paid part of the amount to pay, from 0 to 1. Absent if there was nothing to pay.',
    }),
    finalizable: is('the document is a draft that can be finalized'),
    sent: is('the document was sent by e-mail'),
    canceled: is('the document was canceled'),
    refunded: is('the document is a refunded credit note'),
    archived: is('the document is archived'),
    test: isTest,
    refundedOn: day('The day a credit note was refunded').optional(),
  })
  .meta({ id: 'BillingRow' });

/** The list row of a document. */
export function rowToJson({ document, facts }: Seen): z.input<typeof BillingRowJson> {
  const { now, settings } = facts;
  const { situation, days } = standingOf(document, { now, zone: settings.zone });
  const { customer } = partiesOf(document, facts);
  const total = taxIncluded(totalOf(document.totals.breakdown));
  const { refundAt, sealed } = document;
  return {
    id: document.id,
    ...(document.familyId !== document.id && { familyId: document.familyId }),
    type: billingTypeOf(document.kind),
    number: sealed?.number,
    title: document.title,
    state: document.state,
    ...{ situation, situationDays: days },
    customer: {
      id: customer?.id ?? '',
      name: customer?.organization?.name ?? customer?.name ?? '',
      emails: [...(customer?.emails ?? [])],
    },
    ...daysOf(document, now, settings.zone),
    ...recurrenceOf(document),
    currencyCode: document.content.currency.code,
    amountWithTax: isCreditNote(document) ? 0 - total : total,
    ...leftOf(document),
    finalizable: isDraft(document) && unmetRequirements(document, facts).length === 0,
    sent: document.life.lastSentAt !== undefined,
    canceled: document.canceledAt !== undefined,
    refunded: refundAt !== undefined,
    archived: document.archivedAt !== undefined,
    test: document.test,
    ...(refundAt !== undefined && { refundedOn: civilDayOf(refundAt, settings.zone) }),
  };
}

function recurrenceOf({ life: { recurrence } }: BillingDocument) {
  if (!recurrence) return {};
  return { recurrence: stateOf(recurrence), ...(recurrence.next !== undefined && { recursOn: recurrence.next }) };
}

function daysOf(document: BillingDocument, now: number, zone: string) {
  const { emittedOn, dueAt, validUntilAt } = datesOf(document, now, zone);
  return {
    emittedOn,
    ...(isClaim(document) && dueAt !== undefined && { dueOn: civilDayOf(dueAt, zone) }),
    ...(isEstimate(document) && validUntilAt !== undefined && { validUntilOn: civilDayOf(validUntilAt, zone) }),
  };
}

function leftOf(document: BillingDocument) {
  if (isEstimate(document)) return { remainingAmount: leftToBill(document) };
  if (!isClaim(document)) return document.parentId === undefined ? owedBack(toRefundOf(document, undefined)) : {};
  const { deducted, paid, toPay, toRefund } = settlementOf(document);
  return {
    ...(deducted > 0 && { deductedAmountWithTax: deducted }),
    remainingAmount: toPay,
    ...owedBack(toRefund),
    ...(paid > 0 && { paidShare: paid / (paid + toPay) }),
  };
}

const owedBack = (toRefundAmount: number) => (toRefundAmount > 0 ? { toRefundAmount } : {});

const totalCents = (what: string) => z.int().meta({ description: `Cents: ${what}` });

/** The totals of a document list in one currency. */
export const BillingTotalsJson = z
  .object({
    totalDocs: z.int(),
    currencies: z.array(
      z
        .object({
          currency: CurrencyCodeJson,
          count: z.int(),
          withoutTax: totalCents(
            'tax excluded, less the advances that final invoices deduct; credit notes are negative.',
          ),
          vatAmount: totalCents('VAT, likewise.'),
          withTax: totalCents('tax included, less the advances that final invoices deduct; credit notes are negative.'),
          remainingToPay: totalCents('what remains to pay of finalized invoices and advances.'),
          remainingToBill: totalCents('what signed estimates and purchase orders have left to bill, tax included.'),
          remainingToRefund: totalCents(
            'amounts owed to customers: overpaid after credit notes, and free credit notes.',
          ),
          turnover: totalCents(
            'turnover invoiced, tax excluded, without disbursements and deducted advances; credit notes are negative.',
          ).optional(),
          vatDue: totalCents('VAT that fell due by invoicing (CGI art. 269, 2).').optional(),
          refunded: totalCents('turnover refunded through credit notes, negative.').optional(),
          vatRefunded: totalCents('VAT refunded through credit notes, negative.').optional(),
        })
        .meta({ id: 'BillingTotalsOfCurrency' }),
    ),
    booked: z
      .object({
        currency: CurrencyCodeJson,
        turnover: totalCents('turnover invoiced.'),
        vatDue: totalCents('VAT that fell due by invoicing.'),
        refunded: totalCents('turnover refunded, negative.'),
        vatRefunded: totalCents('VAT refunded, negative.'),
      })
      .optional()
      .meta({
        id: 'BookedTotals',
        description: 'All currencies together in the account’s currency, at the rate frozen in each document.',
      }),
  })
  .meta({ id: 'BillingTotals' });

/**
 * The totals of accounting parts in one currency: turnover without disbursements, and the VAT that
 * becomes due.
 */
export function bookedIn(parts: readonly TurnoverPart[], currency: string): { turnover: number; vatDue: number } {
  const own = parts.filter((part) => part.currency === currency);
  return {
    turnover: own.reduce((all, { key, net }) => (key === 'disbursement' ? all : all + net), 0),
    vatDue: own.reduce((all, { isDue, vat }) => (isDue ? all + vat : all), 0),
  };
}

/** The turnover and VAT due of accounting parts in all currencies, in the account's currency. */
export const bookedInAccount = (parts: readonly TurnoverPart[]): { turnover: number; vatDue: number } => ({
  turnover: parts.reduce((all, { key, accountNet }) => (key === 'disbursement' ? all : all + accountNet), 0),
  vatDue: parts.reduce((all, { isDue, accountVat }) => (isDue ? all + accountVat : all), 0),
});
