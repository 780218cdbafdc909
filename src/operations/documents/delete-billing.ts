import * as z from 'zod';
import { id, idOf } from '../../contract/id.ts';
import { changed } from '../../domain/document/after-finalizing.ts';
import { type Estimate, isEstimate } from '../../domain/document/document.ts';
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
    if (document.sealed) return { refused: 'not_deletable_when_finalized', number: document.sealed.number };
    const children = [...found.relatives.values()].some(({ document: other }) => other.parentId === document.id);
    if (children) return { refused: 'not_deletable_with_credit_notes' };

    deleteDraft(context.tx, document.id);
    tellDocument(context, document, undefined, facts);
    const { parent } = facts;
    if (parent && isEstimate(parent) && parent.life.finalInvoice?.id === document.id) {
      await freeForAnother(context, parent);
      bumpFamily(context.tx, document, parent);
    } else if (found.relatives.size > 1) bumpFamily(context.tx, document);
    return { body: undefined };
  },
});

/** Lets a finalized estimate have another final invoice, and tells the audit chain. */
async function freeForAnother(context: Context, estimate: Estimate): Promise<void> {
  const { tx, seal, now } = context;
  const { test } = estimate;
  const head = await lockHead(tx, test);
  const free = withoutFinalInvoice(estimate, now);
  move(tx, free, free.sealed?.customer);
  append(tx, { test, head, seal }, happening(context, free, 'moved'));
}

/** An estimate whose final invoice is gone can have another. */
export function withoutFinalInvoice(estimate: Estimate, now: number): Estimate {
  const { finalInvoice: _, ...life } = estimate.life;
  return changed(estimate, { life }, now);
}
