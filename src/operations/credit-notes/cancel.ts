import * as z from 'zod';
import { AdvanceJson, InvoiceJson } from '../../contract/billing.ts';
import { id, isUuid } from '../../contract/id.ts';
import { canceled } from '../../domain/credit-note/cancel.ts';
import { creditNoteOf } from '../../domain/credit-note/new-credit-note.ts';
import type { Claim } from '../../domain/document/document.ts';
import type { Seen } from '../../domain/document/facts.ts';
import { isRefusal, type RefusalCode } from '../../domain/refusal.ts';
import { append, lockHeadOf } from '../../store/audit-chain.ts';
import { move } from '../../store/documents.ts';
import { lockSeriesBeside } from '../../store/series.ts';
import { joinFamily } from '../documents/add-to-family.ts';
import { billingTool } from '../documents/billing-tool.ts';
import { happening } from '../documents/move-document.ts';
import { sealDocument } from '../documents/seal-document.ts';
import { lockDocument, type SeenFamily, showDocument, type Wanted, wanted } from '../documents/seen-family.ts';
import { tellDocument } from '../events/tell-document.ts';
import { type Context, operation } from '../operation.ts';

const body = z.object({
  wantArchiveAfterCancellation: z
    .boolean()
    .optional()
    .meta({ description: 'Also archive what is canceled; not unless said.' }),
});
const asked = {
  description:
    'One transaction: the credit note of what remains is made and finalized, and the document marked canceled. Cannot be undone. The answer lists the new asset, and `Location` names it.',
  scope: 'billing:write',
  path: z.object({ id }),
  query: z.object({}),
  body,
  success: 200,
  example: { wantArchiveAfterCancellation: false },
} as const;
const refusals = [
  'version_stale',
  'not_yet_finalized',
  'nothing_left_to_credit',
  'already_finalized',
  'not_finalizable',
] as const;
const tool = {
  description:
    'Cancels a finalized invoice or advance, at once and for good: cannot be undone. A credit note (asset) of all that remains to credit is made and finalized with its own official number; the answer lists it in assets.',
  destructive: true,
  idempotent: true,
};

export const cancelInvoice = operation({
  name: 'cancel-invoice',
  summary: 'Cancels a finalized invoice by a credit note of all that remains to credit.',
  chapter: 'Invoices',
  routes: ['POST /v2/billing/invoice/{invoiceId}/cancel'],
  ...asked,
  output: InvoiceJson,
  refusals: ['invoice_not_found', ...refusals],
  tool: {
    name: 'cancel-invoice',
    ...tool,
    ...billingTool({ parameter: 'invoiceId', whose: 'the finalized invoice' }, InvoiceJson, body.shape),
  },
  run: (context, input) => cancel(context, input, wanted.invoice),
});

export const cancelAdvance = operation({
  name: 'cancel-advance',
  summary: 'Cancels a finalized advance by a credit note of all that remains to credit.',
  chapter: 'Advances',
  routes: ['POST /v2/billing/advance/{advanceId}/cancel'],
  ...asked,
  output: AdvanceJson,
  refusals: ['advance_not_found', ...refusals],
  tool: {
    name: 'cancel-advance',
    ...tool,
    ...billingTool({ parameter: 'advanceId', whose: 'the finalized advance' }, AdvanceJson, body.shape),
  },
  run: (context, input) => cancel(context, input, wanted.advance),
});

async function cancel<D extends Claim, R extends RefusalCode>(
  context: Context,
  input: { id: string; wantArchiveAfterCancellation?: boolean | undefined },
  what: Wanted<D, R>,
) {
  if (!isUuid(input.id)) return what.missing;
  const { tx, now, newId } = context;
  const [found, series, head] = await Promise.all([
    lockDocument(context, input.id, what),
    lockSeriesBeside(tx, input.id, 'credit_note'),
    lockHeadOf(tx, input.id),
  ]);
  if ('refused' in found) return found;
  const { document, facts } = found.seen;
  if (!document.sealed || !head) return { refused: 'not_yet_finalized' as const };

  const given = { id: newId(), now, newId };
  const draft = creditNoteOf(document, given);
  if (isRefusal(draft)) return draft;
  const joined = await joinFamily(context, found, draft);
  const sealed = await sealDocument(context, { found: joined, series, head, cancels: document });
  if ('refused' in sealed) return sealed;

  const claim = writeCanceled(context, joined, document, input.wantArchiveAfterCancellation ?? false);
  const chain = { test: document.test, head: sealed.head, seal: context.seal };
  tellDocument(context, document, claim, facts);
  append(tx, chain, happening(context, claim, 'canceled'));
  const shown = await showDocument(context, { ...joined, seen: { document: claim, facts } });
  return { ...shown, headers: { ...shown.headers, location: `/v2/billing/asset/${draft.id}` } };
}

/** Writes what canceling makes of the claim and of its estimate, and shows both in `found`. */
function writeCanceled({ tx, now }: Context, { relatives }: SeenFamily, before: Claim, archive: boolean): Claim {
  const { document: credited, facts } = relatives.get(before.id) as Seen;
  const estimate = relatives.get(before.parentId ?? '');
  const { claim, freed } = canceled(
    { before, credited: credited as Claim, parent: estimate?.document },
    { now, archive },
  );
  move(tx, claim, claim.sealed?.customer);
  relatives.set(claim.id, { document: claim, facts });
  if (estimate && freed) {
    move(tx, freed, freed.sealed?.customer);
    relatives.set(freed.id, { document: freed, facts: estimate.facts });
  }
  return claim;
}
