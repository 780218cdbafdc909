import * as z from 'zod';
import { creditableByLine } from '../../domain/billing/credit-note/creditable-by-line.ts';
import type { CreditNote, Invoice } from '../../domain/billing/document/document.ts';
import { isDisbursement } from '../../domain/billing/document/lines/line.ts';
import { restToCredit } from '../../domain/billing/document/totals/document-figures.ts';
import { amountOf, keysOf } from '../../domain/vat/breakdown.ts';
import { CurrencyCodeJson, VatCodeJson } from '../fields/enumerations.ts';

const cents = z.number().meta({ description: 'Cents of the document currency, tax excluded.' });

/** What an invoice has left to credit, by line and VAT code. */
export const CreditLeftJson = z
  .object({
    currencyCode: CurrencyCodeJson,
    lines: z.array(
      z
        .object({
          lineId: z.string(),
          generatedId: z.string().meta({ description: 'The ID that lines of its credit notes use to refer to it.' }),
          designation: z.string(),
          vatCode: VatCodeJson.optional(),
          disbursement: z.boolean().optional(),
          billedWithoutTax: cents,
          deductedWithoutTax: cents.meta({ description: 'Its share of the advances that were deducted.' }),
          creditedWithoutTax: cents.meta({ description: 'By finalized assets.' }),
          leftWithoutTax: cents,
        })
        .meta({ id: 'LineLeftToCredit' }),
    ),
    leftToCredit: z.array(
      z
        .object({
          vatCode: VatCodeJson.optional(),
          disbursement: z.boolean().optional(),
          amountWithoutTax: cents,
          vatAmount: z.number().meta({ description: 'Cents.' }),
        })
        .meta({ id: 'LeftToCredit' }),
    ),
  })
  .meta({ id: 'CreditLeft' });

/** The same as an answer; `creditNotes` are all of the invoice, drafts do not count. */
export function creditLeftToJson(invoice: Invoice, creditNotes: readonly CreditNote[]): z.input<typeof CreditLeftJson> {
  const rest = restToCredit(invoice);
  return {
    currencyCode: invoice.content.currency.code,
    lines: creditableByLine(invoice, creditNotes).map(({ line, billed, deducted, credited, left }) => ({
      lineId: line.id,
      generatedId: line.generatedId ?? line.id,
      designation: line.designation,
      ...(isDisbursement(line) ? { disbursement: true } : { vatCode: line.vatCode }),
      billedWithoutTax: billed,
      deductedWithoutTax: deducted,
      creditedWithoutTax: credited,
      leftWithoutTax: left,
    })),
    leftToCredit: keysOf(rest).map((key) => ({
      ...(key === 'disbursement' ? { disbursement: true } : { vatCode: key }),
      amountWithoutTax: amountOf(rest, key).net,
      vatAmount: amountOf(rest, key).vat,
    })),
  };
}
