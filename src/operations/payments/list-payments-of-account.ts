import * as z from 'zod';
import { bookedIn } from '../../contract/billing/billing-totals.ts';
import { typeOnTheWire } from '../../contract/billing/document-type.ts';
import { cursor, writeCursor } from '../../contract/cursor.ts';
import { currencyCode, paymentMethod } from '../../contract/enumerations.ts';
import { id } from '../../contract/id.ts';
import { listing, many, orderDirection, search, yesOrNo } from '../../contract/listing.ts';
import { day } from '../../contract/moment.ts';
import { pageJson, pageSchema } from '../../contract/page.ts';
import { ListedPaymentJson, PaymentTotalsJson } from '../../contract/payments/listed-payment.ts';
import { paymentToJson } from '../../contract/payments/payment.ts';
import type { Kind } from '../../domain/billing/document/kind.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { operation } from '../../road/operation.ts';
import {
  type ListedPayment,
  listPaymentsOfAccount,
  type PaymentFilter,
  type PaymentPlace,
  paymentSums,
} from '../../store/payments/payment-list.ts';

const narrowedBy = {
  test: yesOrNo.optional(),
  search: search.optional(),
  from: day.optional().meta({ description: 'The first day the money came.' }),
  to: day.optional().meta({ description: 'The last day the money came, which belongs to the range.' }),
  method: many(paymentMethod).optional(),
  customerId: id.optional().meta({ description: 'Of a contact or an organization, its contacts included.' }),
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
  summary: 'Lists the payments of all invoices and advances by the day they came, counter-entries included.',
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
    const asked = {
      by: 'receivedAt',
      direction: input.cursor?.direction ?? input.orderDirection,
      limit,
      page,
    } as const;
    const found = await listPaymentsOfAccount(tx, filterFrom(input), { ...asked, place: placeFrom(input.cursor) });
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
const placeFrom = (read: Place | undefined): PaymentPlace | undefined =>
  read && { by: 'receivedAt', direction: read.direction, after: read.receivedOn, id: read.id };
const cursorOf = ({ direction, after, id }: PaymentPlace): string =>
  writeCursor({ direction, receivedOn: String(after), id } satisfies Place);

export const sumPayments = operation({
  name: 'get-payments-totals',
  summary: 'Adds up what a list of payments finds: how many, how much, and the turnover in it, per currency.',
  chapter: 'Payments',
  routes: ['GET /v2/payments/totals'],
  scope: 'billing:read',
  path: z.object({}),
  query: narrowing,
  body: z.object({}),
  success: 200,
  output: PaymentTotalsJson,
  refusals: [],

  async run({ tx }, input) {
    const { currencies, parts } = await paymentSums(tx, filterFrom(input));
    return {
      body: {
        totalDocs: currencies.reduce((all, { count }) => all + count, 0),
        currencies: currencies.map(({ currency, count, amount }) => ({
          ...{ currency, count, amount },
          ...bookedIn(parts, currency),
        })),
      },
    };
  },
});

function filterFrom({ method, ...same }: z.output<typeof narrowing>): PaymentFilter {
  const { test, search, from, to, customerId, currency } = same;
  return { test, search, from, to, customerId, currency, methods: method };
}

function listedToJson({ row, parts }: ListedPayment): z.input<typeof ListedPaymentJson> {
  const payment = JSON.parse(row.content) as Payment;
  return {
    ...paymentToJson(payment),
    billingId: row.document_id,
    number: row.number,
    type: typeOnTheWire[row.kind as Kind],
    ...(row.customer_name && { customerName: row.customer_name }),
    currency: row.currency,
    receivedOn: row.received_on,
    ...bookedIn(parts, row.currency),
  };
}
