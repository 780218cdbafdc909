import * as z from 'zod';
import { clearDismissals, dismiss, listMatches, remainingOfTransaction } from '../../../db/payments/bank-matches.ts';
import { operation } from '../../../pipeline/operation.ts';
import { id, idOr } from '../../../schemas/fields/id.ts';
import { filledText } from '../../../schemas/fields/text.ts';
import { listing, yesOrNo } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';
import { BankMatchJson, matchToJson, SUGGESTION_KEY } from '../../../schemas/payments/bank-match.ts';
import { customFault } from '../../../schemas/validation/custom-check.ts';
import type { Context } from '../../../services/context.ts';
import {
  applicationRefusals,
  applyTransaction,
  undoApplication,
} from '../../../services/payments/matching/apply-transaction.ts';

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

/** Documents, payments and payouts of one transaction. */
const PARTS_MAX = 20;
const AMOUNT_MAX_CENTS = 1_000_000_000_000;
/** Characters of a suggestion's key. */
const KEY_MAX = 1_000;

const MatchesOfOneJson = z
  .object({
    transactionId: z.string().meta({ example: '01890a6a-1c2d-7e3f-8a4b-5c6d7e8f9a0b' }),
    remaining: z.int().meta({ description: 'The unmatched part of the transaction, in cents.' }),
    matches: z.array(BankMatchJson),
  })
  .meta({ id: 'BankMatchesOfOne' });
const aboutOne = {
  chapter: 'Bank',
  scope: 'billing:write',
  path: z.object({ transactionId: idOr('bank_transaction_not_found') }),
  query: z.object({}),
  success: 200,
  output: MatchesOfOneJson,
} as const;

const parts = <T extends z.ZodType>(of: T) => z.array(of).max(PARTS_MAX).default([]);

const paidDocument = z.object({
  billingId: id,
  amount: z.int().min(1).max(AMOUNT_MAX_CENTS).optional(),
  keepExcess: z.boolean().optional().meta({
    description:
      'Keeps the part of `amount` (or of the whole rest) above the balance due as an overpayment, listed with the online payments.',
  }),
});

export const applyBankTransaction = operation({
  ...aboutOne,
  name: 'apply-bank-transaction',
  summary: 'Matches a transaction: it pays documents, or is an existing payment or payout.',
  description:
    'All parts are applied, or none. `documents` are paid in the given order, each by default up to its balance due; their payments carry the id of the transaction. Existing `payments` and `payouts` are only matched, never recorded twice. Of two concurrent calls, one succeeds.',
  routes: ['POST /v2/bank/transactions/{transactionId}/apply'],
  body: z
    .object({
      documents: parts(paidDocument),
      payments: parts(id),
      payouts: parts(id),
    })
    .refine(({ documents, payments, payouts }) => documents.length + payments.length + payouts.length > 0, {
      path: ['documents'],
      ...customFault({
        code: 'nothing_to_apply_to',
        fr: 'Indiquez au moins un document, un paiement ou un versement',
        en: 'Name at least one document, payment or payout',
      }),
    }),
  refusals: applicationRefusals,
  example: { documents: [{ billingId: '01890a5d-ac96-774b-bcce-b302099a8057' }] },
  async run(context, { transactionId, documents, payments, payouts }) {
    const targets = documents.map(({ billingId, ...how }) => ({ id: billingId.toLowerCase(), ...how }));
    const no = await applyTransaction(context, transactionId, { documents: targets, payments, payouts });
    return no ?? { body: await asItIs(context, transactionId) };
  },
});

export const undoBankTransaction = operation({
  ...aboutOne,
  name: 'undo-bank-transaction',
  summary: 'Undoes the match of a transaction.',
  description:
    'Payments created by the match are reversed by counter-entries. A resulting overpayment is removed, unless part of it was used. Payments and payouts that existed before stay. The same match is not suggested or applied automatically again.',
  routes: ['POST /v2/bank/transactions/{transactionId}/undo'],
  body: z.object({}),
  refusals: ['bank_transaction_not_found', 'bank_transaction_not_applied', 'excess_used'],
  async run(context, { transactionId }) {
    const no = await undoApplication(context, transactionId);
    return no ?? { body: await asItIs(context, transactionId) };
  },
});

export const dismissBankSuggestion = operation({
  ...aboutOne,
  name: 'dismiss-bank-suggestion',
  summary: 'Dismisses a suggestion permanently, or sets aside a transaction that does not concern the business.',
  routes: ['POST /v2/bank/transactions/{transactionId}/dismiss'],
  body: z.object({
    key: filledText(KEY_MAX).optional().meta({
      description: 'The `key` of the suggestion; without it the transaction is set aside.',
      example: SUGGESTION_KEY,
    }),
  }),
  example: { key: SUGGESTION_KEY },
  refusals: ['bank_transaction_not_found'],
  async run(context, { transactionId, key }) {
    const { tx, now } = context;
    if (!(await remainingOfTransaction(tx, transactionId))) return { refused: 'bank_transaction_not_found' };
    dismiss(tx, transactionId, key ?? '*', now);
    return { body: await asItIs(context, transactionId) };
  },
});

export const reconsiderBankTransaction = operation({
  ...aboutOne,
  name: 'reconsider-bank-transaction',
  summary: 'Restores a transaction: its dismissed suggestions may appear again.',
  routes: ['DELETE /v2/bank/transactions/{transactionId}/dismissals'],
  body: z.object({}),
  refusals: ['bank_transaction_not_found'],
  async run(context, { transactionId }) {
    if (!(await remainingOfTransaction(context.tx, transactionId))) return { refused: 'bank_transaction_not_found' };
    clearDismissals(context.tx, transactionId);
    return { body: await asItIs(context, transactionId) };
  },
});

async function asItIs({ tx }: Context, transactionId: string): Promise<z.input<typeof MatchesOfOneJson>> {
  const [left, { matches }] = await Promise.all([
    remainingOfTransaction(tx, transactionId),
    listMatches(tx, { transactionId }, { limit: 3 * PARTS_MAX, page: 1 }),
  ]);
  return { transactionId, remaining: Math.max(0, left ?? 0), matches: matches.map(matchToJson) };
}
