import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { type PastFilter, pastDocumentsAfter, pastPaper, sumsOfPast } from '../../../db/billing/past/past-documents.ts';
import { pastTurnoverOf } from '../../../db/billing/past/past-payments.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { FileAnswer } from '../../../pipeline/file-answer.ts';
import { operation } from '../../../pipeline/operation.ts';
import {
  PaidPastDocumentJson,
  PastDocumentJson,
  PastTotalsJson,
  paidPastToJson,
  pastFilter,
  pastPaymentForm,
  pastPlace,
  pastToJson,
} from '../../../schemas/billing/past/past-document.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import { listing } from '../../../schemas/lists/list-query.ts';
import { readVerifiedBytes } from '../../../services/billing/files/read-verified-bytes.ts';
import { loadPastDocument, recordPastPayment, reversePastPayment } from '../../../services/billing/past/settle-past.ts';
import type { Context } from '../../../services/context.ts';

const none = z.object({});
const about = { chapter: 'Imports', query: none, path: none, body: none } as const;
const path = z.object({ id: idOr('past_document_not_found') });

type Asked = z.output<z.ZodObject<typeof pastFilter>>;

/** The filter of a list; late is by the account’s day. */
async function filterOf({ tx, now }: Context, { unpaid, late, ...asked }: Asked): Promise<PastFilter> {
  if (!late) return { ...asked, isUnpaid: unpaid };
  const { zone } = (await settingsOf(tx)).settings;
  return { ...asked, isUnpaid: unpaid, lateOn: civilDayOf(now, zone) };
}

export const listPastDocuments = operation({
  ...about,
  name: 'list-past-documents',
  summary: 'Lists documents that another program issued, the newest first.',
  description: 'They came by imports. Their numbers are those of the other program.',
  routes: ['GET /v2/past-documents'],
  scope: 'billing:read',
  query: z.object({ ...pastFilter, limit: listing.limit, cursor: cursor(pastPlace).optional() }),
  success: 200,
  output: z
    .object({ docs: z.array(PastDocumentJson), totalDocs: z.int(), nextCursor: z.string().optional() })
    .meta({ id: 'PastDocumentPage' }),
  refusals: [],
  async run(context, { limit, cursor: place, ...asked }) {
    const { tx, test } = context;
    const filter = await filterOf(context, asked);
    const [found, sums] = await Promise.all([
      pastDocumentsAfter(tx, filter, { place, limit: limit + 1 }),
      sumsOfPast(tx, filter),
    ]);
    const docs = found.slice(0, limit);
    const last = docs.at(-1);
    return {
      body: {
        docs: docs.map((each) => pastToJson(each, test)),
        totalDocs: sums.reduce((all, { count }) => all + count, 0),
        ...(found.length > limit && last && { nextCursor: writeCursor({ on: last.issuedOn, id: last.id }) }),
      },
    };
  },
});

export const sumPastDocuments = operation({
  ...about,
  name: 'sum-past-documents',
  summary: 'Adds up documents that another program issued.',
  routes: ['GET /v2/past-documents/totals'],
  scope: 'billing:read',
  query: z.object({
    ...pastFilter,
    booked: worded(['invoiced', 'collected']).default('invoiced').meta({
      description:
        'Whether `turnover` and `vatDue` are of documents issued, or of payments received, from `from` to `to`.',
    }),
  }),
  success: 200,
  output: PastTotalsJson,
  refusals: [],
  async run(context, { booked, ...asked }) {
    const { tx, test } = context;
    const filter = await filterOf(context, asked);
    const [{ settings }, sums, parts] = await Promise.all([
      settingsOf(tx),
      sumsOfPast(tx, filter),
      pastTurnoverOf(tx, { test, how: booked, from: asked.from, to: asked.to, customerId: asked.customerId }),
    ]);
    const own = sums.find(({ currency }) => currency === settings.currency);
    return {
      body: {
        currency: settings.currency,
        ...{ count: own?.count ?? 0, withTax: own?.total ?? 0, remainingToPay: own?.rest ?? 0 },
        turnover: parts.reduce((all, { accountNet }) => all + accountNet, 0),
        vatDue: parts.reduce((all, { isDue, accountVat }) => all + (isDue ? accountVat : 0), 0),
        others: sums
          .filter(({ currency }) => currency !== settings.currency)
          .map(
            ({ currency, count, total, rest }) => ({ currency, count, withTax: total, remainingToPay: rest }) as never,
          ),
      },
    };
  },
});

export const getPastDocument = operation({
  ...about,
  name: 'get-past-document',
  summary: 'Returns a document that another program issued, with its payments.',
  routes: ['GET /v2/past-documents/{pastDocumentId}'],
  scope: 'billing:read',
  path,
  success: 200,
  output: PaidPastDocumentJson,
  refusals: ['past_document_not_found'],
  async run(context, { id: pastDocumentId }) {
    const found = await loadPastDocument(context, pastDocumentId);
    return isRefusal(found) ? found : { body: paidPastToJson(found, context.test) };
  },
});

export const downloadPastDocument = operation({
  ...about,
  name: 'download-past-document',
  summary: 'Returns the file of a document that another program issued, as it was received.',
  routes: ['GET /v2/past-documents/{pastDocumentId}/paper'],
  scope: 'billing:read',
  path,
  success: 200,
  output: FileAnswer,
  answers: 'file',
  limiter: 'files',
  refusals: ['past_document_not_found', 'past_document_without_paper'],
  async run(context, { id: pastDocumentId }) {
    const found = await loadPastDocument(context, pastDocumentId);
    if (isRefusal(found)) return found;
    const paper = await pastPaper(context.tx, pastDocumentId);
    if (!paper) return { refused: 'past_document_without_paper' };
    const { name } = paper;
    return {
      aside: () => readVerifiedBytes(context, paper),
      after: async (_: Context, bytes: Buffer) => ({
        body: {
          name,
          mediaType: name.toLowerCase().endsWith('.xml') ? 'application/xml' : 'application/pdf',
          bytes,
        },
      }),
    };
  },
});

export const recordPayment = operation({
  ...about,
  name: 'record-past-payment',
  summary: 'Records a payment of a past invoice, or the refund of a past credit note.',
  routes: ['POST /v2/past-documents/{pastDocumentId}/payments'],
  scope: 'billing:write',
  path,
  body: pastPaymentForm,
  success: 201,
  output: PaidPastDocumentJson,
  refusals: ['past_document_not_found', 'past_document_settled', 'past_payment_exceeds', 'past_payment_in_future'],
  example: { paidOn: '2026-01-12', method: 'transfer' },
  async run(context, { id: pastDocumentId, paidOn, amount, method }) {
    const paid = await recordPastPayment(context, pastDocumentId, { on: paidOn, amount, method });
    return isRefusal(paid) ? paid : { body: paidPastToJson(paid, context.test) };
  },
});

export const reversePayment = operation({
  ...about,
  name: 'reverse-past-payment',
  summary: 'Takes a payment of a past document back by its reversal.',
  routes: ['POST /v2/past-documents/{pastDocumentId}/payments/{paymentId}/reversal'],
  scope: 'billing:write',
  path: path.extend({ paymentId: idOr('past_payment_not_found') }),
  success: 201,
  output: PaidPastDocumentJson,
  refusals: ['past_document_not_found', 'past_payment_not_found', 'past_payment_reversed'],
  async run(context, { id: pastDocumentId, paymentId }) {
    const paid = await reversePastPayment(context, pastDocumentId, paymentId);
    return isRefusal(paid) ? paid : { body: paidPastToJson(paid, context.test) };
  },
});
