import * as z from 'zod';
import { id, idOf } from '../../contract/id.ts';
import { whyKept } from '../../domain/document/delete-draft.ts';
import type { Estimate } from '../../domain/document/document.ts';
import { freedEstimate } from '../../domain/estimate/free-estimate.ts';
import { append, lockHead } from '../../store/audit-chain.ts';
import { bumpFamily, deleteDraft, move } from '../../store/documents.ts';
import { tellDocument } from '../events/tell-document.ts';
import { type Context, operation } from '../operation.ts';
import { happening } from './move-document.ts';
import { lockDocument, wanted } from './seen-family.ts';

export const deleteBilling = operation({
  name: 'delete-billing',
  summary: 'Deletes a draft for good. It never had a number, so none is missing afterwards.',
  chapter: 'Documents',
  routes: ['DELETE /v2/billing/{billingId}'],
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: ['document_not_found', 'version_stale', 'not_deletable_when_finalized', 'not_deletable_with_credit_notes'],
  tool: {
    name: 'delete-billing',
    description:
      'Deletes a draft for good; cannot be undone. It never had a number, so none is missing afterwards. A finalized document is refused.',
    parameters: z.object({ billingId: idOf('the draft') }),
    renamed: { billingId: 'id' },
    output: z.object({ success: z.literal(true), billingId: z.string() }),
    answer: (_, { billingId }) => ({ success: true, billingId }),
    destructive: true,
    idempotent: true,
  },

  async run(context, input) {
    const found = await lockDocument(context, input.id, wanted.any);
    if ('refused' in found) return found;
    const { document, facts } = found.seen;
    const relatives = [...found.relatives.values()].map((relative) => relative.document);
    const kept = whyKept(document, relatives);
    if (kept) return kept;

    deleteDraft(context.tx, document.id);
    tellDocument(context, document, undefined, facts);
    const freed = freedEstimate(facts.parent, document, context.now);
    if (freed) {
      await writeFreed(context, freed);
      bumpFamily(context.tx, document, freed);
    } else if (found.relatives.size > 1) bumpFamily(context.tx, document);
    return { body: undefined };
  },
});

/** Writes a finalized estimate that can have another final invoice, and tells the audit chain. */
async function writeFreed(context: Context, freed: Estimate): Promise<void> {
  const { tx, seal } = context;
  const { test } = freed;
  const head = await lockHead(tx, test);
  move(tx, freed, freed.sealed?.customer);
  append(tx, { test, head, seal }, happening(context, freed, 'moved'));
}
