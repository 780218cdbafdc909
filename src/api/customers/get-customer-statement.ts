import * as z from 'zod';
import { operation } from '../../pipeline/operation.ts';
import { periodOfStatement, StatementJson, statementToJson } from '../../schemas/customers/statement.ts';
import { currencyCode } from '../../schemas/fields/enumerations.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { loadStatement } from '../../services/customers/statement.ts';

const shared = {
  ...periodOfStatement,
  currency: currencyCode
    .optional()
    .meta({ description: 'The currency of the documents; by default that of the account.' }),
};

export const getCustomerStatement = operation({
  name: 'get-customer-statement',
  summary: 'Returns the movements of a customer’s balance in a period: documents, payments, credit notes, refunds.',
  description:
    'The statement is in one currency and in the key’s mode (live or test). An organization includes its contacts. Drafts and offers are not movements. Closing is opening + billed − credited − paid + refunded.',
  chapter: 'Customers',
  routes: ['GET /v2/customer/{customerId}/statement'],
  scope: 'billing:read',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object(shared),
  body: z.object({}),
  success: 200,
  output: StatementJson,
  refusals: ['customer_not_found', 'period_inverted', 'statement_too_long'],
  tool: {
    name: 'get-customer-statement',
    parameters: z.object({ customerId: idOf('the contact or organization'), ...shared }),
    renamed: { customerId: 'id' },
    ...answeredAs('statement', StatementJson),
  },

  async run(context, input) {
    const loaded = await loadStatement(context, input);
    if ('refused' in loaded) return loaded;
    const { statement, currency, from, to } = loaded;
    return { body: statementToJson({ statement, currency, from, to }) };
  },
});
