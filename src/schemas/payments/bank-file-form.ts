import * as z from 'zod';
import { type CsvColumns, dateOrders } from '../../domain/payments/bank/csv-columns.ts';
import { customFault } from '../validation/custom-check.ts';

/** Maximum columns of a file; maximum columns joined to a label. */
const COLUMN_MAX = 100;
const LABEL_COLUMNS_MAX = 10;

const column = z.int().min(1).max(COLUMN_MAX);
const optional = column.optional();

/** The meaning of the columns of a CSV file. In a query it is JSON. */
export const csvColumns = z
  .preprocess(
    asJson,
    z
      .object({
        date: column.meta({ description: 'The column of the booking day.', example: 1 }),
        label: z
          .array(column)
          .min(1)
          .max(LABEL_COLUMNS_MAX)
          .meta({ description: 'The columns of the label, joined by a space.', example: [2] }),
        dateOrder: z.enum(dateOrders).default('dmy'),
        amount: optional.meta({ description: 'The column of the signed amount. Or use debit and credit.', example: 3 }),
        debit: optional.meta({ description: 'The column of outgoing amounts, whatever their sign.' }),
        credit: optional.meta({ description: 'Money in.' }),
        direction: optional.meta({
          description: 'Debit or credit for unsigned amounts: C, D, CRDT, DBIT, Débit…',
        }),
        fee: optional.meta({
          description: 'Fee of the bank or provider: deducted from the amount if the balances agree.',
        }),
        net: optional.meta({ description: 'Net amount after the fee: used instead of the amount.' }),
        status: optional.meta({
          description: 'The column of the status. Pending, declined, canceled and reverted rows are skipped.',
        }),
        account: optional.meta({
          description: 'The column of the bank account of each row (IBAN, number or name), if a file has several.',
        }),
        valueDate: optional,
        counterpart: optional,
        reference: optional,
        balance: optional.meta({ description: 'Balance of the account after the line.' }),
        currency: optional,
      })
      .refine(
        ({ amount, debit, credit }) =>
          amount === undefined
            ? debit !== undefined && credit !== undefined
            : debit === undefined && credit === undefined,
        customFault({
          code: 'amount_columns',
          fr: 'Indiquez la colonne du montant, ou celles du débit et du crédit',
          en: 'Give the amount column, or the debit and credit columns',
        }),
      )
      .transform((value) => value as CsvColumns),
  )
  .meta({
    description:
      'The meaning of the columns of a CSV file, numbered from 1. It is stored for files with the same headers.',
  });

function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value.slice(0, COLUMNS_TEXT_MAX));
  } catch {
    return value;
  }
}
/** Maximum characters of the columns as JSON. */
const COLUMNS_TEXT_MAX = 2_000;
