import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import {
  continuedSeries,
  LAST_NUMBER_MAX,
  type NumberingChange,
  numberingChanges,
} from '../../../domain/billing/numbering/continue-series.ts';
import { formatText } from '../../../domain/billing/numbering/number-format.ts';
import { seriesPrefixes } from '../../../domain/billing/numbering/series.ts';
import { civilDayOf, yearOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';

const NumberingProposalJson = z
  .object({
    series: z.string().meta({ example: 'F' }),
    format: z.string().meta({ description: 'For `numbering` in the settings.', example: 'FA-{year}-{counter:4}' }),
    startsAt: z.int().meta({ description: 'The first counter of this year.', example: 42 }),
    number: z.string().meta({ description: 'The number that would come next.', example: 'FA-2026-0042' }),
    changes: z.array(worded(numberingChanges as readonly [NumberingChange, ...NumberingChange[]])).meta({
      description: 'What of the last number cannot be continued as it was.',
      example: [],
    }),
  })
  .meta({ id: 'NumberingProposal' });

export const proposeNumbering = operation({
  name: 'propose-numbering',
  summary: 'Proposes how to continue a series after its last number in another program; changes nothing.',
  description:
    'The law requires numbers without gaps (CGI ann. II art. 242 nonies A, I 7°). Save `format` and `startsAt` with `update-company`, before the first number of the year.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/numbering-proposal'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    series: worded(seriesPrefixes).default('F'),
    last: z.string().trim().min(1).max(LAST_NUMBER_MAX).meta({
      description: 'The last number issued there, as it was printed.',
      example: 'FA-2026-0041',
    }),
  }),
  body: z.object({}),
  success: 200,
  output: NumberingProposalJson,
  refusals: ['last_number_unreadable'],
  async run({ tx, now }, { series, last }) {
    const { settings } = await settingsOf(tx);
    const year = yearOf(civilDayOf(now, settings.zone));
    const found = continuedSeries(last, { series, year });
    if ('refused' in found) return found;
    const { format, startsAt, number, changes } = found;
    return { body: { series, format: formatText(format), startsAt, number, changes: [...changes] } };
  },
});
