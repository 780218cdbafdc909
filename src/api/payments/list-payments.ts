import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { documentSums, partsOfDocuments } from '../../db/billing/document-sums.ts';
import {
  type ListedPayment,
  listPaymentsOfAccount,
  type PaymentCursor,
  type PaymentFilter,
  paymentSums,
  paymentsAfter,
  paymentsOf,
} from '../../db/payments/payments.ts';
import type { Tx } from '../../db/transaction.ts';
import { creditKinds, type Kind } from '../../domain/billing/document/kind.ts';
import type { TurnoverPart } from '../../domain/home/turnover-part.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { operation } from '../../pipeline/operation.ts';
import { bookedIn, bookedInAccount } from '../../schemas/billing/document/document-list.ts';
import { billingTypeOf } from '../../schemas/billing/document/document-type.ts';
import { type CurrencyCodeJson, currencyCode, paymentMethod } from '../../schemas/fields/enumerations.ts';
import { id, idOf, idOr } from '../../schemas/fields/id.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import {
  listedMode,
  listing,
  many,
  orderDirection,
  search,
  testRecords,
  yesOrNo,
} from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { ListedPaymentJson, PaymentJson, PaymentTotalsJson, paymentToJson } from '../../schemas/payments/payment.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { filterFrom as documentsFrom } from '../../services/billing/lists/list-query.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../services/import-export/export-page.ts';
import { exportedPayment, paymentColumns } from '../../services/payments/payment-columns.ts';

const narrowedBy = {
  test: testRecords,
  search: search.optional(),
  from: day.optional().meta({ description: 'The first day of receipt, included.' }),
  to: day.optional().meta({ description: 'The last day of receipt, included.' }),
  method: many(paymentMethod).optional(),
  customerId: id
    .optional()
    .meta({ description: 'Only payments of this contact, or of this organization and its contacts.' }),
  currency: currencyCode.optional(),
};
const narrowing = z.object(narrowedBy);

const place = z.object({
  direction: z.enum(['ASC', 'DESC']),
  receivedOn: z.iso.date().refine((said) => !said.startsWith('0000')),
  id: z.uuid(),
});

export const listAllPayments = operation({
  name: 'get-payments-of-account',
  summary: 'Lists the payments of all invoices and advances by day of receipt, including counter-entries.',
  chapter: 'Payments',
  routes: ['GET /v2/payments'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    ...narrowedBy,
    orderDirection: orderDirection.default('DESC'),
    cursor: cursor(place).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(ListedPaymentJson),
  refusals: [],

  async run({ tx }, input) {
    const { limit, page } = input;
    const query = {
      by: 'receivedAt',
      direction: input.cursor?.direction ?? input.orderDirection,
      limit,
      page,
    } as const;
    const found = await listPaymentsOfAccount(tx, filterFrom(tx, input), { ...query, place: placeFrom(input.cursor) });
    return {
      body: pageJson({
        docs: found.payments.map(listedToJson),
        total: found.total,
        limit,
        page: input.cursor ? undefined : page,
        nextCursor: found.next && cursorOf(found.next),
      }),
    };
  },
});

type Place = z.output<typeof place>;
const placeFrom = (read: Place | undefined): PaymentCursor | undefined =>
  read && { by: 'receivedAt', direction: read.direction, after: read.receivedOn, id: read.id };
const cursorOf = ({ direction, after, id }: PaymentCursor): string =>
  writeCursor({ direction, receivedOn: String(after), id } satisfies Place);

export const sumPayments = operation({
  name: 'get-payments-totals',
  summary: 'Totals of a list of payments: count, amount and turnover, per currency.',
  chapter: 'Payments',
  routes: ['GET /v2/payments/totals'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...narrowedBy,
    refunds: yesOrNo.optional().meta({
      description:
        'Also counts the refunds of credit notes on the same days. Refunds have no payment method, so a filter by method leaves them out.',
    }),
  }),
  body: z.object({}),
  success: 200,
  output: PaymentTotalsJson,
  refusals: [],

  async run({ tx }, { refunds: isWhole, ...input }) {
    const [{ settings }, { currencies, parts }, back] = await Promise.all([
      settingsOf(tx),
      paymentSums(tx, filterFrom(tx, input)),
      isWhole ? refundsWithin(tx, input) : undefined,
    ]);
    const received = new Map(currencies.map((row) => [row.currency as string, row]));
    const named = [...received.keys(), ...(back?.counts.keys() ?? [])];
    return {
      body: {
        totalDocs: currencies.reduce((all, { count }) => all + count, 0),
        currencies: [...new Set(named)].toSorted().map((currency) => {
          const { count = 0, amount = 0 } = received.get(currency) ?? {};
          const booked = bookedIn(parts, currency);
          return {
            ...{ currency: currency as z.infer<typeof CurrencyCodeJson>, count, amount },
            ...booked,
            ...(back && refundedIn(back, currency, booked.turnover)),
          };
        }),
        booked: { currency: settings.currency, ...bookedOfAll(parts, back) },
      },
    };
  },
});

type Refunds = { readonly counts: ReadonlyMap<string, number>; readonly parts: readonly TurnoverPart[] };

/** Credit notes refunded in the same period, which reduce the collected turnover. */
async function refundsWithin(
  tx: Tx,
  { method, from, to, ...same }: z.output<typeof narrowing>,
): Promise<Refunds | undefined> {
  if (method) return { counts: new Map(), parts: [] };
  const { zone } = (await settingsOf(tx)).settings;
  const type = creditKinds.map(billingTypeOf);
  const range = [from ?? FIRST_DAY, ...(to === undefined ? [] : [to])];
  const filter = documentsFrom({ ...same, type, range, rangeType: 'refundAt' }, { test: tx.test, now: 0, zone });
  const [sums, { refunded }] = await Promise.all([documentSums(tx, filter), partsOfDocuments(tx, filter, zone)]);
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  const counts = new Map(
    [...byCurrency].map(([currency, of]) => [currency, of.reduce((all, { count }) => all + count, 0)]),
  );
  return { counts, parts: refunded };
}

/** A day before any possible refund. */
const FIRST_DAY = '1970-01-02';

function refundedIn({ counts, parts }: Refunds, currency: string, turnover: number) {
  const refunded = bookedIn(parts, currency).turnover;
  return { refunds: counts.get(currency) ?? 0, refunded, collected: turnover + refunded };
}

function bookedOfAll(parts: readonly TurnoverPart[], back: Refunds | undefined) {
  const booked = bookedInAccount(parts);
  if (!back) return booked;
  const refunded = bookedInAccount(back.parts).turnover;
  return { ...booked, refunded, collected: booked.turnover + refunded };
}

function filterFrom(tx: Tx, { method, ...same }: z.output<typeof narrowing>): PaymentFilter {
  const { test, search, from, to, customerId, currency } = same;
  return { test: listedMode(tx, test), search, from, to, customerId, currency, methods: method };
}

function listedToJson({ row, parts }: ListedPayment): z.input<typeof ListedPaymentJson> {
  const payment = JSON.parse(row.content) as Payment;
  return {
    ...paymentToJson(payment),
    billingId: row.document_id,
    number: row.number,
    type: billingTypeOf(row.kind as Kind),
    ...(row.customer_name && { customerName: row.customer_name }),
    currency: row.currency,
    test: row.test,
    receivedOn: row.received_on,
    ...bookedIn(parts, row.currency),
  };
}

export const exportPayments = operation({
  name: 'export-payments',
  summary: 'Exports the payments as a CSV file, counter-entries included: a row for each, with VAT by rate.',
  description:
    'Accepts the filters of the list. Amounts are in the currency of each document, not in cents. The parts by rate are what the payment paid of its document. Cells that a spreadsheet would read as a formula start with an apostrophe.',
  chapter: 'Payments',
  routes: ['GET /v2/payments/export'],
  scope: 'billing:read',
  path: z.object({}),
  query: exportQuery.extend(narrowedBy),
  body: z.object({}),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-payments'),

  async run({ tx }, query) {
    const found = await paymentsAfter(tx, filterFrom(tx, query), { after: query.after, limit: EXPORT_PAGE_ROWS });
    return exportPage(found.map(exportedPayment), query, { columns: paymentColumns, fileName: 'paiements.csv' });
  },
});

export const listPayments = operation({
  name: 'get-billing-payments',
  summary: 'Lists the payments of an invoice or an advance, counter-entries included, oldest first.',
  chapter: 'Payments',
  routes: ['GET /v2/billing/{billingId}/payments'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.array(PaymentJson),
  refusals: ['document_not_found'],
  tool: {
    name: 'get-payments',
    parameters: z.object({ billingId: idOf('the invoice or advance') }),
    renamed: { billingId: 'id' },
    ...answeredAs('payments', z.array(PaymentJson)),
  },

  async run(context, input) {
    const found = await loadDocumentGroup(context, input.id, documentLookups.any);
    if ('refused' in found) return found;
    return { body: (await paymentsOf(context.tx, input.id)).map(paymentToJson) };
  },
});
