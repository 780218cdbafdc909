import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { listKeyRequests } from '../../db/account/api-key-requests.ts';
import { countUsableKeys, findKey, listKeys, lockKey, updateKey } from '../../db/account/api-keys.ts';
import { lockChainHead } from '../../db/audit/append-to-chain.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import { allows, defaultScopes } from '../../domain/account/scope.ts';
import {
  ended,
  endOfNewKey,
  isUsable,
  KEYS_MAX,
  type KeyRecord,
  successorOf,
} from '../../domain/account/stored-key.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  ApiKeyForm,
  ApiKeyJson,
  expiryOf,
  KeyRequestJson,
  keyRequestToJson,
  keyToJson,
  NewApiKeyJson,
  RotationForm,
} from '../../schemas/account/api-key.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { auditKeyChange, issueKey, scopeNotHeld } from '../../services/account/api-keys.ts';
import { creatorOfKey, scopeBeyondCreator } from '../../services/account/key-creator.ts';
import { notifyOwnersOfKey } from '../../services/account/notify-owners-of-key.ts';

export const listApiKeys = operation({
  name: 'list-api-keys',
  summary: 'List API keys, newest first: names, scopes, last use. The text of a key is never returned.',
  description: 'Includes revoked and expired keys. A test key sees test keys only.',
  chapter: 'Account',
  routes: ['GET /v2/api-keys'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({ ...listing, cursor: cursor(z.object({ createdAt: z.int(), id: z.uuid() })).optional() }),
  body: z.object({}),
  success: 200,
  output: pageSchema(ApiKeyJson),
  refusals: [],
  run: async ({ tx }, { page, limit, cursor }) => {
    const { keys, total, next } = await listKeys(tx, { page, limit, place: cursor });
    return {
      body: pageJson({
        docs: keys.map(keyToJson),
        total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: next && writeCursor(next),
      }),
    };
  },
});

export const listApiKeyRequests = operation({
  name: 'list-api-key-requests',
  summary: 'List recent requests of an API key, newest first: operation, status, duration, problem code.',
  description:
    'Kept for 7 days, at most the newest 10,000 of the account. Bodies, addresses and secrets are never recorded. A request appears a few seconds after its answer. Requests beyond 300 successful and 300 failed ones a minute are not recorded, and the last ones may be lost in a crash of the service.',
  chapter: 'Account',
  routes: ['GET /v2/api-keys/{apiKeyId}/requests'],
  scope: 'account:admin',
  path: z.object({ id: idOr('key_not_found') }),
  query: z.object({
    ...listing,
    failed: yesOrNo.default(false).meta({ description: 'Only refused or failed requests.' }),
    cursor: cursor(z.object({ at: z.int().min(0), id: z.uuid() })).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(KeyRequestJson),
  refusals: ['key_not_found'],
  run: async ({ tx }, { id, failed, page, limit, cursor }) => {
    const [found, listed] = await Promise.all([
      findKey(tx, id),
      listKeyRequests(tx, { keyId: id, failed, page, limit, place: cursor }),
    ]);
    if (!found) return { refused: 'key_not_found' };
    return {
      body: pageJson({
        docs: listed.requests.map(keyRequestToJson),
        total: listed.total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: listed.next && writeCursor(listed.next),
      }),
    };
  },
});

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

export const rotateApiKey = operation({
  name: 'rotate-api-key',
  summary: 'Replace an API key with a new one of the same name and scopes. Only this answer contains its text.',
  description:
    'The old key ends immediately, or after the overlap you give. A key is rotated once; next, rotate its successor. The new key gets the lifetime of the old one, but never outlives the key that rotates it. The new key belongs to the caller, so you can take over the key of a member who leaves.',
  chapter: 'Account',
  routes: ['POST /v2/api-keys/{apiKeyId}/rotate'],
  scope: 'account:admin',
  path: z.object({ id: idOr('key_not_found') }),
  query: z.object({}),
  body: RotationForm,
  success: 201,
  answersSecret: 'key',
  output: NewApiKeyJson,
  refusals: ['live_key_needed', 'key_not_found', 'key_already_revoked', 'scope_not_held'],
  securityNote: ({ id }, successor) => ({ event: 'key_rotated', keyId: id, newKeyId: successor.id }),
  example: { overlapSeconds: 86_400 },
  run: async (context, { id, overlapSeconds }) => {
    const { tx, test, scopes: ownScopes, now } = context;
    if (test) return { refused: 'live_key_needed' };
    // The account is locked, so that the member who gets the key does not leave meanwhile.
    const [settings, found, people] = await Promise.all([lockSettings(tx), lockKey(tx, id), peopleOf(tx)]);
    if (!found) return { refused: 'key_not_found' };
    const { key: old, sha256 } = found;
    if (!isUsable(old, now) || old.replacedBy !== undefined) return { refused: 'key_already_revoked' };
    const madeBy = creatorOfKey(context);
    const missing = scopeNotHeld(ownScopes, old.scopes) ?? (await scopeBeyondCreator(context, madeBy, old.scopes));
    if (missing) return { refused: 'scope_not_held', scope: missing };

    const successor = successorOf(old, { id: context.newId(), now, until: context.until, madeBy });
    const replaced = { ...ended(old, { now, overlap: overlapSeconds }), replacedBy: successor.id };
    // The caller gets the new text, not the holder of the old key, so the owners are notified.
    await notifyOwnersOfKey(context, successor, { settings, people });
    const before = await lockChainHead(tx, false);
    const issued = issueKey(context, successor);
    const head = auditKeyChange(context, before, 'key_created', issued.key);
    updateKey(tx, replaced, sha256);
    auditKeyChange(context, head, 'key_revoked', replaced);
    return { body: { ...keyToJson(issued.key), key: issued.text } };
  },
});

export const revokeApiKey = operation({
  name: 'revoke-api-key',
  summary: 'Revoke an API key permanently.',
  description: 'The key stops working within a second. A key may revoke itself.',
  chapter: 'Account',
  routes: ['DELETE /v2/api-keys/{apiKeyId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('key_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'key_not_found', 'key_already_revoked'],
  securityNote: ({ id }) => ({ event: 'key_revoked', keyId: id }),
  run: async (context, { id }) => {
    const { tx, test, now } = context;
    if (test) return { refused: 'live_key_needed' };
    const found = await lockKey(tx, id);
    if (!found) return { refused: 'key_not_found' };
    const { key, sha256 } = found;
    if (key.revokedAt !== undefined) return { refused: 'key_already_revoked' };
    const revoked = ended(key, { now });
    updateKey(tx, revoked, sha256);
    auditKeyChange(context, await lockChainHead(tx, false), 'key_revoked', revoked);
    return { body: null };
  },
});
