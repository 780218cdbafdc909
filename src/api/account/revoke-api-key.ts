import * as z from 'zod';
import { lockKey, updateKey } from '../../db/account/api-keys.ts';
import { lockChainHead } from '../../db/audit/append-to-chain.ts';
import { ended } from '../../domain/account/stored-key.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { auditKeyChange } from '../../services/account/api-keys.ts';

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
