import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { countUsableKeys } from '../../db/account/api-keys.ts';
import { lockChainHead } from '../../db/audit/append-to-chain.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import { allows, defaultScopes } from '../../domain/account/scope.ts';
import { endOfNewKey, KEYS_MAX, type KeyRecord } from '../../domain/account/stored-key.ts';
import { operation } from '../../pipeline/operation.ts';
import { ApiKeyForm, expiryOf, keyToJson, NewApiKeyJson } from '../../schemas/account/api-key.ts';
import { auditKeyChange, issueKey, scopeNotHeld } from '../../services/account/api-keys.ts';
import { creatorOfKey, scopeBeyondCreator } from '../../services/account/key-creator.ts';
import { notifyOwnersOfKey } from '../../services/account/notify-owners-of-key.ts';

export const createApiKey = operation({
  name: 'create-api-key',
  summary: 'Create an API key. Only this answer contains the text of the key.',
  description: `At most ${KEYS_MAX} keys in use. A key cannot grant scopes it does not have, and a test key never has account:admin. A key cannot create a key that expires later: without an expiry the new key expires with the key that creates it. A key created by a person, directly or with one of their keys, is revoked when they leave the account or lose the rights it uses. The owners of the account get a mail about the new key.`,
  chapter: 'Account',
  routes: ['POST /v2/api-keys'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: ApiKeyForm,
  success: 201,
  answersSecret: 'key',
  output: NewApiKeyJson,
  refusals: [
    'live_key_needed',
    'test_key_administers_nothing',
    'scope_not_held',
    'key_outlives_maker',
    'key_over_already',
    'too_many_keys',
  ],
  securityNote: (_, { id }) => ({ event: 'key_made', keyId: id }),
  example: { name: 'Ma boutique', scopes: ['billing:write', 'customers:write'], expiresIn: 7_776_000 },
  run: async (context, form) => {
    const { tx, test, scopes: ownScopes, now } = context;
    if (test) return { refused: 'live_key_needed' };
    const scopes = form.scopes ?? defaultScopes.filter((scope) => allows(ownScopes, scope));
    if (form.test && scopes.includes('account:admin')) return { refused: 'test_key_administers_nothing' };
    const missing = scopeNotHeld(ownScopes, scopes);
    if (missing) return { refused: 'scope_not_held', scope: missing };
    const end = endOfNewKey(expiryOf(form, now), context.until, now);
    if ('refused' in end) return end;

    // The account is locked, so that keys created at the same time are all counted and no member
    // leaves meanwhile.
    const [settings, usable, people] = await Promise.all([lockSettings(tx), countUsableKeys(tx, now), peopleOf(tx)]);
    const madeBy = creatorOfKey(context);
    const beyond = await scopeBeyondCreator(context, madeBy, scopes);
    if (beyond) return { refused: 'scope_not_held', scope: beyond };
    if (usable >= KEYS_MAX) return { refused: 'too_many_keys', limit: KEYS_MAX };
    const key: KeyRecord = {
      id: context.newId(),
      name: form.name,
      scopes: [...new Set(scopes)],
      test: form.test,
      createdAt: now,
      ...(end.expiresAt !== undefined && { expiresAt: end.expiresAt }),
      ...(madeBy !== undefined && { madeBy }),
    };
    const issued = issueKey(context, key);
    // Called before the audit chain is locked, because it locks the count of mails.
    await notifyOwnersOfKey(context, key, { settings, people });
    auditKeyChange(context, await lockChainHead(tx, false), 'key_created', issued.key);
    return { body: { ...keyToJson(issued.key), key: issued.text } };
  },
});
