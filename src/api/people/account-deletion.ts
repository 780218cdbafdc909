import * as z from 'zod';
import { findDeletion, lastRecordOn } from '../../db/account/deletions.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DELETION_WAIT_DAYS, recordsKeptUntil } from '../../domain/account/deletion.ts';
import type { OwnAccount } from '../../domain/people/person.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { AccountDeletionJson, AccountDeletionStateJson, deletionToJson } from '../../schemas/account/deletion.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { password, secondFactorCode } from '../../schemas/people/credentials.ts';
import { cancelRequestedDeletion, requestDeletion } from '../../services/account/account-deletion.ts';
import type { PersonalContext } from '../../services/people/personal-context.ts';
import { confirmingRefusals, reauthenticateWithCode } from '../../services/people/sign-in/reauthenticate.ts';
import { signedInOf } from '../../services/people/sign-in/signed-in.ts';

const ofAccount = {
  chapter: 'People',
  asker: 'signed_in',
  path: z.object({ accountId: idOr('own_account_not_found') }),
} as const;

const accountOf = (context: PersonalContext, accountId: string): OwnAccount | undefined =>
  signedInOf(context).accounts.find(({ id }) => id === accountId);

const NOT_FOUND = { refused: 'own_account_not_found' } as const;

export const getAccountDeletion = personalOperation({
  ...ofAccount,
  name: 'get-account-deletion',
  summary: 'Whether an account of yours is being deleted, and what the law would keep of it.',
  routes: ['GET /v2/person/accounts/{accountId}/deletion'],
  body: z.object({}),
  success: 200,
  output: AccountDeletionStateJson,
  refusals: ['own_account_not_found'],
  run: async (context, { accountId }) => {
    if (!accountOf(context, accountId)) return NOT_FOUND;
    const { deletion, lastOn } = await inTransaction(context.pool, { accountId, test: false }, async (tx) => ({
      commit: false,
      answer: { deletion: await findDeletion(tx), lastOn: await lastRecordOn(tx) },
    }));
    return {
      body: {
        deletion: deletion ? deletionToJson(deletion) : null,
        recordsKeptUntil: lastOn ? recordsKeptUntil(lastOn) : null,
      },
    };
  },
});

export const requestAccountDeletion = personalOperation({
  ...ofAccount,
  name: 'request-account-deletion',
  summary: `Request the deletion of an account: it happens after ${DELETION_WAIT_DAYS} days, and can be canceled until then.`,
  description:
    'Owners only, with the password and, if they have a second factor, a code. On the day, all access ends and everything the law does not keep is erased. Finalized documents, books and the audit trail are kept, locked, until the end of their legal term, then erased. All owners get a mail.',
  routes: ['POST /v2/person/accounts/{accountId}/deletion'],
  body: z.object({
    name: z.string().min(1).max(255).meta({ description: 'The name of the account, typed to confirm.' }),
    dataTaken: z.literal(true).meta({ description: 'You have taken the data of the account with you.' }),
    password,
    code: secondFactorCode.optional().meta({ description: 'Required if the person has a second factor.' }),
  }),
  success: 201,
  output: AccountDeletionJson,
  refusals: [
    ...(['own_account_not_found', 'deletion_for_owners', 'deletion_of_sample', 'deletion_asked_already'] as const),
    'account_name_differs',
    ...confirmingRefusals,
  ],
  example: { name: 'Atelier Durand', dataTaken: true, password: 'cheval agrafe pile correcte' },
  run: async (context, { accountId, name, password, code }) => {
    const account = accountOf(context, accountId);
    if (!account) return NOT_FOUND;
    if (account.role !== 'owner') return { refused: 'deletion_for_owners' };
    const known = await reauthenticateWithCode(context, { password, code });
    if ('refused' in known) return known;
    const actor = known.person.id;
    const deletion = await inTransaction(context.pool, { accountId, test: false }, async (tx) => {
      const answer = await requestDeletion({ ...context, tx, actor }, { account, typed: name });
      return { commit: !('refused' in answer), answer };
    });
    if ('refused' in deletion) return deletion;
    context.note({ event: 'deletion_requested', account: accountId, actor });
    return { body: deletionToJson(deletion) };
  },
});

export const cancelAccountDeletion = personalOperation({
  ...ofAccount,
  name: 'cancel-account-deletion',
  summary: 'Cancel the requested deletion of an account, while it waits.',
  description: 'Owners only. Nothing was deleted. All owners get a mail.',
  routes: ['DELETE /v2/person/accounts/{accountId}/deletion'],
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['own_account_not_found', 'deletion_for_owners', 'deletion_not_asked', 'deletion_begun'],
  run: async (context, { accountId }) => {
    const account = accountOf(context, accountId);
    if (!account) return NOT_FOUND;
    const actor = signedInOf(context).person.id;
    const refused = await inTransaction(context.pool, { accountId, test: false }, async (tx) => {
      const answer = await cancelRequestedDeletion({ ...context, tx, actor }, account);
      return { commit: answer === undefined, answer };
    });
    if (refused) return refused;
    context.note({ event: 'deletion_canceled', account: accountId, actor });
    return { body: null };
  },
});
