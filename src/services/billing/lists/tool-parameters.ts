import * as z from 'zod';
import { rangeTypes } from '../../../db/billing/document-filter.ts';
import { moment, secondsAt } from '../../../schemas/fields/day-or-instant.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { billingState, billingType } from '../../../schemas/fields/enumerations.ts';
import { idOf } from '../../../schemas/fields/id.ts';
import { many, search, testRecords, yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pagedBy } from '../../../schemas/tool-definition.ts';

/** Default page size of the tool: whole documents are long. */
const BILLINGS_FOR_TOOLS = 10;

/** The parameters of the tool that lists documents. */
export const parametersOfList = z.object({
  ...pagedBy(BILLINGS_FOR_TOOLS),
  type: many(billingType).optional().meta({ description: 'The kinds to list; default all.' }),
  state: many(billingState).optional().meta({ description: 'The states to list; default all.' }),
  search: search.optional().meta({ description: 'Words of a number, a title or a customer’s name.' }),
  customerId: idOf('a contact or organization').optional(),
  archived: yesOrNo.optional().meta({ description: 'Only archived ones, or only others; default both.' }),
  test: testRecords,
  late: yesOrNo.optional().meta({ description: 'Due day passed, something remains, not canceled; or all but those.' }),
  rangeFrom: moment.optional().meta({
    description: 'The first day (2026-03-02, in the account’s zone) or a date and time (2026-03-02T09:00:00+01:00).',
  }),
  rangeTo: moment.optional().meta({ description: 'The last day or instant, which belongs to the range.' }),
  rangeType: worded(rangeTypes)
    .default('emittedAt')
    .meta({ description: 'The date the range applies to; default emittedAt, the issue date.' }),
});

/**
 * Converts tool parameters to the operation's: a range with both ends, instants in Unix seconds.
 * An empty list of kinds or states does not filter.
 */
export function readsList(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { rangeFrom, rangeTo, ...same } = input as Range;
  const narrowing = Object.entries(same).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return { ...Object.fromEntries(narrowing), ...rangeOf({ rangeFrom, rangeTo }) };
}

type Range = { rangeFrom?: string | undefined; rangeTo?: string | undefined };

function rangeOf({ rangeFrom, rangeTo }: Range): { range?: (string | number)[] } {
  if (rangeFrom === undefined && rangeTo === undefined) return {};
  const from = rangeFrom === undefined ? 0 : dayOrSeconds(rangeFrom);
  return { range: rangeTo === undefined ? [from] : [from, dayOrSeconds(rangeTo)] };
}

/** Days are passed on unchanged: only the operation knows their time zone. */
const dayOrSeconds = (input: string): string | number => (input.includes('T') ? secondsAt(input) : input);
