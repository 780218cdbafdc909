import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { vatPeriods } from '../../domain/home/vat-of-period.ts';
import { civilDayOf, yearOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { DashboardJson } from '../../schemas/home/dashboard.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { dashboardOf } from '../../services/home/dashboard.ts';

const YEAR_MIN = 1971;
const YEAR_MAX = 2998;

export const getDashboard = operation({
  name: 'get-dashboard',
  summary: 'Returns amounts due and to bill, tasks to do, turnover by month, VAT of the period, and thresholds.',
  description:
    'The figures are those of the key’s mode (live or test), in cents of the account currency; amounts in other currencies are listed separately and never added up. Each figure names the list it sums, whose totals are the same.',
  chapter: 'Home',
  routes: ['GET /v2/dashboard'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    year: z.coerce
      .number()
      .int()
      .min(YEAR_MIN)
      .max(YEAR_MAX)
      .optional()
      .meta({ description: 'The civil year of turnover and thresholds; default the current one.' }),
    vatPeriod: worded(vatPeriods).optional().meta({
      description: 'How often VAT is declared: monthly, or yearly in the simplified regime.',
    }),
  }),
  body: z.object({}),
  success: 200,
  output: DashboardJson,
  // The operation reads, but stores the computed sums for later requests.
  notesReading: true,
  refusals: [],
  tool: {
    name: 'get-dashboard',
    description:
      'Amounts due and to bill, tasks to do, turnover by month, VAT of the period, and thresholds. Other currencies are listed apart, never added up.',
    ...answeredAs('dashboard', DashboardJson),
  },

  async run(context, { year, vatPeriod }) {
    const { settings } = await settingsOf(context.tx);
    const today = civilDayOf(context.now, settings.zone);
    return { body: await dashboardOf(context, settings, { year: year ?? yearOf(today), today, vatPeriod }) };
  },
});
