import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { type DocumentSum, documentSums, partsOfDocuments } from '../../../db/billing/document-sums.ts';
import { isCreditKind } from '../../../domain/billing/document/kind.ts';
import { operation } from '../../../pipeline/operation.ts';
import { BillingTotalsJson, bookedIn, bookedInAccount } from '../../../schemas/billing/document/list-totals.ts';
import type { CurrencyCodeJson } from '../../../schemas/fields/enumerations.ts';
import { yesOrNo } from '../../../schemas/lists/list-query.ts';
import { filterFrom, narrowedBy } from '../../../services/billing/lists/list-query.ts';

export const sumBillings = operation({
  name: 'get-billings-totals',
  summary: 'Totals of a list of billing documents: count, and amounts per currency.',
  description:
    'Accepts the filters of the list. Amounts of different currencies are never added up. `booked=true` adds the turnover, which is slower: ask for it only when you show it.',
  chapter: 'Documents',
  routes: ['GET /v2/billings/totals'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...narrowedBy,
    booked: yesOrNo.optional().meta({ description: 'Also returns turnover, VAT due and refunds.' }),
  }),
  body: z.object({}),
  success: 200,
  output: BillingTotalsJson,
  refusals: [],

  async run({ tx, now }, input) {
    const { settings } = await settingsOf(tx);
    const filter = filterFrom(input, { test: tx.test, now, zone: settings.zone });
    const [sums, parts] = await Promise.all([
      documentSums(tx, filter),
      input.booked ? partsOfDocuments(tx, filter, settings.zone) : undefined,
    ]);
    const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
    return {
      body: {
        totalDocs: sums.reduce((all, { count }) => all + count, 0),
        currencies: [...byCurrency]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([currency, same]) => ({
            ...totalsOf(currency, same),
            ...(parts && bookedOf(parts, currency)),
          })),
        ...(parts && { booked: { currency: settings.currency, ...bookedOfAll(parts) } }),
      },
    };
  },
});

function totalsOf(currency: string, sums: readonly DocumentSum[]) {
  const signed = (member: 'net' | 'vat' | 'total') =>
    sums.reduce((all, sum) => all + (isCreditKind(sum.kind) ? -sum[member] : sum[member]), 0);
  const plain = (member: 'count' | 'toPay' | 'toBill' | 'toRefund') => sums.reduce((all, sum) => all + sum[member], 0);
  return {
    currency: currency as z.infer<typeof CurrencyCodeJson>,
    count: plain('count'),
    withoutTax: signed('net'),
    vatAmount: signed('vat'),
    withTax: signed('total'),
    remainingToPay: plain('toPay'),
    remainingToBill: plain('toBill'),
    remainingToRefund: plain('toRefund'),
  };
}

function bookedOf({ invoiced, refunded }: Awaited<ReturnType<typeof partsOfDocuments>>, currency: string) {
  const back = bookedIn(refunded, currency);
  return { ...bookedIn(invoiced, currency), refunded: back.turnover, vatRefunded: back.vatDue };
}

function bookedOfAll({ invoiced, refunded }: Awaited<ReturnType<typeof partsOfDocuments>>) {
  const back = bookedInAccount(refunded);
  return { ...bookedInAccount(invoiced), refunded: back.turnover, vatRefunded: back.vatDue };
}
