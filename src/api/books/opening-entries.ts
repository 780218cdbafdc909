import * as z from 'zod';
import { lastOpeningNumber, openingEntriesBefore } from '../../db/books/opening-entries.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { OpeningEntryForm, OpeningEntryJson, openingFacts, openingToJson } from '../../schemas/books/opening-entry.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { recordOpening, reverseOpening } from '../../services/books/record-opening.ts';

const none = z.object({});
const about = { chapter: 'Books', path: none, query: none, body: none } as const;
const refusals = [
  'opening_day_unusable',
  'opening_account_unusable',
  'opening_unbalanced',
  'opening_entries_full',
] as const;

/** Above every number of an entry. */
const NUMBER_MAX = 1_000_000;

export const listOpeningBalances = operation({
  ...about,
  name: 'list-opening-balances',
  summary: 'Lists the opening balances that were recorded, the latest first, with who recorded them and when.',
  routes: ['GET /v2/books/opening-balances'],
  scope: 'billing:read',
  query: z.object({
    limit: listing.limit,
    cursor: cursor(z.object({ n: z.int().min(1).max(NUMBER_MAX) })).optional(),
  }),
  success: 200,
  output: pageSchema(OpeningEntryJson),
  refusals: [],
  async run({ tx, test }, { limit, cursor: place }) {
    const [total, found] = await Promise.all([
      lastOpeningNumber(tx),
      openingEntriesBefore(tx, place?.n ?? NUMBER_MAX, limit + 1),
    ]);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1) : undefined;
    return {
      body: pageJson({
        ...{ docs: shown.map((entry) => openingToJson(entry, test)), total, limit, page: undefined },
        nextCursor: next && writeCursor({ n: next.number }),
      }),
    };
  },
});

export const recordOpeningBalances = operation({
  ...about,
  name: 'record-opening-balances',
  summary: 'Records opening balances: an entry in journal AN, for the time before Facturier.',
  description:
    'Accounts of the balance sheet only, classes 1 to 5; debits and credits are equal. An entry never changes: reverse-opening-balances takes it back. Later years begin with the balances that are carried over from it. It is an entry of the audit trail.',
  routes: ['POST /v2/books/opening-balances'],
  scope: 'books:close',
  body: OpeningEntryForm,
  success: 201,
  output: OpeningEntryJson,
  refusals,
  example: {
    on: '2026-01-01',
    label: 'Reprise des soldes 2025',
    lines: [
      { account: '512', label: 'Banque', debit: 420_000 },
      { account: '101', label: 'Capital individuel', credit: 420_000 },
    ],
  },
  async run(context, body) {
    const recorded = await recordOpening(context, openingFacts(body));
    return isRefusal(recorded) ? recorded : { body: openingToJson(recorded, context.test) };
  },
});

export const reverseOpeningBalances = operation({
  ...about,
  name: 'reverse-opening-balances',
  summary: 'Takes opening balances back by their reverse, once.',
  description: 'The reverse has the day of the entry, or the first open day if that one is closed.',
  routes: ['POST /v2/books/opening-balances/{openingEntryId}/reversal'],
  scope: 'books:close',
  path: z.object({ id: idOr('opening_entry_not_found') }),
  success: 201,
  output: OpeningEntryJson,
  refusals: ['opening_entry_not_found', 'opening_entry_reversed', 'opening_entry_is_reversal', ...refusals],
  async run(context, { id }) {
    const reversed = await reverseOpening(context, id);
    return isRefusal(reversed) ? reversed : { body: openingToJson(reversed, context.test) };
  },
});
