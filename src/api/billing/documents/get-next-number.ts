import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { seriesToday } from '../../../db/billing/number-series.ts';
import { seriesOf } from '../../../domain/billing/document/kind.ts';
import { nextNumber } from '../../../domain/billing/numbering/next-number.ts';
import { numberOf } from '../../../domain/billing/numbering/number-format.ts';
import { civilDayOf, yearOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { kindOfType } from '../../../schemas/billing/document/document-type.ts';
import { day } from '../../../schemas/fields/day-or-instant.ts';
import { BillingTypeJson, billingType } from '../../../schemas/fields/enumerations.ts';
import { answeredAs } from '../../../schemas/tool-definition.ts';

const NextNumberJson = z
  .object({
    type: BillingTypeJson,
    number: z.string(),
    series: z.string(),
    year: z.int(),
    counter: z.int(),
    date: z.string().meta({ format: 'date', description: 'The day of issue that the number is for.' }),
    earliestDate: z.string().optional().meta({
      format: 'date',
      description:
        'The earliest issue date: the date of the last number of the series. Absent if the series has no number yet.',
    }),
    latestDate: z.string().meta({ format: 'date', description: 'The last day of issue: today.' }),
  })
  .meta({ id: 'NextNumber' });

export const getNextNumber = operation({
  name: 'get-next-number',
  summary: 'Returns the number that the next finalized document of a type would get, and its possible dates.',
  description:
    'The number is for the mode of the key (live or test). It is not reserved. Invoices and advances share a series.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/next-number'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    type: billingType,
    date: day.optional().meta({ description: 'The day of issue, in the account’s time zone; default today.' }),
  }),
  body: z.object({}),
  success: 200,
  output: NextNumberJson,
  refusals: [],
  tool: { name: 'get-next-number', ...answeredAs('next', NextNumberJson) },

  async run({ tx, test, now }, { type, date }) {
    const kind = kindOfType[type];
    const prefix = seriesOf(kind, test);
    const [{ settings }, counters] = await Promise.all([settingsOf(tx), seriesToday(tx, { test, prefix })]);
    const today = civilDayOf(now, settings.zone);
    const year = yearOf(date ?? today);
    const last = counters.find((each) => each.year === year)?.last ?? 0;
    const { counter, format } = nextNumber(kind, { test, year, last }, settings);
    const [latest] = counters
      .flatMap(({ lastOn }) => lastOn ?? [])
      .toSorted()
      .toReversed();
    return {
      body: {
        ...{ type, series: prefix, year, counter, date: date ?? today, latestDate: today },
        number: numberOf(format, { series: prefix, year, counter }),
        ...(latest !== undefined && { earliestDate: latest }),
      },
    };
  },
});
