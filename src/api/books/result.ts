import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { MONTH_LENGTH, monthOfResult, ResultJson, resultToJson } from '../../schemas/books/result.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { resultOfMonth } from '../../services/books/result-of-month.ts';

export const getResult = operation({
  name: 'get-result',
  chapter: 'Books',
  summary: 'The result of a month and of its year: billed, received, spent, charges due and money to set aside.',
  description:
    'Compared with the same days of the month before. Charges concern micro-enterprises, VAT businesses that declare it; the others have none. Each figure names its list. Estimates: nothing is declared or paid.',
  routes: ['GET /v2/books/result'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ month: monthOfResult }),
  body: z.object({}),
  success: 200,
  output: ResultJson,
  // The operation reads, but stores the computed sums for later requests.
  notesReading: true,
  refusals: ['result_in_euros_only'],
  tool: {
    name: 'get-result',
    description:
      'The result of a month and of its year: billed, received, spent, charges due, money to set aside, and what changed since the month before.',
    ...answeredAs('result', ResultJson),
  },
  async run(context, { month }) {
    const { settings } = await settingsOf(context.tx);
    if (settings.currency !== 'EUR') return { refused: 'result_in_euros_only', currency: settings.currency };
    const day = civilDayOf(context.now, settings.zone);
    const result = await resultOfMonth(context, settings, {
      month: month ?? day.slice(0, MONTH_LENGTH),
      today: day,
    });
    return { body: resultToJson(result, { day, test: context.test }) };
  },
});
