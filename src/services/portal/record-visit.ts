import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { countView } from '../../db/portal/customer-links.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { beginsVisit, type CustomerLink } from '../../domain/portal/customer-link.ts';
import { documentOfEvent } from '../../schemas/billing/document/document-event.ts';
import { documentEvent } from '../../schemas/events/event-type.ts';
import { auditEvent } from '../billing/document-group/audit-events.ts';
import { documentLookups } from '../billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../billing/document-group/lock-document-group.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

/** Publishes that the customer opened a document, to be written with an audit chain entry. */
export const publishViewed = (
  context: Context,
  { document, facts }: { document: BillingDocument; facts: Facts },
): void =>
  publishEvent(
    context,
    { type: documentEvent(document.kind, 'viewed'), subjectId: document.id, test: document.test },
    { billing: documentOfEvent(document, facts) },
  );

/**
 * Counts a view of the link's document and publishes an event at the start of a visit. The link
 * must be locked.
 */
export async function recordVisit(context: Context, link: CustomerLink): Promise<{ isTold: boolean }> {
  const { tx, now, seal } = context;
  if (!beginsVisit(link, now)) {
    countView(tx, link.id, now);
    return { isTold: false };
  }
  const locked = await lockDocumentGroup(context, link.documentId as string, documentLookups.any, { moves: true });
  if ('refused' in locked) return { isTold: false };
  const { document, facts } = locked.group.asked;
  countView(tx, link.id, now);
  publishViewed(context, { document, facts });
  const chain = { test: document.test, head: locked.head ?? (await lockChainHead(tx, document.test)), seal };
  // The document itself does not change, nor do its version and ETag.
  append(tx, chain, auditEvent(context, document, 'viewed', sha256Hex(canonicalJson({ link: link.id }))));
  return { isTold: true };
}
