import * as z from 'zod';
import { remainingOfTransaction } from '../../../db/payments/bank-matches.ts';
import { suggestAll } from '../../../domain/payments/matching/suggest.ts';
import { dismissedKey, type Suggestion } from '../../../domain/payments/matching/suggestion.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOr } from '../../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import {
  BankSuggestionJson,
  OpenTransactionJson,
  openTransactionToJson,
  suggestionToJson,
} from '../../../schemas/payments/bank-match.ts';
import { LOOKED_AT_MAX, suggestMatches } from '../../../services/payments/matching/suggest-matches.ts';

const place = z.object({
  receivedOn: z.iso.date().refine((day) => !day.startsWith('0000')),
  id: z.uuid(),
});
const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;

export const listBankSuggestions = operation({
  name: 'list-bank-suggestions',
  summary: 'Lists unmatched incoming transactions, newest first, with suggested matches and the reasons.',
  description:
    'Suggestions are computed on each call, for at most 2,000 transactions a page: a page may have fewer than `limit` entries and still a `nextCursor`. Dismissed suggestions do not return.',
  chapter: 'Bank',
  routes: ['GET /v2/bank/suggestions'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
    show: z
      .enum(['suggested', 'left', 'all'])
      .default('all')
      .meta({ description: 'Transactions with a suggestion, without one, or both.' }),
    bankAccountId: id.optional().meta({
      description: 'Only transactions of one bank account. Suggestions still consider the other bank accounts.',
    }),
    cursor: cursor(place).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: z
    .object({
      docs: z.array(OpenTransactionJson),
      suggested: z.int().meta({ description: 'Number of examined transactions that have a suggestion.' }),
      nextCursor: z.string().optional().meta({
        description: 'The cursor of the next page; absent on the last page.',
        example: 'eyJyZWNlaXZlZE9uIjoi',
      }),
    })
    .meta({ id: 'BankSuggestions' }),
  refusals: [],
  async run({ tx }, { limit, show, bankAccountId, cursor: read }) {
    const { transactions, suggestions, facts } = await suggestMatches(tx, {
      after: read && { bookedOn: read.receivedOn, id: read.id },
    });
    const shown = transactions.filter(
      (each) =>
        (show === 'all' || suggestions.has(each.id) === (show === 'suggested')) &&
        (bankAccountId === undefined || each.bankAccountId === bankAccountId),
    );
    const docs = shown.slice(0, limit);
    const last =
      shown.length > limit ? docs.at(-1) : transactions.length === LOOKED_AT_MAX ? transactions.at(-1) : undefined;
    return {
      body: {
        docs: docs.map((each) => openTransactionToJson(each, suggestions.get(each.id), facts)),
        suggested: suggestions.size,
        ...(last && {
          nextCursor: writeCursor({ receivedOn: last.bookedOn, id: last.id } satisfies z.output<typeof place>),
        }),
      },
    };
  },
});

/** Suggestions returned per transaction. */
const OF_ONE_MAX = 5;

export const getBankSuggestions = operation({
  name: 'get-bank-suggestions',
  summary: 'Gets the suggested matches of a transaction, likeliest first, with the reasons.',
  chapter: 'Bank',
  routes: ['GET /v2/bank/transactions/{transactionId}/suggestions'],
  scope: 'billing:read',
  path: z.object({ transactionId: idOr('bank_transaction_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ suggestions: z.array(BankSuggestionJson) }).meta({ id: 'BankSuggestionsOfOne' }),
  refusals: ['bank_transaction_not_found'],
  async run({ tx }, { transactionId }) {
    if (!(await remainingOfTransaction(tx, transactionId))) return { refused: 'bank_transaction_not_found' };
    const { transactions, suggestions, facts } = await suggestMatches(tx, { id: transactionId });
    const returned: Suggestion[] = [...suggestions.values()];
    const dismissed = new Set(facts.dismissed);
    for (let last = returned[0]; last && returned.length < OF_ONE_MAX; ) {
      dismissed.add(dismissedKey(transactionId, last.key));
      last = suggestAll(transactions, { ...facts, dismissed }).get(transactionId);
      if (last) returned.push(last);
    }
    return { body: { suggestions: returned.map((each) => suggestionToJson(each, facts)) } };
  },
});
