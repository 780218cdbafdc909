import type { LinkType } from '../../../audit/chain/chain-link.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { documentsOf, withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { isRefusal, type Refusal, type RefusalCode, type Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from './commit-document-group.ts';
import { documentResponse } from './document-response.ts';
import type { DocumentLookup } from './load-document-group.ts';
import { lockDocumentGroup } from './lock-document-group.ts';

/** The changed document and its audit event type. */
export type Moved = { document: BillingDocument; type: LinkType; about?: Record<string, unknown> };
type Shown = Awaited<ReturnType<typeof documentResponse>>;

/**
 * Changes a document in any state: locks its group, calls `rule` for the new document and writes
 * it; if finalized, the audit chain records it. Returns the document.
 */
export async function updateDocumentState<
  D extends BillingDocument,
  R extends RefusalCode,
  Answer extends Moved | Refusal,
>(
  context: Context,
  id: string,
  what: DocumentLookup<D, R>,
  rule: (document: D, facts: Facts, relatives: readonly BillingDocument[]) => Answer,
): Promise<Shown | Refused<R> | Refused<'version_stale'> | Extract<Answer, { refused: RefusalCode }>> {
  const locked = await lockDocumentGroup(context, id, what, { moves: true });
  if ('refused' in locked) return locked;
  const { document: before, facts } = locked.group.asked;
  const answer = rule(before, facts, documentsOf(locked.group));
  if (isRefusal(answer)) return answer as Extract<Answer, { refused: RefusalCode }>;
  const { document, ...as } = answer as Moved;
  return documentResponse(
    context,
    await commitDocumentGroup(context, locked, withDocuments(locked.group, document), { as }),
  );
}
