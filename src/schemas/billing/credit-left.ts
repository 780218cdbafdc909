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
          generatedId: z.string().meta({ description: 'The ID by which lines of credit notes refer to this line.' }),
          designation: z.string(),
          vatCode: VatCodeJson.optional(),
          disbursement: z.boolean().optional(),
          billedWithoutTax: cents,
          deductedWithoutTax: cents.meta({ description: 'The share of this line in the deducted advances.' }),
          creditedWithoutTax: cents.meta({ description: 'The amount credited by finalized assets.' }),
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

/**
 * What an invoice has left to credit, as an answer. `creditNotes`: all of them; drafts do not
 * count.
 */
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
