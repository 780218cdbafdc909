import * as z from 'zod';
import { listKeys } from '../../db/account/api-keys.ts';
import { operation } from '../../pipeline/operation.ts';
import { ApiKeyJson, keyToJson } from '../../schemas/account/api-key.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';

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
