import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup, DraftContext } from '../../../domain/billing/document/group/document-group.ts';
import type { Kind } from '../../../domain/billing/document/kind.ts';
import { isRefusal, type Refusal, type RefusalCode, type Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from './commit-document-group.ts';
import { documentResponse } from './document-response.ts';
import type { DocumentLookup } from './load-document-group.ts';
import { lockParentDocument } from './lock-document-group.ts';

type Shown = Awaited<ReturnType<typeof documentResponse>>;

/**
 * Creates a draft of a kind from another document: locks the group, calls `rule` for the group
 * with the draft, writes it and returns the draft. `moves` if it changes the finalized parent.
 */
export async function createLinkedDraft<
  D extends BillingDocument,
  R extends RefusalCode,
  Drafted extends DocumentGroup | Refusal,
>(
  context: Context,
  parentId: string,
  what: DocumentLookup<D, R>,
  { kind, moves }: { kind: Kind; moves?: true },
  rule: (group: DocumentGroup<D>, around: DraftContext) => Drafted,
): Promise<Shown | Refused<R> | Refused<'version_stale'> | Extract<Drafted, { refused: RefusalCode }>> {
  const locked = await lockParentDocument(context, parentId, what, kind, moves && { moves });
  if ('refused' in locked) return locked;
  const drafted = rule(locked.group, locked.around);
  if (isRefusal(drafted)) return drafted as Extract<Drafted, { refused: RefusalCode }>;
  return documentResponse(context, await commitDocumentGroup(context, locked, drafted as DocumentGroup));
}
