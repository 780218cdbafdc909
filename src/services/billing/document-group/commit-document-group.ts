import { lockHead } from '../../../db/audit/append-to-chain.ts';
import { writeFamily } from '../../../db/billing/write-document-group.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Family } from '../../../domain/billing/document/group/document-group.ts';
import type { Context } from '../../context.ts';
import { type Besides, familyWrites } from './changes-of-document-group.ts';
import type { HeldChain } from './ensure-chain-locked.ts';
import type { Held } from './lock-document-group.ts';

type Before = HeldChain & { readonly family?: Family };

/**
 * Writes what became of a held family, and answers it: nothing else ever writes a document. From the difference follow the
 * rows and the versions of relatives, the counter, the stock, what is told, the work that is due by it, and the links of the audit chain,
 * which is touched only where something finalized moved. It is sent, and travels with the commit.
 */
export async function commitFamily<D extends BillingDocument>(
  context: Context,
  before: Before,
  after: Family<D>,
  besides: Besides = {},
): Promise<Family<D>> {
  await commit(context, before, after, besides);
  return after;
}

/** The same where a draft was deleted: `after` is what is left of its family, undefined where it was alone. */
export const commitDeletion = (context: Context, before: Held, after: Family | undefined): Promise<void> =>
  commit(context, before, after, {});

async function commit(context: Context, before: Before, after: Family | undefined, besides: Besides): Promise<void> {
  const writes = familyWrites(context, before.family, after, besides);
  const { tx, seal } = context;
  const test = (after ?? before.family)?.asked.document.test ?? context.test;
  const isTold = writes.steps.some(({ link }) => link);
  if (!isTold) return writeFamily(tx, writes, undefined);
  writeFamily(tx, writes, { test, seal, head: before.head ?? (await lockHead(tx, test)) });
}
