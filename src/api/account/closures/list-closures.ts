import * as z from 'zod';
import { listClosures as readClosures, sha256OfClosure } from '../../../db/account/closures.ts';
import { periodKinds } from '../../../domain/account/closure/period.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ClosureJson, closureToJson } from '../../../schemas/account/closure.ts';
import { day } from '../../../schemas/fields/day-or-instant.ts';
import { worded } from '../../../schemas/fields/enum-schema.ts';
import { cursor, writeCursor } from '../../../schemas/lists/cursor.ts';
import { listing } from '../../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../../schemas/lists/page.ts';

export const listClosures = operation({
  name: 'list-closures',
  summary: 'List the closures of the books, the latest period first: days, months and years with their totals.',
  description:
    'Periods are closed automatically soon after they end (CGI art. 286 I 3° bis). A period without bills or payments has no closure. A live key lists the closures of live mode, a test key those of test mode.',
  chapter: 'Closures',
  routes: ['GET /v2/closures'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    kind: worded(periodKinds).optional(),
    from: day.optional().meta({ description: 'Periods that begin on this day or later.' }),
    to: day.optional().meta({ description: 'Periods that begin on this day or before.' }),
    cursor: cursor(z.object({ startsOn: z.iso.date(), id: z.uuid() })).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(ClosureJson),
  refusals: [],
  run: async ({ tx, test }, { kind, from, to, page, limit, cursor }) => {
    const place = cursor && ({ by: 'startsOn', direction: 'DESC', after: cursor.startsOn, id: cursor.id } as const);
    const { closures, total, next } = await readClosures(tx, { test, kind, from, to, page, limit, place });
    return {
      body: pageJson({
        docs: closures.map((closure) => closureToJson(closure, sha256OfClosure(closure))),
        total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: next && writeCursor({ startsOn: next.after, id: next.id }),
      }),
    };
  },
});
