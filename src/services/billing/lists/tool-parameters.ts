import * as z from 'zod';
import { rangeTypes } from '../../../db/billing/document-filter.ts';
import { moment, secondsAt } from '../../../schemas/fields/day-or-instant.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { billingState, billingType } from '../../../schemas/fields/enumerations.ts';
import { idOf } from '../../../schemas/fields/id.ts';
import { many, search, testRecords, yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pagedBy } from '../../../schemas/tool-definition.ts';

/** Documents on a page of a tool that does not say how many: whole ones are long. */
const BILLINGS_FOR_TOOLS = 10;

/** What the tool that lists documents can be asked. */
export const parametersOfList = z.object({
  ...pagedBy(BILLINGS_FOR_TOOLS),
  type: many(billingType).optional().meta({ description: 'The kinds to list; all unless said.' }),
  state: many(billingState).optional().meta({ description: 'The states to list; all unless said.' }),
  search: search.optional().meta({ description: 'Words of a number, a title or a customer’s name.' }),
  customerId: idOf('a contact or organization').optional(),
  archived: yesOrNo.optional().meta({ description: 'Archived ones only, or the others only; both unless said.' }),
  test: testRecords,
  late: yesOrNo.optional().meta({ description: 'Due day passed, something remains, not canceled; or all but those.' }),
  rangeFrom: moment.optional().meta({
    description: 'The first day (2026-03-02, in the account’s zone) or a date and time (2026-03-02T09:00:00+01:00).',
  }),
  rangeTo: moment.optional().meta({ description: 'The last day or instant, which belongs to the range.' }),
  rangeType: worded(rangeTypes)
    .default('emittedAt')
    .meta({ description: 'The date the range is about: emittedAt, the day of issue, unless said.' }),
});

/**
 * What was asked in the words of the operation: the range as from and to together, instants in Unix seconds. An empty
 * list of kinds or states narrows nothing, as one that was not said.
 */
export function readsList(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { rangeFrom, rangeTo, ...same } = said as Range;
  const narrowing = Object.entries(same).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return { ...Object.fromEntries(narrowing), ...rangeSaid({ rangeFrom, rangeTo }) };
}

type Range = { rangeFrom?: string | undefined; rangeTo?: string | undefined };

function rangeSaid({ rangeFrom, rangeTo }: Range): { range?: (string | number)[] } {
  if (rangeFrom === undefined && rangeTo === undefined) return {};
  const from = rangeFrom === undefined ? 0 : dayOrSeconds(rangeFrom);
  return { range: rangeTo === undefined ? [from] : [from, dayOrSeconds(rangeTo)] };
}

/** A day goes as it is: only the operation knows the zone it is a day of. */
const dayOrSeconds = (said: string): string | number => (said.includes('T') ? secondsAt(said) : said);
