import type { BillingDocument } from '../../domain/document/document.ts';
import type { Facts } from '../../domain/document/facts.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import { bumpFamily, insertDraft } from '../../store/documents.ts';
import type { Context } from '../operation.ts';
import { type SeenFamily, showDocument } from './seen-family.ts';

/** Writes a draft made from another document into its family, and answers it. */
export function addToFamily(context: Context, found: SeenFamily, draft: BillingDocument) {
  const joined = joinFamily(context, found, draft);
  bumpFamily(context.tx, draft);
  return showDocument(context, joined);
}

/** The same without the answer: the family with the new draft in sight. */
export function joinFamily(context: Context, found: SeenFamily, draft: BillingDocument): SeenFamily {
  const { facts } = found.seen;
  const { zone } = facts.settings;
  // What is known of the parent's customer today: a draft shows him as he is, whatever the parent froze.
  const { seriesLastOn: _, parent: __, ...around } = facts;
  const parent = found.relatives.get(draft.parentId ?? '')?.document;
  const seen = { document: draft, facts: { ...around, ...(parent && { parent }) } satisfies Facts };
  insertDraft(context.tx, draft, datesOf(draft, context.now, zone), zone, facts.customer);
  found.relatives.set(draft.id, seen);
  return { ...found, seen };
}
