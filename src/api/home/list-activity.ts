import * as z from 'zod';
import { activityOf, subjectsOf } from '../../db/home/activity.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOf, idOr } from '../../schemas/fields/id.ts';
import { type ActivityJson, ActivityPageJson } from '../../schemas/home/activity.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listedMode, listing, testRecords } from '../../schemas/lists/list-query.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { activityWithContext } from '../../services/home/activity.ts';

const place = z.object({ before: z.int().min(1) });
const paging = { limit: listing.limit, cursor: cursor(place).optional() };
const cursorAfter = (seq: number): string => writeCursor({ before: seq } satisfies z.output<typeof place>);

export const listActivity = operation({
  name: 'get-activity',
  summary:
    'Lists the activity of the account, newest first: what was finalized, paid, sent, signed or canceled, and by whom.',
  description:
    'The entries come from the audit trail of one mode (live or test), which does not record edits of drafts.',
  chapter: 'Home',
  routes: ['GET /v2/activity'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ ...paging, test: testRecords }),
  body: z.object({}),
  success: 200,
  output: ActivityPageJson,
  refusals: [],
  tool: {
    name: 'get-activity',
    description: 'What was finalized, paid, sent, signed or canceled in the account, newest first, and by whom.',
    parameters: z.object({ test: testRecords }),
    ...answeredAs('activity', ActivityPageJson),
  },

  async run(context, { limit, cursor, test }) {
    const query = { test: listedMode(context.tx, test), before: cursor?.before, limit: limit + 1 };
    const entries = await activityOf(context.tx, query);
    const shown = entries.slice(0, limit);
    const last = shown.at(-1);
    return {
      body: {
        docs: await activityWithContext(context, shown),
        ...(entries.length > limit && last && { nextCursor: cursorAfter(last.seq) }),
      },
    };
  },
});

export const listBillingActivity = operation({
  name: 'get-billing-activity',
  summary:
    'Lists the activity of a document, newest first, with its payments, e-mails and the documents created from it.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/{billingId}/activity'],
  scope: 'billing:read',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object(paging),
  body: z.object({}),
  success: 200,
  output: ActivityPageJson,
  refusals: ['document_not_found'],
  tool: {
    name: 'get-billing-activity',
    parameters: z.object({ billingId: idOf('the document') }),
    renamed: { billingId: 'id' },
    ...answeredAs('activity', ActivityPageJson),
  },

  async run(context, { id, limit, cursor }) {
    const { tx } = context;
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const { test, createdAt } = found.asked.document;
    const about = await subjectsOf(tx, id);
    const entries = await activityOf(tx, { test, before: cursor?.before, limit: limit + 1, about });
    const shown = entries.slice(0, limit);
    const last = shown.at(-1);
    const docs = await activityWithContext(context, shown);
    if (entries.length > limit && last) return { body: { docs, nextCursor: cursorAfter(last.seq) } };
    // The creator is unknown, because the audit chain does not record drafts.
    const created: ActivityJson = { id, type: 'created', at: createdAt, test, billingId: id };
    return { body: { docs: [...docs, created] } };
  },
});
