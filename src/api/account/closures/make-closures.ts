import * as z from 'zod';
import { sha256OfClosure } from '../../../db/account/closures.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ClosureJson, closureToJson } from '../../../schemas/account/closure.ts';
import { closeBooks } from '../../../services/account/close-books.ts';

export const makeClosures = operation({
  name: 'make-closures',
  summary: 'Close the periods that are over and not closed yet, without waiting for the automatic closure.',
  description:
    'The oldest periods are closed first, and a day before its month. The current day, month and year stay open until they end. A closed period is never reopened: later records belong to the period in which they are made. You can repeat the call safely.',
  chapter: 'Closures',
  routes: ['POST /v2/closures'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({
    docs: z.array(ClosureJson).meta({ description: 'The closures made by this call, in order.' }),
    hasMore: z.boolean().meta({ description: 'Whether more periods are to be closed: call again.' }),
  }),
  refusals: [],
  run: async (context) => {
    const { made, more } = await closeBooks(context, context.test);
    return { body: { docs: made.map((closure) => closureToJson(closure, sha256OfClosure(closure))), hasMore: more } };
  },
});
