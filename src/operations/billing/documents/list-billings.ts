import * as z from 'zod';
import { BillingInListJson } from '../../../contract/billing/billing.ts';
import { insideToJson } from '../../../contract/billing/billing-to-json.ts';
import { writeCursor } from '../../../contract/cursor.ts';
import { pageJson, pageSchema } from '../../../contract/page.ts';
import { listedAs } from '../../../contract/tool-face.ts';
import { withFaultsOfDraft } from '../../../deeds/billing/faults-of-draft.ts';
import { parametersOfList, readsList } from '../../../deeds/billing/list-parameters.ts';
import { billingsQuery, filterFrom, settingsForList } from '../../../deeds/billing/list-query.ts';
import { turnoverThisYear } from '../../../deeds/billing/see-family.ts';
import { stockSeenBy } from '../../../deeds/catalogue/seen-stock.ts';
import type { Context, Entry } from '../../../deeds/context.ts';
import { type Facts, factsOf } from '../../../domain/billing/document/facts.ts';
import { withTodaysFigures } from '../../../domain/billing/document/finalize.ts';
import { mapInSlices, slices } from '../../../limits/slices.ts';
import { operation } from '../../../road/operation.ts';
import { countAll, type Listed, listDocuments, type Place } from '../../../store/billing/document-list.ts';
import type { Remembered } from '../../../store/billing/documents.ts';

export const listBillings = operation({
  name: 'get-billings',
  summary: 'Lists billing documents, the newest first: whole documents without their relatives.',
  chapter: 'Documents',
  routes: ['GET /v2/billings'],
  scope: 'billing:read',
  path: z.object({}),
  query: billingsQuery,
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
    const settings = await settingsForList(context, input);
    const shown = shownBefore(context);
    const place = placeFrom(input);
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

function placeFrom({ limit, page, cursor, orderBy, orderDirection }: z.output<typeof billingsQuery>): Place {
  if (!cursor) return { limit, page, order: { by: orderBy, direction: orderDirection } };
  return 'by' in cursor ? { limit, place: cursor } : { limit, after: cursor };
}

/** Days of every zone begin on a quarter of an hour. */
const QUARTER_SECONDS = 900;

/**
 * Finalized documents as lists have shown them to whoever may see as much, in his language, within the same quarter of an hour: how
 * they stand follows the day.
 * Drafts are told anew each time.
 */
function shownBefore({ accountId, language, portalTokenOf, shownDocuments, now }: Context) {
  const quarter = Math.floor(now / QUARTER_SECONDS);
  const owner = `${accountId} ${language} ${portalTokenOf ? 'portals' : ''} ${quarter}`;
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
