import * as z from 'zod';
import type { TurnoverPart } from '../../../domain/home/turnover-part.ts';
import { CurrencyCodeJson } from '../../fields/enumerations.ts';

const cents = (what: string) => z.int().meta({ description: `Cents: ${what}` });

/** The totals of a document list in one currency. */
export const BillingTotalsJson = z
  .object({
    totalDocs: z.int(),
    currencies: z.array(
      z
        .object({
          currency: CurrencyCodeJson,
          count: z.int(),
          withoutTax: cents('tax excluded, less the advances that final invoices deduct; credit notes are negative.'),
          vatAmount: cents('VAT, likewise.'),
          withTax: cents('tax included, less the advances that final invoices deduct; credit notes are negative.'),
          remainingToPay: cents('what remains to pay of finalized invoices and advances.'),
          remainingToBill: cents('what signed estimates and purchase orders have left to bill, tax included.'),
          remainingToRefund: cents('amounts owed to customers: overpaid after credit notes, and free credit notes.'),
          turnover: cents(
            'turnover invoiced, tax excluded, without disbursements and deducted advances; credit notes are negative.',
          ).optional(),
          vatDue: cents('VAT that fell due by invoicing (CGI art. 269, 2).').optional(),
          refunded: cents('turnover refunded through credit notes, negative.').optional(),
          vatRefunded: cents('VAT refunded through credit notes, negative.').optional(),
        })
        .meta({ id: 'BillingTotalsOfCurrency' }),
    ),
    booked: z
      .object({
        currency: CurrencyCodeJson,
        turnover: cents('turnover invoiced.'),
        vatDue: cents('VAT that fell due by invoicing.'),
        refunded: cents('turnover refunded, negative.'),
        vatRefunded: cents('VAT refunded, negative.'),
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
