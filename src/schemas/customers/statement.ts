import * as z from 'zod';
import { movementKinds, type Statement } from '../../domain/customers/statement.ts';
import { CurrencyCodeJson } from '../fields/enumerations.ts';
import { day } from '../fields/timestamp.ts';

const cents = (what: string) => z.int().meta({ description: `Cents: ${what}` });
const on = (what: string) => z.string().meta({ format: 'date', description: what });

/** The API's names of statement movements: a credit note is an `asset` there. */
const kinds = ['invoice', 'advance', 'asset', 'payment', 'payment_reversed', 'refund'] as const;
const kindOnTheWire: Readonly<Record<(typeof movementKinds)[number], (typeof kinds)[number]>> = {
  invoice: 'invoice',
  advance: 'advance',
  credit_note: 'asset',
  payment: 'payment',
  payment_reversed: 'payment_reversed',
  refund: 'refund',
};

/** The period of a statement; both days are included. */
export const periodOfStatement = {
  from: day
    .optional()
    .meta({ description: 'The first day, in the account’s time zone; by default 1 January of the year of `to`.' }),
  to: day.optional().meta({ description: 'The last day of the period, included; by default today.' }),
};

/** A customer's balance and its movements in a period. */
export const StatementJson = z
  .object({
    currency: CurrencyCodeJson,
    from: on('The first day.'),
    to: on('The last day.'),
    opening: cents('the balance before the first day; negative if the customer has a credit.'),
    billed: cents('invoices and advances, tax included; final invoices without the advances they deduct.'),
    credited: cents('credit notes, tax included.'),
    paid: cents('payments less their counter-entries.'),
    refunded: cents('refunds of credit notes.'),
    closing: cents('opening + billed − credited − paid + refunded.'),
    entries: z.array(
      z
        .object({
          on: on('The day of the movement.'),
          type: z.enum(kinds),
          billingId: z.string(),
          past: z.boolean().optional().meta({
            description: 'Another program issued the document: `billingId` is then that of get-past-document.',
          }),
          number: z
            .string()
            .meta({ description: 'The number of the document, or of the document that was paid or refunded.' }),
          amount: cents('positive if the movement increases the amount owed, negative if it reduces it.'),
          balance: cents('the balance after the movement.'),
        })
        .meta({ id: 'StatementEntry' }),
    ),
  })
  .meta({ id: 'CustomerStatement' });

type StatementToShow = { statement: Statement; currency: z.infer<typeof CurrencyCodeJson>; from: string; to: string };

export function statementToJson({ statement, currency, from, to }: StatementToShow): z.input<typeof StatementJson> {
  const { entries, ...sums } = statement;
  return {
    ...{ currency, from, to, ...sums },
    entries: entries.map(({ on, what, documentId, isPast, number, amount, balance }) => ({
      ...{ on, type: kindOnTheWire[what], billingId: documentId, number, amount, balance },
      ...(isPast && { past: true }),
    })),
  };
}
