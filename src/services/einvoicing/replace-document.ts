import { latestFlow, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { replacementsOf, storeReplacement } from '../../db/einvoicing/replacements.ts';
import { draftAdvance } from '../../domain/billing/advance/new-advance.ts';
import {
  type BillingDocument,
  type Claim,
  type Estimate,
  isClaim,
  isInvoice,
} from '../../domain/billing/document/document.ts';
import { duplicateOf } from '../../domain/billing/document/duplicate.ts';
import { askedFor, type DocumentGroup, type DraftContext } from '../../domain/billing/document/group/document-group.ts';
import { draftFinalInvoice } from '../../domain/billing/invoice/new-final-invoice.ts';
import { failedStages, transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { cancelLocked, cancelPurpose } from '../billing/document-group/cancel-document.ts';
import { commitDocumentGroup } from '../billing/document-group/commit-document-group.ts';
import { documentLookups } from '../billing/document-group/load-document-group.ts';
import { lockParentDocument } from '../billing/document-group/lock-document-group.ts';
import { copyDraft } from '../billing/drafts/copy-draft.ts';
import type { Context } from '../context.ts';

/**
 * Repairs an invoice or advance that a platform or its buyer refused, in one transaction: a credit
 * note for all that is left cancels it in the seller's books, and a draft takes its place, to get
 * a new number (external specifications of the reform, v3.2, 3.6.4). If it was credited before, the
 * draft is all that is made. Answers with the group of the draft.
 */
export async function replaceDocument(context: Context, id: string) {
  const locked = await lockParentDocument(context, id, documentLookups.any, 'credit_note', cancelPurpose);
  if ('refused' in locked) return locked;
  const { tx, realNow } = context;
  const { document } = locked.group.asked;
  if (!isClaim(document)) return { refused: 'kind_not_replaced' } as const;
  const why = await whyNotReplaced(context, document);
  if (why) return why;
  const claims = { ...locked, group: locked.group as DocumentGroup<Claim> };
  const canceled = await cancelLocked(context, claims, false);
  const isCredited = isRefusal(canceled) && canceled.refused === 'nothing_left_to_credit';
  if (isRefusal(canceled) && !isCredited) return canceled;
  const group = isRefusal(canceled) ? claims.group : canceled.group;
  const drafted = await replacementIn(context, group, locked.around);
  if (isRefusal(drafted)) return drafted;
  const draft = drafted.group.asked.document;
  const after = drafted.isApart ? group : askedFor<Claim>(drafted.group, id);
  const made = isRefusal(canceled) ? {} : ({ number: canceled.number, as: { type: 'canceled' } } as const);
  if (after !== locked.group) await commitDocumentGroup(context, locked, after, made);
  if (drafted.isApart) await commitDocumentGroup(context, {}, drafted.group);
  storeReplacement(tx, { replacedId: id, replacementId: draft.id, test: document.test }, realNow);
  return drafted.group;
}

/** Refused unless the last attempt to send the document failed and nothing replaces it yet. */
async function whyNotReplaced({ tx }: Context, { id }: BillingDocument) {
  const [flow, statuses, { replacedBy }] = await Promise.all([
    latestFlow(tx, id),
    statusesOf(tx, id),
    replacementsOf(tx, id),
  ]);
  if (replacedBy) return { refused: 'already_replaced', billingId: replacedBy.id } as const;
  const stage = flow && transmissionStage(flow.state, statuses);
  return stage && failedStages.includes(stage) ? undefined : ({ refused: 'not_refused_at_platform' } as const);
}

/**
 * The draft in the place of a canceled document. That of an advance or a final invoice belongs to
 * the same estimate; any other invoice is copied and stands apart.
 */
async function replacementIn(context: Context, canceled: DocumentGroup<Claim>, around: DraftContext) {
  const { document } = canceled.asked;
  if (isInvoice(document) && !document.content.isFinal)
    return {
      isApart: true,
      group: await copyDraft<BillingDocument>(context, document, (defaults) => duplicateOf(document, defaults)),
    } as const;
  const estimate = askedFor<Estimate>(canceled, document.parentId as string);
  const drafted = isInvoice(document)
    ? draftFinalInvoice(estimate, around, context)
    : draftAdvance(
        estimate,
        around,
        { ...document.content.asked, includeDisbursement: document.content.includeDisbursement },
        context,
      );
  return isRefusal(drafted) ? drafted : ({ isApart: false, group: drafted as DocumentGroup } as const);
}
