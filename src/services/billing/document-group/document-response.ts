import type { DocumentGroup, Member } from '../../../domain/billing/document/group/document-group.ts';
import { followsReferenceRates } from '../../../domain/billing/document/totals/rate-of-day.ts';
import { billingToJson } from '../../../schemas/billing/document/document-to-json.ts';
import { stockForDrafts } from '../../catalogue/stock-for-drafts.ts';
import type { Context } from '../../context.ts';
import { withFaultsOfDraft } from '../drafts/draft-faults.ts';

/**
 * The answer that shows the document a document group is about, with the ETag a later write may name. Which of the kinds it is
 * depends on the document, so the compiler cannot say; the output schema of the operation does, on every answer.
 */
export async function documentResponse(
  context: Context,
  group: DocumentGroup,
): Promise<{ body: never; headers: Record<string, string> }> {
  const { document, facts } = group.asked;
  // Read when it is shown, and no sooner: lines may just have been written, and what was finalized warns of nothing.
  const stock = await stockForDrafts(context, [document]);
  const known = await withFaultsOfDraft(document, facts);
  const seen = { document, facts: stock ? { ...known, stock } : known };
  return {
    body: billingToJson(seen, group.members, context) as never,
    headers: { etag: etagOfDocumentGroup(group) },
  };
}

/**
 * A finalized document is told apart by its version; a draft, and what shows one among its relatives, also by the
 * versions of the draft's customer and account.
 */
export function etagOfDocumentGroup({ asked: { document }, members }: DocumentGroup): string {
  const drafts = [...members.values()].filter((member) => !member.document.sealed);
  return `"${[document.version, ...drafts.map(aroundDraft)].join('-')}"`;
}

/** The rate a draft follows is a part of what it shows, as its customer is. */
const aroundDraft = ({ document, contextVersion }: Member): string =>
  followsReferenceRates(document) ? `${contextVersion}.${document.content.currency.at}` : contextVersion;
