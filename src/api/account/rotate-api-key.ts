import * as z from 'zod';
import { lockSettings } from '../../db/account/accounts.ts';
import { lockKey, updateKey } from '../../db/account/api-keys.ts';
import { lockChainHead } from '../../db/audit/append-to-chain.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import { ended, isUsable, successorOf } from '../../domain/account/stored-key.ts';
import { operation } from '../../pipeline/operation.ts';
import { keyToJson, NewApiKeyJson, RotationForm } from '../../schemas/account/api-key.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { auditKeyChange, issueKey, scopeNotHeld } from '../../services/account/api-keys.ts';
import { creatorOfKey, scopeBeyondCreator } from '../../services/account/key-creator.ts';
import { notifyOwnersOfKey } from '../../services/account/notify-owners-of-key.ts';

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
