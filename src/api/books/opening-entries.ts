import * as z from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import { OpeningEntryForm, OpeningEntryJson, openingFacts, openingToJson } from '../../schemas/books/opening-entry.ts';
import { recordOpening } from '../../services/books/record-opening.ts';

export const recordOpeningBalances = operation({
  chapter: 'Books',
  name: 'record-opening-balances',
  summary: 'Records opening balances: an entry in journal AN, for the time before Facturier.',
  description:
    'Accounts of the balance sheet only, classes 1 to 5; debits and credits are equal. An entry never changes: record the reverse to take it back. Later years begin with the balances that are carried over from it.',
  routes: ['POST /v2/books/opening-balances'],
  scope: 'books:close',
  path: z.object({}),
  query: z.object({}),
  body: OpeningEntryForm,
  success: 201,
  output: OpeningEntryJson,
  refusals: ['opening_day_unusable', 'opening_account_unusable', 'opening_unbalanced', 'opening_entries_full'],
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
