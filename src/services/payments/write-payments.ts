import type { Claim } from '../../domain/billing/document/document.ts';
import { withDocuments } from '../../domain/billing/document/group/document-group.ts';
import type { ExtraChanges } from '../billing/document-group/changes-of-document-group.ts';
import { commitDocumentGroup } from '../billing/document-group/commit-document-group.ts';
import { documentResponse } from '../billing/document-group/document-response.ts';
import type { LockedGroup } from '../billing/document-group/lock-document-group.ts';
import type { Context } from '../context.ts';

type Moved = Pick<ExtraChanges, 'payments' | 'kept' | 'dropped'>;

/**
 * Writes payments or counter-entries, each with its audit chain entry, and the changed document.
 */
export const writePayments = async (context: Context, locked: LockedGroup, document: Claim, moved: Moved) =>
  documentResponse(context, await commitDocumentGroup(context, locked, withDocuments(locked.group, document), moved));
