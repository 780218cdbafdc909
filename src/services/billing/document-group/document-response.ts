import type { DocumentGroup, Member } from '../../../domain/billing/document/group/document-group.ts';
import { followsReferenceRates } from '../../../domain/billing/document/totals/rate-of-day.ts';
import { billingToJson } from '../../../schemas/billing/document/document-to-json.ts';
import { stockForDrafts } from '../../catalogue/stock.ts';
import type { Context } from '../../context.ts';
import { withFaultsOfDraft } from '../drafts/draft-faults.ts';

/**
 * The response with the requested document and its ETag. Its kind depends on the document and
 * cannot be typed here; the output schema of the operation checks every response.
 */
export async function documentResponse(
  context: Context,
  group: DocumentGroup,
): Promise<{ body: never; headers: Record<string, string> }> {
  const { document, facts } = group.asked;
  // Read as late as possible: lines may just have been written, and finalized documents have no
  // warnings.
  const stock = await stockForDrafts(context, [document]);
  const known = await withFaultsOfDraft(document, facts);
  const entry = { document, facts: stock ? { ...known, stock } : known };
  return {
    body: billingToJson(entry, group.members, context) as never,
    headers: { etag: etagOfDocumentGroup(group) },
  };
}

/**
 * The ETag of a finalized document is its version; for drafts, and documents that show one, it
 * includes the versions of the draft's customer and account.
 */
export function etagOfDocumentGroup({ asked: { document }, members }: DocumentGroup): string {
  const drafts = [...members.values()].filter((member) => !member.document.sealed);
  return `"${[document.version, ...drafts.map(draftVersion)].join('-')}"`;
}

/** The exchange rate a draft follows is part of its content, as its customer is. */
const draftVersion = ({ document, contextVersion }: Member): string =>
  followsReferenceRates(document) ? `${contextVersion}.${document.content.currency.at}` : contextVersion;
