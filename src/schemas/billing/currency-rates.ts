import * as z from 'zod';
import type { CurrencyCode, DocumentCurrency } from '../../domain/money/currency.ts';
import type { RateAbsence } from '../../domain/money/reference-rates.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { CurrencyCodeJson } from '../fields/enumerations.ts';
import { CurrencyJson, currencyToJson } from './document/document-parts.ts';

const reasons = ['never_published', 'off', 'none_recent'] as const satisfies readonly RateAbsence[];

/** The rates of a document issued on a given day. */
export const CurrencyRatesJson = z
  .object({
    base: CurrencyCodeJson.meta({
      description: 'The currency of the account. Rates are units per unit of this currency.',
    }),
    source: z
      .literal('ECB')
      .meta({ description: 'Euro foreign exchange reference rates of the European Central Bank.' }),
    isOn: z.boolean().meta({ description: 'Whether this service fetches reference rates (`RATES_URL`).' }),
    lastDay: z.string().optional().meta({ description: 'The last day whose rates this service has, `2026-03-02`.' }),
    rates: z.array(CurrencyJson).meta({ description: 'Rates of the ECB, and FIXED rates if the law sets a parity.' }),
    missing: z.array(z.object({ currencyCode: CurrencyCodeJson, reason: z.enum(reasons) })).meta({
      description:
        'Currencies that need a manual rate: the ECB publishes no rate, this service fetches none, or none of the last 7 days is known.',
    }),
  })
  .meta({ id: 'CurrencyRates' });

export const currencyRatesToJson = (known: {
  base: CurrencyCode;
  isOn: boolean;
  lastDay: CivilDay | undefined;
  rates: readonly DocumentCurrency[];
  missing: readonly { code: CurrencyCode; because: RateAbsence }[];
}): z.output<typeof CurrencyRatesJson> => ({
  base: known.base,
  source: 'ECB',
  isOn: known.isOn,
  ...(known.lastDay !== undefined && { lastDay: known.lastDay }),
  rates: known.rates.map(currencyToJson),
  missing: known.missing.map(({ code, because }) => ({ currencyCode: code, reason: because })),
});
