import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { keysMadeBy, lockKeysMadeBy } from '../../db/account/api-keys.ts';
import { deletePasskey, listPasskeys } from '../../db/people/passkeys.ts';
import { endReview, findPerson } from '../../db/people/persons.ts';
import { endSession, listSessions } from '../../db/people/sessions.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUsable, type KeyRecord } from '../../domain/account/stored-key.ts';
import type { OwnAccount } from '../../domain/people/person.ts';
import { isAlive } from '../../domain/people/session.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { AccessReviewJson } from '../../schemas/people/access-review.ts';
import { SignedInJson, signedInToJson } from '../../schemas/people/signed-in.ts';
import { revokeKeys } from '../../services/account/api-keys.ts';
import type { PersonalContext } from '../../services/people/personal-context.ts';
import { ofPerson, signedInOf } from '../../services/people/sign-in/signed-in.ts';

/** Passkeys, keys or sessions removed by one review. */
const REMOVED_MAX = 1_000;

const ids = z.array(z.uuid()).max(REMOVED_MAX).default([]);

export const getAccessReview = personalOperation({
  name: 'get-access-review',
  summary: 'List your other ways to sign in: passkeys, API keys you created, and open sessions.',
  description:
    'Show this list first if `accessReview` of the person is true: an intruder may have created a passkey or a key.',
  chapter: 'People',
  routes: ['GET /v2/person/review'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: AccessReviewJson,
  refusals: [],
  run: async (context) => {
    const { person, session: own, accounts } = signedInOf(context);
    const now = context.now();
    const { passkeys, sessions } = await inTransaction(context.pool, ofPerson(person.id), async (tx) => ({
      commit: false,
      answer: { passkeys: await listPasskeys(tx, person.id), sessions: await listSessions(tx, person.id) },
    }));
    const keys = await Promise.all(accounts.map((account) => keysIn(context, account, person.id)));
    return {
      body: {
        isNeeded: person.reviewSince !== undefined,
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt = null }) => ({ id, name, createdAt, lastUsedAt })),
        keys: keys.flat(),
        sessions: sessions
          .filter((session) => isAlive(session, now))
          .map(({ network: address, ...session }) => ({ ...session, address, isThis: session.id === own.id })),
      },
    };
  },
});

export const finishAccessReview = personalOperation({
  name: 'finish-access-review',
  summary: 'Finish the review: the listed items are removed, the rest stays, and passkeys work again.',
  description: 'Keys are revoked and sessions end permanently. An id that does not belong to the person is ignored.',
  chapter: 'People',
  routes: ['POST /v2/person/review'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({
    passkeys: ids.meta({ description: 'Ids of passkeys to remove.' }),
    keys: ids.meta({ description: 'Ids of API keys to revoke, among those the person created.' }),
    sessions: ids.meta({ description: 'Ids of sessions to end; the session of this request stays.' }),
  }),
  success: 200,
  output: SignedInJson,
  refusals: [],
  example: { passkeys: [], keys: [], sessions: [] },
  run: async (context, removed) => {
    const signedIn = signedInOf(context);
    const { person, session, accounts } = signedIn;
    if (removed.keys.length > 0)
      for (const account of accounts) await revokeIn(context, account, { personId: person.id, ids: removed.keys });
    const after = await inTransaction(context.pool, ofPerson(person.id), async (tx) => {
      for (const id of removed.passkeys) await deletePasskey(tx, person.id, id);
      for (const id of removed.sessions) if (id !== session.id) endSession(tx, person.id, id);
      endReview(tx, person.id);
      return { commit: true, answer: await findPerson(tx, person.id) };
    });
    if (removed.passkeys.length > 0) context.note({ event: 'passkeys_changed', actor: person.id });
    if (removed.sessions.length > 0) context.note({ event: 'sessions_ended', actor: person.id });
    const { reviewSince: _, ...reviewed } = after?.person ?? person;
    return { body: signedInToJson({ ...signedIn, person: reviewed }) };
  },
});

/** A person's keys in an account that are still valid. */
async function keysIn({ pool, now }: PersonalContext, { id, name: account }: OwnAccount, personId: string) {
  const keys = await inTransaction(pool, { accountId: id, test: false, personId }, async (tx) => ({
    commit: false,
    answer: await keysMadeBy(tx, personId),
  }));
  return keys.filter((key) => isUsable(key, now())).map((key) => ownKey(key, { id, account }));
}

const ownKey = (
  {
    id,
    name,
    scopes,
    test,
    createdAt,
    lastUsedAt = null,
  }: Omit<KeyRecord, 'lastUsedAt'> & { lastUsedAt?: number | null },
  within: { id: string; account: string },
) => ({
  ...{ id, accountId: within.id, account: within.account, name, scopes: [...scopes], test, createdAt, lastUsedAt },
});

/** Revokes the given keys of a person in an account. */
const revokeIn = (
  { pool, environment, now }: PersonalContext,
  { id: accountId }: OwnAccount,
  { personId, ids }: { personId: string; ids: readonly string[] },
): Promise<void> =>
  inTransaction(pool, { accountId, test: false, personId }, async (tx) => {
    await lockSettings(tx);
    const named = (await lockKeysMadeBy(tx, personId)).filter(({ key }) => ids.includes(key.id));
    await revokeKeys({ ...environment, tx, now: now(), accountId, actor: personId }, named);
    return { commit: named.length > 0, answer: undefined };
  });
