import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { microSocialByDefault } from '../../domain/books/micro-social.ts';
import { declarationBoxes, declarationPeriodOn, declarationTotals } from '../../domain/books/urssaf-declaration.ts';
import { addDays, civilDayOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { UrssafDeclarationJson } from '../../schemas/books/urssaf-declaration.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { bookAsked, bookSums } from '../../services/books/book-files.ts';

export const getUrssafDeclaration = operation({
  name: 'get-urssaf-declaration',
  chapter: 'Books',
  summary: 'What a micro-entrepreneur declares to Urssaf for a month or quarter, and what is to be paid.',
  description:
    'The turnover by nature from the receipts book, and an estimate of contributions, training and income tax by `microSocial` of the company. Nothing is sent to Urssaf.',
  routes: ['GET /v2/books/urssaf'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    on: day.optional().meta({ description: 'A day of the period; by default the last period that has ended.' }),
  }),
  body: z.object({}),
  success: 200,
  output: UrssafDeclarationJson,
  limiter: 'exports',
  refusals: ['receipts_book_too_long'],
  tool: {
    name: 'get-urssaf-declaration',
    description:
      'What a micro-entrepreneur declares to Urssaf for a month or quarter, and the charges to set aside (`due`). With `on` today: the running period.',
    ...answeredAs('declaration', UrssafDeclarationJson),
  },
  async run(context, { on }) {
    const { settings } = await settingsOf(context.tx);
    const situation = settings.microSocial ?? microSocialByDefault;
    const today = civilDayOf(context.now, settings.zone);
    const current = declarationPeriodOn(today, situation.rhythm);
    const period = declarationPeriodOn(on ?? addDays(current.from, -1), situation.rhythm);
    const opened = await bookAsked(context, period);
    if ('refused' in opened) throw new Error('a period that ends before it begins');
    const sums = await bookSums(context, opened.book);
    if ('refused' in sums) return sums;
    const totals = sums.all();
    const boxes = declarationBoxes(totals, period, situation);
    const state =
      today < period.opensOn ? ('running' as const) : today <= period.dueOn ? ('open' as const) : ('past' as const);
    return {
      body: {
        ...period,
        ...{ state, ...declarationTotals(boxes), withoutRate: totals.withoutRate },
        boxes: boxes.map(({ rates, ...box }) => ({ ...box, rates: rates ?? null })),
      },
    };
  },
});
