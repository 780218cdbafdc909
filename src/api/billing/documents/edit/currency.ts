import * as z from 'zod';
import { settingsOf } from '../../../../db/account/settings.ts';
import { lastRateDay } from '../../../../db/reference-rates.ts';
import { rateDayOf, withCurrency } from '../../../../domain/billing/document/totals/rate-of-day.ts';
import { currencyCodes } from '../../../../domain/money/currency.ts';
import { dayInEuroZone } from '../../../../domain/money/rate-calendar.ts';
import { currencyOn } from '../../../../domain/money/rate-on-day.ts';
import { isBefore } from '../../../../domain/time/civil-day.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { CurrencyRatesJson, currencyRatesToJson } from '../../../../schemas/billing/currency-rates.ts';
import { currencyRate } from '../../../../schemas/billing/document/document-input.ts';
import { currencyCode } from '../../../../schemas/fields/enumerations.ts';
import { idOr } from '../../../../schemas/fields/id.ts';
import { day } from '../../../../schemas/fields/timestamp.ts';
import { answeredAs } from '../../../../schemas/tool-definition.ts';
import {
  type ApiDocumentKind,
  creditNotes,
  estimates,
  invoices,
} from '../../../../services/billing/api-document-kinds.ts';
import { editDraft, editRefusals } from '../../../../services/billing/drafts/edit-draft.ts';
import { ratesAround } from '../../../../services/billing/drafts/exchange-rates.ts';

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
  tool: {
    name: 'get-currency-rates',
    description:
      'The rates that a document issued on a day would have, for one unit of the account’s currency (source: ECB).',
    ...answeredAs('currencyRates', CurrencyRatesJson),
  },

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

const currencyBody = z.object({
  currency: currencyCode,
  currencyRate: currencyRate.nullish().meta({
    description:
      'Units of the document currency for one unit of the account currency. Null: the reference rate of the European Central Bank, which a draft follows until it is finalized. Absent: the current rate of the document in this currency, or the reference rate.',
  }),
});

export const updateEstimateCurrency = paying(estimates, {
  summary: 'Sets the currency and the exchange rate of a draft estimate.',
  refusals: ['currency_without_rate'],
});
export const updateInvoiceCurrency = paying(invoices, {
  summary: 'Sets the currency and the exchange rate of a draft invoice.',
  refusals: ['currency_without_rate', 'currency_of_parent'],
});
export const updateCreditNoteCurrency = paying(creditNotes, {
  summary: 'Sets the currency and the exchange rate of a free draft asset (credit note).',
  refusals: ['currency_without_rate', 'currency_of_parent'],
});

type CurrencyOptions = { summary: string; refusals: readonly ('currency_without_rate' | 'currency_of_parent')[] };

function paying({ noun, chapter, Json, missing, what }: ApiDocumentKind, { summary, refusals }: CurrencyOptions) {
  return operation({
    name: `update-${noun}-currency`,
    summary,
    description:
      'Amounts stay as they were entered. The rate is units of the document currency for one unit of the account currency; currencies with a fixed parity need none. Without one, the last European Central Bank reference rate on the issue date applies, if it is at most 7 days old.',
    chapter,
    routes: [`PUT /v2/billing/${noun}/{${noun}Id}/currency`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body: currencyBody,
    success: 200,
    output: Json,
    refusals: [missing, ...refusals, ...editRefusals],
    example: { currency: 'USD', currencyRate: 1.0856 },
    run: (context, input) =>
      editDraft(context, input.id, what, async (draft, { settings, now }) => {
        const currency = { code: input.currency, rate: input.currencyRate };
        const isGiven = typeof currency.rate === 'number';
        const around = { days: [rateDayOf(draft, now)], codes: [currency.code, settings.currency] };
        const rates = isGiven ? [] : await ratesAround(context, around);
        return withCurrency(draft, currency, { settings, now, rates, isOn: context.ratesUrl !== undefined });
      }),
  });
}
