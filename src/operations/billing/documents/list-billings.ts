import * as z from 'zod';
import { BillingInListJson } from '../../../contract/billing/billing.ts';
import { insideToJson } from '../../../contract/billing/billing-to-json.ts';
import { kindOfType } from '../../../contract/billing/document-type.ts';
import { cursor, writeCursor } from '../../../contract/cursor.ts';
import { billingState, billingType } from '../../../contract/enumerations.ts';
import { id } from '../../../contract/id.ts';
import { listing, many, search, yesOrNo } from '../../../contract/listing.ts';
import { day } from '../../../contract/moment.ts';
import { worded } from '../../../contract/named.ts';
import { pageJson, pageSchema } from '../../../contract/page.ts';
import { timestampInQuery } from '../../../contract/timestamp.ts';
import { listedAs } from '../../../contract/tool-face.ts';
import { withFaultsOfDraft } from '../../../deeds/billing/faults-of-draft.ts';
import { parametersOfList, readsList } from '../../../deeds/billing/list-parameters.ts';
import { turnoverThisYear } from '../../../deeds/billing/see-family.ts';
import { stockSeenBy } from '../../../deeds/catalogue/seen-stock.ts';
import type { Context, Entry } from '../../../deeds/context.ts';
import { type Facts, factsOf } from '../../../domain/billing/document/facts.ts';
import { withTodaysFigures } from '../../../domain/billing/document/finalize.ts';
import { addDays, civilDayOf, startOfDay } from '../../../domain/time/civil-day.ts';
import { mapInSlices, slices } from '../../../limits/slices.ts';
import { operation } from '../../../road/operation.ts';
import { settingsOf } from '../../../store/account/settings.ts';
import {
  countAll,
  type Filter,
  type Listed,
  listDocuments,
  type Place,
  rangeTypes,
} from '../../../store/billing/document-list.ts';
import type { Remembered } from '../../../store/billing/documents.ts';

/** PostgreSQL knows no year 0. */
const isStorableDay = (day: string): boolean => !day.startsWith('0000');

const query = z.object({
  ...listing,
  test: yesOrNo.optional(),
  search: search.optional(),
  state: many(billingState).optional(),
  type: many(billingType).optional(),
  late: yesOrNo.optional().meta({ description: 'Due day passed, something remains, not canceled.' }),
  customerId: id.optional(),
  organizationId: id.optional(),
  opportunityId: id.optional(),
  archived: yesOrNo.optional().meta({ description: 'Absent: both.' }),
  range: many(z.union([timestampInQuery, day]))
    .optional()
    .meta({ description: 'From and to, Unix seconds or days of the account’s zone; both days belong to it.' }),
  rangeType: worded(rangeTypes).default('emittedAt'),
  countWithoutFilters: yesOrNo.optional(),
  onlyReminderActive: yesOrNo.optional(),
  onlyOnlineSignature: yesOrNo.optional(),
  onlyOnlinePayment: yesOrNo.optional(),
  tiersPrestationIsActivatedForThisBilling: yesOrNo.optional(),
  cursor: cursor(z.object({ emittedOn: z.iso.date().refine(isStorableDay), id: z.uuid() })).optional(),
});
type Query = z.output<typeof query>;

export const listBillings = operation({
  name: 'get-billings',
  summary: 'Lists billing documents, the newest first: whole documents without their relatives.',
  chapter: 'Documents',
  routes: ['GET /v2/billings'],
  scope: 'billing:read',
  path: z.object({}),
  query,
  body: z.object({}),
  success: 200,
  output: pageSchema(BillingInListJson),
  refusals: ['page_too_large'],
  tool: {
    name: 'get-billings',
    description:
      'Lists estimates, purchase orders, invoices, advances and credit notes (assets), the newest first; amounts are cents. Each is whole, without its relatives: get-billing-by-id shows those.',
    parameters: parametersOfList,
    reads: readsList,
    ...listedAs('billings', BillingInListJson),
  },

  async run(context, input) {
    const { tx } = context;
    const { settings } = await settingsFor(context, input);
    const shown = shownBefore(context);
    const place: Place = { limit: input.limit, ...(input.cursor ? { after: input.cursor } : { page: input.page }) };
    const filter = filterFrom(input, context.now, settings?.zone ?? 'Europe/Paris');
    const [page, all] = await Promise.all([
      listDocuments(tx, filter, place, shown.known),
      input.countWithoutFilters ? countAll(tx, input.test) : undefined,
    ]);
    if ('refused' in page) return page;
    return {
      entries: await entriesOf(context, page.documents, shown.keep),
      body: pageJson({
        docs: [],
        total: page.total,
        limit: input.limit,
        page: input.cursor ? undefined : input.page,
        nextCursor: page.last && writeCursor(page.last),
        countWithoutFilters: all,
      }),
    };
  },
});

/** The zone of civil days is needed only where days are compared. */
const settingsFor = async ({ tx }: Context, { late, range }: Query) =>
  late !== undefined || range ? settingsOf(tx) : { settings: undefined };

/**
 * Finalized documents as lists have shown them to whoever may see as much, in his language: nothing of them depends on the day.
 * Drafts are told anew each time.
 */
function shownBefore({ accountId, language, portalTokenOf, shownDocuments }: Context) {
  const owner = `${accountId} ${language} ${portalTokenOf ? 'portals' : ''}`;
  return {
    known: (mark: string) => shownDocuments.get(owner, mark),
    keep: (mark: string) => (json: Buffer) => shownDocuments.keep(owner, mark, json),
  };
}

type Told = ReturnType<typeof insideToJson>;

/**
 * What the documents of a page are told as, each when its turn comes. Drafts are read first, since what they warn of is asked
 * for all of them together; a finalized document is read, told and written before the next is looked at.
 */
async function entriesOf(
  context: Context,
  listed: readonly Listed<Buffer>[],
  keep: (mark: string) => (json: Buffer) => void,
): Promise<Entry<Told>[]> {
  const read = await mapInSlices(listed, (each) => ('known' in each || !each.isDraft ? each : { draft: each.read() }));
  const drafts = read.flatMap((each) => ('draft' in each ? each.draft : []));
  const [turnover, stock] = await Promise.all([
    turnoverFor(context, drafts),
    stockSeenBy(
      context,
      drafts.map(({ document }) => document),
    ),
  ]);
  const known = { ...(turnover !== undefined && { turnoverThisYear: turnover }), ...(stock && { stock }) };
  const entries: Entry<Told>[] = [];
  const turn = slices();
  for (const each of read) {
    if ('known' in each) entries.push({ json: each.known });
    else if ('draft' in each) {
      const { document, facts } = seenInList(each.draft, context.now, known);
      const seen = { document, facts: await withFaultsOfDraft(document, facts) };
      entries.push({ make: () => insideToJson(seen, context) });
      await turn();
    } else {
      const make = () => insideToJson(seenInList(each.read(), context.now, known), context);
      entries.push({ make, ...(each.mark !== undefined && { keep: keep(each.mark) }) });
    }
  }
  return entries;
}

function seenInList(found: Remembered, now: number, known: Pick<Facts, 'turnoverThisYear' | 'stock'>) {
  const { document, settings, customer, projectName, parent, seriesLastOn } = found;
  const facts = factsOf(settings, now, { customer, parent, projectName, seriesLastOn, ...known });
  return { document: withTodaysFigures(document, parent), facts };
}

/** The account is the same for all drafts of a list: what one has to watch, all have. */
async function turnoverFor(context: Context, [draft]: readonly Remembered[]): Promise<number | undefined> {
  return draft && turnoverThisYear(context, draft);
}

function filterFrom(input: Query, now: number, zone: string): Filter {
  // What no document can have yet matches nothing.
  const none = input.onlyOnlineSignature === true;
  const [from, to] = input.range ?? [];
  const range = {
    type: input.rangeType,
    ...(from !== undefined && beginning(from, zone)),
    ...(to !== undefined && ending(to, zone)),
  };
  return {
    ...(input.type && { kinds: input.type.map((type) => kindOfType[type]) }),
    ...(input.state && { states: input.state }),
    ...(input.archived !== undefined && { archived: input.archived }),
    ...(input.test !== undefined && { test: input.test }),
    ...(input.search && { search: input.search }),
    ...(input.customerId && { customerId: input.customerId }),
    ...(input.organizationId && { organizationId: input.organizationId }),
    ...(input.opportunityId && { projectId: input.opportunityId }),
    ...(input.late !== undefined && { late: { is: input.late, on: civilDayOf(now, zone) } }),
    ...(from !== undefined && { range }),
    ...(input.onlyReminderActive && { reminderActive: true }),
    ...(input.onlyOnlinePayment && { onlinePayment: true }),
    ...(input.tiersPrestationIsActivatedForThisBilling && { paymentRequest: true }),
    ...(none && { none }),
  };
}

/** Where a range begins, as an instant and as a day. */
const beginning = (said: number | string, zone: string): { from: number; fromDay: string } =>
  typeof said === 'number'
    ? { from: said, fromDay: civilDayOf(said, zone) }
    : { from: startOfDay(said, zone), fromDay: said };

/** Where it ends: a day belongs to it until its last second. */
const ending = (said: number | string, zone: string): { to: number; toDay: string } =>
  typeof said === 'number'
    ? { to: said, toDay: civilDayOf(said, zone) }
    : { to: startOfDay(addDays(said, 1), zone) - 1, toDay: said };
