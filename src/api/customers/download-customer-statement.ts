import * as z from 'zod';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { periodOfStatement } from '../../schemas/customers/statement.ts';
import { currencyCode, locale } from '../../schemas/fields/enumerations.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { loadStatement, statementFile } from '../../services/customers/statement.ts';

export const downloadCustomerStatement = operation({
  name: 'download-customer-statement',
  summary: 'Downloads the statement of a customer as PDF, in the design of their invoices.',
  description:
    'The content of `get-customer-statement` in the design of the account’s invoices, in the customer’s language unless you give another. It is generated each time and not stored.',
  chapter: 'Customers',
  routes: ['GET /v2/customer/{customerId}/statement/download'],
  scope: 'billing:read',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object({
    ...periodOfStatement,
    currency: currencyCode
      .optional()
      .meta({ description: 'The currency of the documents; by default that of the account.' }),
    locale: locale
      .optional()
      .meta({ description: 'The language of the PDF; by default that of the customer, or of the account.' }),
  }),
  body: z.object({}),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/pdf'],
  refusals: ['customer_not_found', 'period_inverted', 'statement_too_long'],

  async run(context, input) {
    const statement = await loadStatement(context, input);
    if ('refused' in statement) return statement;
    const make = await statementFile(context, statement, input.locale);
    return { aside: make, after: async (_, file: Awaited<ReturnType<typeof make>>) => ({ body: file }) };
  },
});
