import { lockChainHead } from '../../../db/audit/append-to-chain.ts';
import { writeDocumentGroup } from '../../../db/billing/write-document-group.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Context } from '../../context.ts';
import { changesOfDocumentGroup, type ExtraChanges } from './changes-of-document-group.ts';
import type { ChainLock } from './ensure-chain-locked.ts';
import type { LockedGroup } from './lock-document-group.ts';

type Before = ChainLock & { readonly group?: DocumentGroup };

/**
 * Writes what became of a held family, and answers it: nothing else ever writes a document. From the difference follow the
 * rows and the versions of relatives, the counter, the stock, what is told, the work that is due by it, and the links of the audit chain,
 * which is touched only where something finalized moved. It is sent, and travels with the commit.
 */
export async function commitDocumentGroup<D extends BillingDocument>(
  context: Context,
  before: Before,
  after: DocumentGroup<D>,
  besides: ExtraChanges = {},
): Promise<DocumentGroup<D>> {
  await commit(context, before, after, besides);
  return after;
}

/** The same where a draft was deleted: `after` is what is left of its document group, undefined where it was alone. */
export const commitDeletion = (
  context: Context,
  before: LockedGroup,
  after: DocumentGroup | undefined,
): Promise<void> => commit(context, before, after, {});

async function commit(
  context: Context,
  before: Before,
  after: DocumentGroup | undefined,
  besides: ExtraChanges,
): Promise<void> {
  const writes = changesOfDocumentGroup(context, before.group, after, besides);
  const { tx, seal } = context;
  const test = (after ?? before.group)?.asked.document.test ?? context.test;
  const isTold = writes.steps.some(({ link }) => link);
  if (!isTold) return writeDocumentGroup(tx, writes, undefined);
  writeDocumentGroup(tx, writes, { test, seal, head: before.head ?? (await lockChainHead(tx, test)) });
}
