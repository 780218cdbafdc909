import * as z from 'zod';
import { masked } from '../../domain/payments/bank/statement.ts';
import type { BankTransaction } from '../../domain/payments/bank/transaction.ts';

const dayJson = z.string().meta({ format: 'date' });
export const bankCurrencyJson = z.string().meta({ description: 'Three letters (ISO 4217).', example: 'EUR' });

export const bankFeeJson = z.int().meta({
  description: 'Fee of the bank or provider, positive and not included in the amount. Cents.',
  example: 320,
});

/** A movement on a bank account, listed once however many statements contain it. */
export const BankTransactionJson = z
  .object({
    id: z.string(),
    bankAccountId: z.string(),
    statementId: z.string().meta({ description: 'The first statement that contained it.' }),
    bookedOn: dayJson.meta({ description: 'The day the bank booked it.' }),
    valueOn: dayJson.optional(),
    amount: z
      .int()
      .meta({ description: 'Cents; positive for incoming, negative for outgoing money.', example: 120000 }),
    currency: bankCurrencyJson,
    label: z.string().meta({ description: 'The bank’s text; empty once the text was deleted.' }),
    counterpart: z.string().optional().meta({ description: 'The payer or payee.' }),
    counterpartIban: z
      .string()
      .optional()
      .meta({ description: 'The first and last characters of the IBAN.', example: 'FR76…0189' }),
    reference: z.string().optional(),
    fee: bankFeeJson.optional(),
    isDoubtful: z.literal(true).optional().meta({
      description:
        'An unmapped column of the file may mean that the transaction was not booked, or may contain another amount. The transaction is never matched automatically.',
    }),
    applied: z.int().meta({ description: 'The part used to pay documents, in cents.', example: 0 }),
    remaining: z.int().meta({ description: 'The received amount that is not applied yet, in cents.', example: 120000 }),
  })
  .meta({ id: 'BankTransaction' });

export const bankTransactionToJson = ({
  counterpartIban,
  bankId: _,
  test: __,
  isDoubtful,
  ...transaction
}: BankTransaction): z.input<typeof BankTransactionJson> => ({
  ...transaction,
  ...(counterpartIban !== undefined && { counterpartIban: masked(counterpartIban) }),
  ...(isDoubtful && { isDoubtful }),
  remaining: Math.max(0, transaction.amount - transaction.applied),
});
