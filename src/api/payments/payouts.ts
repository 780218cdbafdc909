import * as z from 'zod';
import { payoutLinesAfter, listPayouts as payoutsOf, sumPayouts } from '../../db/payments/payouts.ts';
import { operation } from '../../pipeline/operation.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { PayoutJson, PayoutSumsJson, payoutToJson } from '../../schemas/payments/payout.ts';
import {
  EXPORT_PAGE_ROWS,
  exportedPart,
  exportNoted,
  exportPage,
  exportQuery,
} from '../../services/import-export/export-page.ts';
import { payoutColumns } from '../../services/payments/online/payout-columns.ts';

const period = {
  from: day.optional().meta({ description: 'The first day a payout reached the bank.' }),
  to: day.optional().meta({ description: 'The last day a payout reached the bank, included.' }),
};

export const listPayouts = operation({
  name: 'list-payouts',
  summary: 'Lists payouts of payment providers to the bank, newest first, with their payments and fees.',
  description:
    'Lists those of the key’s mode; in test mode the simulator pays out within minutes. Stripe gives the details of its automatic payouts; Mollie needs an organization access token (connect-payment-account).',
  chapter: 'Payments',
  routes: ['GET /v2/billing/payouts'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ ...period, page: listing.page }),
  body: z.object({}),
  success: 200,
  output: z
    .object({
      payouts: z.array(PayoutJson),
      totalDocs: z.int(),
      totals: z.array(PayoutSumsJson).meta({ description: 'The totals of the whole period, by currency.' }),
    })
    .meta({ id: 'Payouts' }),
  refusals: [],
  async run({ tx }, { page, ...rest }) {
    const [{ payouts, total }, totals] = await Promise.all([
      payoutsOf(tx, rest, { limit: PAYOUTS_OF_PAGE, page }),
      sumPayouts(tx, rest),
    ]);
    return { body: { payouts: payouts.map(payoutToJson), totalDocs: total, totals: [...totals] } };
  },
});

/** Payouts per page: each may have a thousand lines. */
const PAYOUTS_OF_PAGE = 20;

export const exportPayouts = operation({
  name: 'export-payouts',
  summary: 'Exports the payouts of a period as a CSV file for the accountant: a row for each payment, refund and fee.',
  chapter: 'Payments',
  routes: ['GET /v2/billing/payouts/export'],
  scope: 'billing:read',
  path: z.object({}),
  query: exportQuery.extend(period),
  body: z.object({}),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: [],
  securityNote: () => exportNoted('export-payouts'),
  async run({ tx }, query) {
    const { after, from, to } = query;
    const lines = await payoutLinesAfter(tx, { from, to }, { after, limit: EXPORT_PAGE_ROWS });
    return exportPage(lines, query, { columns: payoutColumns, fileName: 'versements.csv' });
  },
});
