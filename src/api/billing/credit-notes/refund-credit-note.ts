import * as z from 'zod';
import { refunded } from '../../../domain/billing/credit-note/refund.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { operation } from '../../../pipeline/operation.ts';
import { CreditNoteJson } from '../../../schemas/billing/document/document-json.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import { timestamp } from '../../../schemas/fields/timestamp.ts';
import { documentLookups } from '../../../services/billing/document-group/load-document-group.ts';
import { type Moved, updateDocumentState } from '../../../services/billing/document-group/update-document-state.ts';

type NotRefunded = Refused<'refund_of_draft' | 'refund_before_credit_note' | 'refund_to_come'>;

export const refundCreditNote = operation({
  name: 'refund-asset',
  summary: 'Records when a finalized asset (credit note) was refunded to the customer; null removes the refund.',
  chapter: 'Credit notes',
  routes: ['PATCH /v2/billing/asset/{assetId}/refund'],
  scope: 'billing:write',
  path: z.object({ id: idOr('credit_note_not_found') }),
  query: z.object({}),
  body: z.object({ refundAt: timestamp.nullable() }),
  success: 200,
  output: CreditNoteJson,
  refusals: [
    'credit_note_not_found',
    'version_stale',
    'refund_of_draft',
    'refund_before_credit_note',
    'refund_to_come',
  ],
  example: { refundAt: 1795132800 },
  run: (context, { id: creditNoteId, refundAt }) =>
    updateDocumentState(
      context,
      creditNoteId,
      documentLookups.creditNote,
      (creditNote, { settings }): Moved | NotRefunded => {
        const document = refunded(creditNote, refundAt, { now: context.now, zone: settings.zone });
        return isRefusal(document) ? document : { document, type: 'refunded' };
      },
    ),
});
