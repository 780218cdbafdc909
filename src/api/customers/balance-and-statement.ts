import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import type { Filter } from '../../db/billing/document-filter.ts';
import { documentSums, partsOfDocuments } from '../../db/billing/document-sums.ts';
import { customerExists, paidBy } from '../../db/customers/customer-balance.ts';
import { billKinds, claimKinds } from '../../domain/billing/document/kind.ts';
import { summed } from '../../domain/home/turnover-sums.ts';
import { cents } from '../../domain/money/cents.ts';
import { civilDayOf, yearOf } from '../../domain/time/civil-day.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { bookedInAccount } from '../../schemas/billing/document/document-list.ts';
import { periodOfStatement, StatementJson, statementToJson } from '../../schemas/customers/statement.ts';
import { CurrencyCodeJson, currencyCode, locale } from '../../schemas/fields/enumerations.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { FigureJson } from '../../schemas/home/dashboard.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import type { Context } from '../../services/context.ts';
import { pastBalance, withPast } from '../../services/customers/past-balance.ts';
import { loadStatement, statementFile } from '../../services/customers/statement.ts';
import { billings, billTypes, claimTypes, figure } from '../../services/home/figure.ts';

const BalanceJson = z
  .object({
    currency: CurrencyCodeJson,
    owed: FigureJson,
    late: FigureJson,
    toRefund: FigureJson.meta({
      description: 'The amount owed to the customer because a credit note came after the payment.',
    }),
    billedThisYear: FigureJson.meta({ description: 'Turnover invoiced this civil year, tax excluded.' }),
    billed: FigureJson.meta({ description: 'All turnover invoiced so far, tax excluded.' }),
    paidCount: z.int().meta({ description: 'The number of paid invoices and advances.' }),
    averageDaysToPay: z
      .int()
      .optional()
      .meta({ description: 'The average days from issue to the last payment of these documents.' }),
  })
  .meta({ id: 'CustomerBalance' });

export const getCustomerBalance = operation({
  name: 'get-customer-balance',
  summary: 'Returns a customer’s amounts owed and late, total billed, and average days to pay.',
  description:
    'The figures are those of the key’s mode (live or test). An organization includes its contacts. Each figure names the list it sums.',
  chapter: 'Customers',
  routes: ['GET /v2/customer/{customerId}/balance'],
  scope: 'billing:read',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BalanceJson,
  refusals: ['customer_not_found'],
  tool: {
    name: 'get-customer-balance',
    description:
      'A customer’s amounts owed and late, total billed, and average days to pay. An organization includes its contacts.',
    parameters: z.object({ customerId: idOf('the contact or organization') }),
    renamed: { customerId: 'id' },
    ...answeredAs('balance', BalanceJson),
  },

  async run(context, { id: customerId }) {
    const { tx, test, now } = context;
    const [{ settings }, isKnown] = await Promise.all([settingsOf(tx), customerExists(tx, customerId)]);
    if (!isKnown) return { refused: 'customer_not_found' };
    const { zone, currency } = settings;
    const day = civilDayOf(now, zone);
    const range = [`${yearOf(day)}-01-01`, `${yearOf(day)}-12-31`] as const;
    const portalQuery = { customerId, test };
    const [owed, late, refunds, year, ever, { paid, days }, past] = await Promise.all([
      owedFor(context, { ...portalQuery, unpaid: true }, currency),
      owedFor(context, { ...portalQuery, late: { is: true, on: day } }, currency),
      toRefundTo(context, { ...portalQuery, toRefund: true }, currency),
      billedFor(context, { ...portalQuery, range: { type: 'emittedAt', fromDay: range[0], toDay: range[1] } }, zone),
      billedFor(context, portalQuery, zone),
      paidBy(tx, customerId, test),
      pastBalance(context, { customerId, day, year: range }),
    ]);
    const list = (
      member: 'remainingToPay' | 'remainingToRefund' | 'turnover',
      query: Parameters<typeof billings>[2],
    ) => [billings(test, member, { customerId, ...query })];
    const bills = { type: billTypes, state: ['finalized', 'paid'] };
    return {
      body: {
        currency,
        owed: withPast(figure(owed, list('remainingToPay', { type: claimTypes, unpaid: true })), past.owed),
        late: withPast(figure(late, list('remainingToPay', { type: claimTypes, late: true })), past.late),
        toRefund: figure(refunds, list('remainingToRefund', { type: billTypes, toRefund: true })),
        billedThisYear: withPast(
          figure(year, list('turnover', { ...bills, rangeType: 'emittedAt', range: [...range] })),
          past.billedThisYear,
        ),
        billed: withPast(figure(ever, list('turnover', bills)), past.billed),
        paidCount: paid,
        ...(days !== null && { averageDaysToPay: days }),
      },
    };
  },
});

async function owedFor({ tx }: Context, filter: Filter, own: string) {
  const sums = await documentSums(tx, { ...filter, kinds: claimKinds });
  return summed(
    sums.map(({ currency, toPay, count }) => ({ currency, amount: toPay, count })),
    own,
  );
}

async function toRefundTo({ tx }: Context, filter: Filter, own: string) {
  const sums = await documentSums(tx, { ...filter, kinds: billKinds });
  return summed(
    sums.map(({ currency, toRefund, count }) => ({ currency, amount: toRefund, count })),
    own,
  );
}

async function billedFor({ tx }: Context, filter: Filter, zone: string) {
  const { invoiced } = await partsOfDocuments(tx, { ...filter, kinds: billKinds }, zone);
  return {
    amount: cents(bookedInAccount(invoiced).turnover),
    count: invoiced.reduce((all, { count }) => all + count, 0),
    others: [],
  };
}

const statementPeriod = {
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
  query: z.object(statementPeriod),
  body: z.object({}),
  success: 200,
  output: StatementJson,
  refusals: ['customer_not_found', 'period_inverted', 'statement_too_long'],
  tool: {
    name: 'get-customer-statement',
    description:
      'The movements of a customer’s balance in a period, in one currency: documents, payments, credit notes, refunds. An organization includes its contacts.',
    parameters: z.object({ customerId: idOf('the contact or organization'), ...statementPeriod }),
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
