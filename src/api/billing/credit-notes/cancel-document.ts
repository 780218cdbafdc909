import * as z from 'zod';
import { cancelInDocumentGroup } from '../../../domain/billing/credit-note/cancel-in-group.ts';
import type { Claim } from '../../../domain/billing/document/document.ts';
import { isRefusal, type RefusalCode } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { billingTool } from '../../../schemas/billing/document/document-tool.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { type ApiDocumentKind, advances, invoices } from '../../../services/billing/api-document-kinds.ts';
import { commitDocumentGroup } from '../../../services/billing/document-group/commit-document-group.ts';
import { documentResponse } from '../../../services/billing/document-group/document-response.ts';
import type { DocumentLookup } from '../../../services/billing/document-group/load-document-group.ts';
import { lockParentDocument } from '../../../services/billing/document-group/lock-document-group.ts';
import { nextNumberFor } from '../../../services/billing/drafts/next-number.ts';
import type { Context } from '../../../services/context.ts';

const body = z.object({
  wantArchiveAfterCancellation: z
    .boolean()
    .optional()
    .meta({ description: 'Also archive the canceled document; false by default.' }),
});
export const cancelInvoice = canceling(invoices);
export const cancelAdvance = canceling(advances);

function canceling({ noun, chapter, Json, missing, what }: ApiDocumentKind<Claim>) {
  return operation({
    name: `cancel-${noun}`,
    summary: `Cancels a finalized ${noun} by a credit note for the amount left to credit.`,
    description:
      'In one transaction, a credit note for the remaining amount is created and finalized, and the document marked canceled. Cannot be undone. The answer lists the new asset, and `Location` is its address.',
    chapter,
    routes: [`POST /v2/billing/${noun}/{${noun}Id}/cancel`],
    scope: 'billing:write',
    path: z.object({ id: idOr(missing) }),
    query: z.object({}),
    body,
    success: 200,
    output: Json,
    refusals: [
      missing,
      'version_stale',
      'not_yet_finalized',
      'nothing_left_to_credit',
      'already_finalized',
      'not_finalizable',
    ],
    example: { wantArchiveAfterCancellation: false },
    tool: {
      name: `cancel-${noun}`,
      description:
        'Cancels a finalized invoice or advance, immediately and permanently: cannot be undone. A credit note (asset) for the amount left to credit is created and finalized with its own official number; the answer lists it in assets.',
      destructive: true,
      idempotent: true,
      ...billingTool({ parameter: `${noun}Id`, whose: `the finalized ${noun}` }, Json, body.shape),
    },
    run: (context, input) => cancel(context, input, what),
  });
}

async function cancel<R extends RefusalCode>(
  context: Context,
  input: { id: string; wantArchiveAfterCancellation?: boolean | undefined },
  what: DocumentLookup<Claim, R>,
) {
  const purpose = { numbers: 'credit_note', moves: true } as const;
  const locked = await lockParentDocument(context, input.id, what, 'credit_note', purpose);
  if ('refused' in locked) return locked;
  const { now, newId } = context;
  const { document, facts } = locked.group.asked;
  if (!document.sealed) return { refused: 'not_yet_finalized' as const };

  const { settings } = facts;
  const year = Number(civilDayOf(now, settings.zone).slice(0, 4));
  const toNumber = { kind: 'credit_note', test: document.test, year, settings } as const;
  const { number, ...series } = await nextNumberFor(context, locked, toNumber);
  const archive = input.wantArchiveAfterCancellation ?? false;
  const around = { ...locked.around, ...series };
  const canceled = cancelInDocumentGroup(locked.group, { number, around, archive, now, newId });
  if (isRefusal(canceled)) return canceled;
  const after = await commitDocumentGroup(context, locked, canceled.group, { number, as: { type: 'canceled' } });
  const shown = await documentResponse(context, after);
  return { ...shown, headers: { ...shown.headers, location: `/v2/billing/asset/${canceled.creditNoteId}` } };
}
