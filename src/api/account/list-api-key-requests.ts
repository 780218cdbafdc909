import * as z from 'zod';
import { listKeyRequests } from '../../db/account/api-key-requests.ts';
import { findKey } from '../../db/account/api-keys.ts';
import { operation } from '../../pipeline/operation.ts';
import { KeyRequestJson, keyRequestToJson } from '../../schemas/account/key-request.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing, yesOrNo } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';

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
