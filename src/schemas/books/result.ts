import * as z from 'zod';
import type { MonthResult, ResultOfSpan } from '../../domain/books/result.ts';
import { customFault } from '../validation/custom-check.ts';

const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const dayJson = (what: string) => z.string().meta({ format: 'date', description: what });

/** Where the entries of a figure are. */
const list = z
  .object({
    path: z.enum([
      ...(['/v2/billings', '/v2/books/receipts', '/v2/books/purchases', '/v2/books/mileage/trips'] as const),
      ...(['/v2/books/urssaf', '/v2/books/vat'] as const),
    ]),
    query: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
  })
  .meta({ id: 'ListOfResult', description: 'The list that the figure sums: `GET <path>?<query>`.' });

const ResultOfSpanJson = z
  .object({
    from: dayJson('The first day.'),
    to: dayJson('The last day.'),
    billed: z
      .object({ amount: euros('turnover invoiced without tax; credit notes are subtracted.'), list })
      .meta({ id: 'BilledOfResult' }),
    received: z
      .object({
        amount: euros('the receipts book, tax included.'),
        vat: euros('the VAT in it.'),
        net: euros('without it.'),
        list,
      })
      .meta({ id: 'ReceivedOfResult' }),
    spent: z
      .object({
        amount: euros('the register of purchases, tax included.'),
        deductibleVat: euros('what of it can be deducted.'),
        net: euros('without it.'),
        list,
      })
      .meta({ id: 'SpentOfResult' }),
    mileage: z
      .object({ amount: euros('mileage by the official scale.'), list })
      .optional()
      .meta({ id: 'MileageOfResult', description: 'If it counts as an expense.' }),
    charges: z
      .object({ amount: euros('what the days add to the declarations to Urssaf.'), list })
      .optional()
      .meta({ id: 'ChargesOfResult', description: 'Only of a micro-enterprise.' }),
    vat: z
      .object({
        due: euros('VAT that falls due on sales, and VAT owed for suppliers.'),
        deductible: euros('VAT of purchases.'),
        balance: euros('due less deductible; negative is a credit.'),
        list,
      })
      .optional()
      .meta({
        id: 'VatOfResult',
        description:
          'Only if VAT is declared, or owed for a supplier: what the days add to the return of their period.',
      }),
    setAside: euros('charges and VAT to pay for these days.'),
    left: euros('received less spent, without deducted VAT, less mileage and charges.'),
  })
  .meta({ id: 'ResultOfSpan' });

const ChangeJson = z
  .object({
    billed: euros('more than before, negative if less.'),
    received: euros('the same, tax included.'),
    spent: euros('the same, tax included.'),
    setAside: euros('the same.'),
    left: euros('the same.'),
  })
  .meta({ id: 'ResultChange' });

export const ResultJson = z
  .object({
    day: dayJson('Today.'),
    month: ResultOfSpanJson.meta({ description: 'The running month until today, or a whole month.' }),
    year: ResultOfSpanJson.meta({ description: 'The civil year until the last day of the month.' }),
    before: ResultOfSpanJson.meta({ description: 'The month before: the same days, or all of it.' }),
    change: ChangeJson,
  })
  .meta({ id: 'Result' });

/** Characters of a month: 2026-03. */
export const MONTH_LENGTH = 7;

const MONTH = /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/;

/** A month from 1970 on. */
export const monthOfResult = z
  .string()
  .max(MONTH_LENGTH)
  .refine(
    (month) => MONTH.test(month),
    customFault({
      code: 'month_invalid',
      fr: 'Écrivez un mois de 1970 à 2999 sous la forme 2026-03',
      en: 'Write a month from 1970 to 2999 in the form 2026-03',
    }),
  )
  .optional()
  .meta({ description: 'The month, 2026-03; by default the running one.', example: '2026-03', pattern: MONTH.source });

const billed = (test: boolean, { from, to }: ResultOfSpan) => ({
  path: '/v2/billings' as const,
  query: {
    ...{ type: ['invoice', 'advance', 'asset'], state: ['finalized', 'paid'] },
    ...{ rangeType: 'emittedAt', range: [from, to], test },
  },
});

const spanToJson = (result: ResultOfSpan, test: boolean): z.input<typeof ResultOfSpanJson> => {
  const { from, to, received, spent, mileage, charges, vat, setAside, left } = result;
  return {
    ...{ from, to, setAside, left },
    billed: { amount: result.billed, list: billed(test, result) },
    received: { ...received, list: { path: '/v2/books/receipts', query: { from, to } } },
    spent: { ...spent, list: { path: '/v2/books/purchases', query: { from, to } } },
    ...(mileage !== 0 && {
      mileage: { amount: mileage, list: { path: '/v2/books/mileage/trips', query: { from, to } } },
    }),
    ...(charges !== undefined && {
      charges: { amount: charges, list: { path: '/v2/books/urssaf', query: { on: to } } },
    }),
    ...(vat && { vat: { ...vat, list: { path: '/v2/books/vat', query: { on: to } } } }),
  };
};

/** The JSON of a result in a mode. */
export const resultToJson = (
  { ofMonth, ofYear, before, change }: MonthResult,
  { day, test }: { readonly day: string; readonly test: boolean },
): z.input<typeof ResultJson> => ({
  ...{ day, month: spanToJson(ofMonth, test), year: spanToJson(ofYear, test) },
  ...{ before: spanToJson(before, test), change: { ...change } },
});
