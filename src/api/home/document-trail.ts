import * as z from 'zod';
import { bankMovementsOf, trailOf } from '../../db/home/document-trail.ts';
import { documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { TRAIL_LINES_MAX, trailLengthRefused } from '../../domain/home/document-trail.ts';
import { operation } from '../../pipeline/operation.ts';
import { documentGroupToJson } from '../../schemas/billing/document/document-group.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { bankMovementToJson, DocumentTrailJson } from '../../schemas/home/document-trail.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { activityWithContext } from '../../services/home/activity.ts';

export const getDocumentTrail = operation({
  name: 'get-billing-trail',
  summary: 'Gets the reliable audit trail of a document: its family, what happened to it, and the money at the bank.',
  description:
    'From the estimate to the movement on the bank statement (CGI art. 289, VII, 1°), with the place and the hash of each entry in the audit trail. A trail with more than 2,000 entries, or as many bank movements, is refused: `get-billing-activity` lists them page by page.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/{billingId}/trail'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: DocumentTrailJson,
  refusals: ['document_not_found', 'trail_too_long'],
  async run(context, { id }) {
    const { tx } = context;
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const ids = documentsOf(found).map((document) => document.id);
    const most = TRAIL_LINES_MAX + 1;
    const [entries, movements] = await Promise.all([
      trailOf(tx, ids, { test: found.asked.document.test, most }),
      bankMovementsOf(tx, ids, most),
    ]);
    const tooLong = trailLengthRefused(Math.max(entries.length, movements.length));
    if (tooLong) return tooLong;
    const shown = await activityWithContext(context, entries);
    return {
      body: {
        documents: documentGroupToJson(found.members, context),
        entries: shown.map((entry, place) => ({ ...entry, hash: entries[place]?.hash ?? '' })),
        bankMovements: movements.map(bankMovementToJson),
      },
    };
  },
});
