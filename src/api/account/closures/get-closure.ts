import * as z from 'zod';
import { findClosure, sha256OfClosure } from '../../../db/account/closures.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ClosureJson, closureToJson } from '../../../schemas/account/closure.ts';
import { idOr } from '../../../schemas/fields/id.ts';

export const getClosure = operation({
  name: 'get-closure',
  summary: 'Read one closure of the books.',
  chapter: 'Closures',
  routes: ['GET /v2/closures/{closureId}'],
  scope: 'billing:read',
  path: z.object({ id: idOr('closure_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ClosureJson,
  refusals: ['closure_not_found'],
  run: async ({ tx }, { id }) => {
    const closure = await findClosure(tx, id);
    if (!closure) return { refused: 'closure_not_found' };
    return { body: closureToJson(closure, sha256OfClosure(closure)) };
  },
});
