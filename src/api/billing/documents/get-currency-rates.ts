import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { lastRateDay } from '../../../db/reference-rates.ts';
import { currencyCodes } from '../../../domain/money/currency.ts';
import { dayInEuroZone } from '../../../domain/money/rate-calendar.ts';
import { currencyOn } from '../../../domain/money/rate-on-day.ts';
import { isBefore } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { CurrencyRatesJson, currencyRatesToJson } from '../../../schemas/billing/currency-rates.ts';
import { day } from '../../../schemas/fields/day-or-instant.ts';
import { answeredAs } from '../../../schemas/tool-definition.ts';
import { ratesAround } from '../../../services/billing/drafts/exchange-rates.ts';

export const getCurrencyRates = operation({
  name: 'get-currency-rates',
  summary: 'Get the rates that a document issued on a day would have, for one unit of the account’s currency.',
  description:
    'The last reference rates of the European Central Bank known on that day (in Paris) and at most 7 days old, and the parities set by law. Source: ECB, whose website publishes the rates free of charge.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/currency-rates'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    day: day.optional().meta({ description: 'The day of issue; by default today, also for a day in the future.' }),
  }),
  body: z.object({}),
  success: 200,
  output: CurrencyRatesJson,
  refusals: [],
  tool: { name: 'get-currency-rates', ...answeredAs('currencyRates', CurrencyRatesJson) },

  async run(context, { day: asked }) {
    const { tx, now, ratesUrl } = context;
    const today = dayInEuroZone(now);
    const on = asked !== undefined && isBefore(asked, today) ? asked : today;
    const [{ settings }, rates, lastDay] = await Promise.all([
      settingsOf(tx),
      ratesAround(context, { days: [on], codes: currencyCodes }),
      lastRateDay(tx),
    ]);
    const base = settings.currency;
    const isOn = ratesUrl !== undefined;
    const others = currencyCodes.filter((code) => code !== base);
    const found = others.map((code) => currencyOn(rates, { code, base, on, now, isOn }));
    return {
      body: currencyRatesToJson({
        ...{ base, isOn, lastDay },
        rates: found.flatMap((each) => ('rate' in each ? each : [])),
        missing: found.flatMap((each) => ('because' in each ? each : [])),
      }),
    };
  },
});
