import * as z from 'zod';
import { purchaseReceiptForm } from './purchase.ts';

export const readReceiptForm = z.object({ receipt: purchaseReceiptForm });

const points = z.number();
const LineJson = z
  .object({
    page: z.int().meta({ description: 'From 1.' }),
    text: z.string(),
    box: z.object({ x: points, y: points, width: points, height: points }).meta({
      id: 'ReadTextBox',
      description: 'The place on the page in points (1/72 inch), from the lower left corner.',
      example: { x: 30, y: 418, width: 317.3, height: 10 },
    }),
  })
  .meta({
    id: 'ReadTextLine',
    description: 'The line of text it was read from; absent in an electronic invoice.',
    example: { page: 1, text: 'Total TTC 49,90 €', box: { x: 30, y: 418, width: 317.3, height: 10 } },
  });

const proposed = <Value extends z.ZodType>(id: string, value: Value, description: string) =>
  z.object({ value, line: LineJson.optional() }).optional().meta({ id, description });

export const ReceiptProposalJson = z
  .object({
    source: z.enum(['electronic_invoice', 'text', 'none']).meta({
      description:
        '`electronic_invoice`: the exact values of the invoice in the file; `text`: found in the text of a PDF; `none`: nothing found, as in every picture.',
    }),
    paidOn: proposed(
      'ProposedDay',
      z.string().meta({ format: 'date', example: '2026-03-01' }),
      'The day of payment; of issue, if the payment is not stated.',
    ),
    supplierName: proposed('ProposedSupplier', z.string().meta({ example: 'Papeterie du Port' }), 'The supplier.'),
    amount: proposed('ProposedAmount', z.int().meta({ example: 4_990 }), 'Cents of euros, tax included.'),
    deductibleVat: proposed(
      'ProposedVat',
      z.int().meta({ example: 832 }),
      'VAT in cents of euros; absent or 0 if the account deducts none.',
    ),
    reference: proposed('ProposedReference', z.string().meta({ example: 'TK-4411' }), 'The number of the receipt.'),
  })
  .meta({ id: 'ReceiptProposal' });
