import * as z from 'zod';
import { listMatches } from '../../../db/payments/bank-matches.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id } from '../../../schemas/fields/id.ts';
import { listing, yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';
import { BankMatchJson, matchToJson } from '../../../schemas/payments/bank-match.ts';

export const listBankMatches = operation({
  name: 'list-bank-matches',
  summary: 'Lists the matches of transactions, newest first, including automatic ones.',
  chapter: 'Bank',
  routes: ['GET /v2/bank/matches'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    byItself: yesOrNo
      .optional()
      .meta({ description: 'true for matches that were applied automatically, false for the others.' }),
    transactionId: id.optional(),
    bankAccountId: id.optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(BankMatchJson),
  refusals: [],
  async run({ tx }, { limit, page, ...which }) {
    const { matches, total } = await listMatches(tx, which, { limit, page });
    return { body: pageJson({ docs: matches.map(matchToJson), total, limit, page, nextCursor: undefined }) };
  },
});
