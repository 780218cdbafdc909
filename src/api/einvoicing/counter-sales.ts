import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import {
  countCounterSales,
  findCounterSale,
  insertCounterSale,
  listCounterSales,
  lockCounterSales,
} from '../../db/einvoicing/counter-sales.ts';
import { type CounterSale, counterRates } from '../../domain/einvoicing/e-reporting/counter-sale.ts';
import { cents } from '../../domain/money/cents.ts';
import type { Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { CounterSaleForm, CounterSaleJson, counterSaleToJson } from '../../schemas/einvoicing/e-reporting.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import type { Context, Reply } from '../../services/context.ts';

/** Entries of one day, replaced ones included: bounds the takings of a report. */
const ENTRIES_OF_DAY_MAX = 100;
/** Days before and after any entry. */
const [FIRST_DAY, LAST_DAY] = ['1970-01-01', '2999-12-31'];

export const listTakings = operation({
  name: 'list-counter-sales',
  summary: 'Lists takings without invoices, newest first, with the entries that corrections replaced.',
  chapter: 'E-reporting',
  routes: ['GET /v2/counter-sales'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ ...listing, from: day.optional(), to: day.optional() }),
  body: z.object({}),
  success: 200,
  output: pageSchema(CounterSaleJson),
  refusals: [],
  async run({ tx }, { from = FIRST_DAY as string, to = LAST_DAY as string, limit, page }) {
    const { sales, total } = await listCounterSales(tx, { from, to, limit, page });
    const docs = sales.map((sale) => counterSaleToJson(sale, { isReplaced: sale.isReplaced, test: tx.test }));
    return { body: pageJson({ docs, total, limit, page, nextCursor: undefined }) };
  },
});

const refusals = ['counter_sale_to_come', 'counter_sale_rate_unknown', 'counter_sales_of_day_full'] as const;
const example = { on: '2026-03-01', sold: 'goods', rate: 2000, amount: 42_000 };

export const enterTakings = operation({
  name: 'create-counter-sale',
  summary: 'Enters the takings of a day that were not invoiced, of one kind and VAT rate.',
  description:
    'For e-reporting (CGI art. 290): the tax included in the amount is computed. An entry never changes; correct-counter-sale replaces it.',
  chapter: 'E-reporting',
  routes: ['POST /v2/counter-sales'],
  scope: 'billing:write',
  path: z.object({}),
  query: z.object({}),
  body: CounterSaleForm,
  success: 201,
  output: CounterSaleJson,
  refusals,
  example,
  run: async (context, form) => entered(context, form),
});

export const correctTakings = operation({
  name: 'correct-counter-sale',
  summary: 'Replaces an entry of takings by a new one; an amount of 0 withdraws it.',
  description: 'The replaced entry stays in the list. Each entry can be replaced once: correct the latest one.',
  chapter: 'E-reporting',
  routes: ['POST /v2/counter-sales/{counterSaleId}/correction'],
  scope: 'billing:write',
  path: z.object({ id: idOr('counter_sale_not_found') }),
  query: z.object({}),
  body: CounterSaleForm,
  success: 201,
  output: CounterSaleJson,
  refusals: [...refusals, 'counter_sale_not_found', 'counter_sale_replaced'],
  example,
  async run(context, { id, ...form }) {
    await lockCounterSales(context.tx);
    const corrected = await findCounterSale(context.tx, id);
    if (!corrected) return { refused: 'counter_sale_not_found' };
    if (corrected.isReplaced) return { refused: 'counter_sale_replaced' };
    return entered(context, form, id);
  },
});

type Form = z.output<typeof CounterSaleForm>;

async function entered(
  { tx, test, now, newId }: Context,
  { amount, note, method, ...form }: Form,
  correctsId?: string,
): Promise<Reply<z.input<typeof CounterSaleJson>> | Refused<(typeof refusals)[number]>> {
  const { settings } = await settingsOf(tx);
  const today = civilDayOf(now, settings.zone);
  if (form.on > today) return { refused: 'counter_sale_to_come', today };
  if (!counterRates.includes(form.rate)) return { refused: 'counter_sale_rate_unknown', rates: counterRates };
  if (correctsId === undefined) await lockCounterSales(tx);
  if ((await countCounterSales(tx, form.on)) >= ENTRIES_OF_DAY_MAX)
    return { refused: 'counter_sales_of_day_full', limit: ENTRIES_OF_DAY_MAX };
  const sale: CounterSale = {
    ...{ ...form, id: newId(), amount: cents(amount), createdAt: now },
    ...(method !== undefined && { method }),
    ...(note !== undefined && { note }),
    ...(correctsId !== undefined && { correctsId }),
  };
  insertCounterSale(tx, sale);
  return { body: counterSaleToJson(sale, { isReplaced: false, test }) };
}
