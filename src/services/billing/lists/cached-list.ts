import type * as z from 'zod';
import { countAll, type Listed, listDocuments, type Place } from '../../../db/billing/document-list.ts';
import type { StoredDocument } from '../../../db/billing/read-document-group.ts';
import { type Facts, factsOf, type Seen } from '../../../domain/billing/document/draft-context.ts';
import { withCurrentFigures } from '../../../domain/billing/document/group/finalize.ts';
import { withRateOfDay } from '../../../domain/billing/document/totals/rate-of-day.ts';
import type { ReferenceRate } from '../../../domain/money/reference-rates.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { mapInTimeSlices, slices } from '../../../limits/time-slices.ts';
import { writeCursor } from '../../../schemas/lists/cursor.ts';
import { pageJson } from '../../../schemas/lists/page.ts';
import { stockForDrafts } from '../../catalogue/stock-for-drafts.ts';
import type { Context, Entry } from '../../context.ts';
import { turnoverThisYear } from '../document-group/load-document-group.ts';
import { withFaultsOfDraft } from '../drafts/draft-faults.ts';
import { ratesOfDrafts } from '../drafts/exchange-rates.ts';
import { type billingsQuery, filterFrom, settingsForList } from './list-query.ts';

/** How documents of a page are serialized, and the cache key for that form. */
export type EntryFormat<Told> = { readonly as: string; readonly tell: (seen: Seen) => Told };

/** A page of documents, serialized in one way. */
export async function cachedListPage<Told>(
  context: Context,
  input: z.output<typeof billingsQuery>,
  format: EntryFormat<Told>,
): Promise<{ entries: Entry<Told>[]; body: ReturnType<typeof pageJson<Told>> } | Refused<'page_too_large'>> {
  const { tx } = context;
  const settings = await settingsForList(context, input);
  const shown = shownBefore(context, format.as);
  const filter = filterFrom(input, { test: tx.test, now: context.now, zone: settings?.zone ?? 'Europe/Paris' });
  const [page, all] = await Promise.all([
    listDocuments(tx, filter, placeFrom(input), shown.known),
    input.countWithoutFilters ? countAll(tx, filter.test) : undefined,
  ]);
  if ('refused' in page) return page;
  return {
    entries: await entriesOf(context, page.documents, { tell: format.tell, keep: shown.keep }),
    body: pageJson<Told>({
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

/** In every time zone, days start at a quarter of an hour. */
const QUARTER_SECONDS = 900;

/**
 * Cached list entries of finalized documents for callers with the same rights and language, within
 * the same quarter of an hour, because their situation depends on the day. Drafts are serialized
 * each time.
 */
function shownBefore({ accountId, language, portalTokenOf, shownDocuments, now }: Context, as: string) {
  const quarter = Math.floor(now / QUARTER_SECONDS);
  const owner = `${accountId} ${language} ${portalTokenOf ? 'portals' : ''} ${quarter}${as}`;
  return {
    known: (mark: string) => shownDocuments.get(owner, mark),
    keep: (mark: string) => (json: Buffer) => shownDocuments.keep(owner, mark, json),
  };
}

/**
 * The entries of a page, each serialized in turn. Drafts are read first, since their warnings need
 * one query for all; each finalized document is read and serialized before the next.
 */
async function entriesOf<Told>(
  context: Context,
  listed: readonly Listed<Buffer>[],
  { tell, keep }: { tell: (seen: Seen) => Told; keep: (mark: string) => (json: Buffer) => void },
): Promise<Entry<Told>[]> {
  const read = await mapInTimeSlices(listed, (each) =>
    'known' in each || !each.isDraft ? each : { draft: each.read() },
  );
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
  const entries: Entry<Told>[] = [];
  const turn = slices();
  for (const each of read) {
    if ('known' in each) entries.push({ json: each.known });
    else if ('draft' in each) {
      const { document, facts } = seenInList(each.draft, context.now, known, rates);
      const entry = { document, facts: await withFaultsOfDraft(document, facts) };
      entries.push({ make: () => tell(entry) });
      await turn();
    } else {
      const make = () => tell(seenInList(each.read(), context.now, known));
      entries.push({ make, ...(each.mark !== undefined && { keep: keep(each.mark) }) });
    }
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
