import * as z from 'zod';
import { masked } from '../../domain/payments/bank/statement.ts';
import type { BankTransaction } from '../../domain/payments/bank/transaction.ts';

const dayJson = z.string().meta({ format: 'date' });
export const bankCurrencyJson = z.string().meta({ description: 'Three letters (ISO 4217).', example: 'EUR' });

export const bankFeeJson = z.int().meta({
  description: 'What the bank or the provider kept, above zero; the amount is without it. Cents.',
  example: 320,
});

/** A movement on a bank account, listed once however many statements contain it. */
export const BankTransactionJson = z
  .object({
    id: z.string(),
    bankAccountId: z.string(),
    statementId: z.string().meta({ description: 'The first statement it stood in.' }),
    bookedOn: dayJson.meta({ description: 'The day the bank booked it.' }),
    valueOn: dayJson.optional(),
    amount: z.int().meta({ description: 'Cents; above zero what came in, below what went out.', example: 120000 }),
    currency: bankCurrencyJson,
    label: z.string().meta({ description: 'What the bank writes of it; empty once it is forgotten.' }),
    counterpart: z.string().optional().meta({ description: 'Who paid, or was paid.' }),
    counterpartIban: z.string().optional().meta({ description: 'Its ends alone.', example: 'FR76…0189' }),
    reference: z.string().optional(),
    fee: bankFeeJson.optional(),
    isDoubtful: z.literal(true).optional().meta({
      description:
        'An unmapped column of its file may mean that it was not booked, or another amount. It is never matched automatically.',
    }),
    applied: z.int().meta({ description: 'How much of it documents were paid with; cents.', example: 0 }),
    remaining: z.int().meta({ description: 'How much of what came in is left to apply; cents.', example: 120000 }),
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
