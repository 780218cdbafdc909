import * as z from 'zod';
import { chartOfAccounts, storeChart } from '../../db/books/chart-of-accounts.ts';
import { chartRefused } from '../../domain/books/accounting/chart-of-accounts.ts';
import { operation } from '../../pipeline/operation.ts';
import { ChartForm, ChartJson, chartToJson } from '../../schemas/books/accounting.ts';

const about = {
  chapter: 'Books',
  path: z.object({}),
  query: z.object({}),
  success: 200,
  output: ChartJson,
} as const;

export const getChartOfAccounts = operation({
  ...about,
  name: 'get-chart-of-accounts',
  summary: 'The account of each role in accounting entries, and when sales are booked.',
  routes: ['GET /v2/books/chart-of-accounts'],
  scope: 'billing:read',
  body: z.object({}),
  refusals: [],
  run: async ({ tx }) => ({ body: chartToJson(await chartOfAccounts(tx)) }),
});

export const updateChartOfAccounts = operation({
  ...about,
  name: 'update-chart-of-accounts',
  summary: 'Chooses the accounts of accounting entries, and whether invoices or payments are booked.',
  description:
    'Replaces the earlier choice. It applies to every period, also to those that were downloaded before: change it at the beginning of a financial year. Live and test mode share it, so it needs a live key.',
  routes: ['PUT /v2/books/chart-of-accounts'],
  scope: 'account:admin',
  body: ChartForm,
  knowsAll: true,
  refusals: ['live_key_needed', 'account_number_unusable', 'account_chosen_twice'],
  example: {
    basis: 'invoices',
    accounts: [{ role: 'sales_of_services_FR_2000', number: '7061', label: 'Formations' }],
  },
  async run({ tx, test, now }, { basis, accounts }) {
    if (test) return { refused: 'live_key_needed' };
    const chosen = accounts.map(({ role, number, label }) => ({ role, number: number.trim(), label: label.trim() }));
    const refused = chartRefused(chosen);
    if (refused) return refused;
    storeChart(tx, { basis, chosen }, now);
    return { body: chartToJson({ basis, chosen }) };
  },
});
