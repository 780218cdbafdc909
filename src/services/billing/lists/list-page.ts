import * as z from 'zod';
import { rangeTypes } from '../../../db/billing/document-filter.ts';
import { countAll, type ListedDocument, listDocuments, type Place } from '../../../db/billing/document-list.ts';
import type { StoredDocument } from '../../../db/billing/read-document-group.ts';
import { type Facts, factsOf, type Seen } from '../../../domain/billing/document/draft-context.ts';
import { withCurrentFigures } from '../../../domain/billing/document/group/finalize.ts';
import { withRateOfDay } from '../../../domain/billing/document/totals/rate-of-day.ts';
import type { ReferenceRate } from '../../../domain/money/reference-rates.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { mapInTimeSlices, slices } from '../../../limits/time-slices.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { billingState, billingType } from '../../../schemas/fields/enumerations.ts';
import { idOf } from '../../../schemas/fields/id.ts';
import { moment, secondsAt } from '../../../schemas/fields/timestamp.ts';
import { writeCursor } from '../../../schemas/lists/cursor.ts';
import { many, search, testRecords, yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pageJson } from '../../../schemas/lists/page.ts';
import { pagedBy } from '../../../schemas/tool-definition.ts';
import { stockForDrafts } from '../../catalogue/stock.ts';
import type { Context } from '../../context.ts';
import { turnoverThisYear } from '../document-group/load-document-group.ts';
import { withFaultsOfDraft } from '../drafts/draft-faults.ts';
import { ratesOfDrafts } from '../drafts/exchange-rates.ts';
import { type billingsQuery, filterFrom, settingsForList } from './list-query.ts';

/** A page of documents as `toJson` shows each. */
export async function documentPage<EntryJson>(
  context: Context,
  input: z.output<typeof billingsQuery>,
  toJson: (seen: Seen) => EntryJson,
): Promise<{ entries: (() => EntryJson)[]; body: ReturnType<typeof pageJson<EntryJson>> } | Refused<'page_too_large'>> {
  const { tx } = context;
  const settings = await settingsForList(context, input);
  const filter = filterFrom(input, { test: tx.test, now: context.now, zone: settings?.zone ?? 'Europe/Paris' });
  const [page, all] = await Promise.all([
    listDocuments(tx, filter, placeFrom(input)),
    input.countWithoutFilters ? countAll(tx, filter.test) : undefined,
  ]);
  if ('refused' in page) return page;
  return {
    entries: await entriesOf(context, page.documents, toJson),
    body: pageJson<EntryJson>({
      docs: [],
      total: page.total,
      limit: input.limit,
      page: input.cursor ? undefined : input.page,
      nextCursor: page.last && writeCursor(page.last),
      countWithoutFilters: all,
    }),
  };
}

function placeFrom({ limit, page, cursor, orderBy, orderDirection }: z.output<typeof billingsQuery>): Place {
  if (!cursor) return { limit, page, order: { by: orderBy, direction: orderDirection } };
  return 'by' in cursor ? { limit, place: cursor } : { limit, after: cursor };
}

/**
 * The entries of a page. Drafts are read first, since their warnings need one query for all; each
 * finalized document is read when its entry is built.
 */
async function entriesOf<EntryJson>(
  context: Context,
  listed: readonly ListedDocument[],
  toJson: (seen: Seen) => EntryJson,
): Promise<(() => EntryJson)[]> {
  const read = await mapInTimeSlices(listed, (each) => (each.isDraft ? { draft: each.read() } : each));
  const drafts = read.flatMap((each) => ('draft' in each ? each.draft : []));
  const [turnover, rates, stock] = await Promise.all([
    turnoverFor(context, drafts),
    ratesOfDrafts(context, drafts),
    stockForDrafts(
      context,
      drafts.map(({ document }) => document),
    ),
  ]);
  const known = { ...(turnover !== undefined && { turnoverThisYear: turnover }), ...(stock && { stock }) };
  const entries: (() => EntryJson)[] = [];
  const turn = slices();
  for (const each of read) {
    if ('draft' in each) {
      const { document, facts } = seenInList(each.draft, context.now, known, rates);
      const seen = { document, facts: await withFaultsOfDraft(document, facts) };
      entries.push(() => toJson(seen));
      await turn();
    } else entries.push(() => toJson(seenInList(each.read(), context.now, known)));
  }
  return entries;
}

function seenInList(
  found: StoredDocument,
  now: number,
  known: Pick<Facts, 'turnoverThisYear' | 'stock'>,
  rates?: readonly ReferenceRate[],
) {
  const { settings, customer, projectName, parent, seriesLastOn } = found;
  const facts = factsOf(settings, now, { customer, parent, projectName, seriesLastOn, ...known });
  const document = rates ? withRateOfDay(found.document, { settings, now, rates }) : found.document;
  return { document: withCurrentFigures(document, parent), facts };
}

/** All drafts of a list belong to one account: the threshold check of one is valid for all. */
async function turnoverFor(context: Context, [draft]: readonly StoredDocument[]): Promise<number | undefined> {
  return draft && turnoverThisYear(context, draft);
}

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
