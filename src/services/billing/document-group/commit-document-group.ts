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
 * Writes the changes of a locked document group and returns it; the only function that writes
 * documents. Comparing before and after yields the rows, the versions of relatives, the counter,
 * stock, events, scheduled tasks and audit chain entries; the chain is only used if something
 * finalized changed. Statements are sent with the commit.
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

/** The same for a deleted draft: `after` is the rest of the group, undefined if it was alone. */
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
