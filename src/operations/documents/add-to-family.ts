import type { BillingDocument } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import { bumpFamily, family, insertDraft } from '../../store/documents.ts';
import { tellDocument } from '../events/tell-document.ts';
import type { Context } from '../operation.ts';
import { type SeenFamily, showDocument, turnoverThisYear } from './seen-family.ts';

/** Documents one family may hold, drafts included: all of it is read whenever one of them is. Canceling is never held up. */
export const FAMILY_DOCUMENTS_MAX = 200;

/** Writes a draft made from another document into its family, and answers it. */
export async function addToFamily(context: Context, found: SeenFamily, draft: BillingDocument) {
  if (found.relatives.size >= FAMILY_DOCUMENTS_MAX)
    return { refused: 'family_full' as const, limit: FAMILY_DOCUMENTS_MAX };
  const joined = await joinFamily(context, found, draft);
  bumpFamily(context.tx, draft);
  return showDocument(context, joined);
}

/**
 * The same without the answer: the family with the new draft in sight. The parent may be finalized and know its
 * customer only as he was; so the draft is read back with what is around it today, which its ETag counts too.
 */
export async function joinFamily(context: Context, found: SeenFamily, draft: BillingDocument): Promise<SeenFamily> {
  const { tx, now } = context;
  const { customer: asParentKnows, settings } = found.seen.facts;
  insertDraft(tx, draft, datesOf(draft, now, settings.zone), settings.zone, asParentKnows);
  const written = (await family(tx, draft.id)).get(draft.id);
  if (!written) throw new Error(`the draft ${draft.id} was not written`);

  const { customer, projectName, seriesLastOn, surroundingsVersion } = written;
  const turnover = await turnoverThisYear(context, { document: draft, settings });
  const parent = found.relatives.get(draft.parentId ?? '')?.document;
  const facts: Facts = {
    settings,
    now,
    ...(customer && { customer }),
    ...(parent && { parent }),
    ...(projectName !== undefined && { projectName }),
    ...(seriesLastOn && { seriesLastOn }),
    ...(turnover !== undefined && { turnoverThisYear: turnover }),
  };
  tellDocument(context, undefined, draft, facts);
  const seen = { document: draft, facts };
  found.relatives.set(draft.id, seen);
  found.surroundings.set(draft.id, surroundingsVersion);
  return { ...found, seen };
}
