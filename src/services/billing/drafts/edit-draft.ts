import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { editInDocumentGroup } from '../../../domain/billing/document/group/edit-in-group.ts';
import { followsReferenceRates, rateDayOf } from '../../../domain/billing/document/totals/rate-of-day.ts';
import { isRefusal, type Refusal, type RefusalCode, type Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentResponse } from '../document-group/document-response.ts';
import type { DocumentLookup } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';
import { atRatesOfDay } from './exchange-rates.ts';

/** The refusals of every operation that edits a draft in addition to its own. */
export const editRefusals = [
  'version_stale',
  'document_not_draft',
  'line_amount_too_large',
  'discount_on_mixed_lines',
] as const;
type EditRefusal = Refused<(typeof editRefusals)[number]>;
type Shown = Awaited<ReturnType<typeof documentResponse>>;
type RefusalIn<Answer> = Extract<Answer, { refused: RefusalCode }>;

/**
 * Edits a draft: locks its group, calls `change` for the new draft, recalculates and writes it.
 * Returns the document as in the API. `neverOn` refuses a kind or a document in any case.
 */
export async function editDraft<
  D extends BillingDocument,
  R extends RefusalCode,
  Edited extends D | Refusal,
  Never extends Refusal | undefined = undefined,
>(
  context: Context,
  id: string,
  what: DocumentLookup<D, R>,
  change: (draft: D, facts: Facts) => Edited | Promise<Edited>,
  neverOn?: (document: D) => Never,
): Promise<Shown | Refused<R> | EditRefusal | RefusalIn<Never> | RefusalIn<Edited>> {
  const locked = await lockDocumentGroup(context, id, what);
  if ('refused' in locked) return locked;
  const { document, facts } = locked.group.asked;
  const never = neverOn?.(document);
  if (never) return never as RefusalIn<Never>;
  if (document.sealed) return { refused: 'document_not_draft', state: document.state };
  const edited = await change(document, facts);
  if (isRefusal(edited)) return edited as RefusalIn<Edited>;
  const after = editInDocumentGroup(
    locked.group,
    await atRateOfItsDay(context, { before: document, edited: edited as D, facts }),
  );
  if (isRefusal(after)) return after;
  return documentResponse(context, await commitDocumentGroup(context, locked, after));
}

/**
 * If the date of a draft that follows the reference rates changes, it gets the rate of the new
 * date.
 */
async function atRateOfItsDay<D extends BillingDocument>(
  context: Context,
  { before, edited, facts: { settings } }: { before: D; edited: D; facts: Facts },
): Promise<D> {
  if (!followsReferenceRates(edited) || rateDayOf(edited, context.now) === rateDayOf(before, context.now))
    return edited;
  const [{ document }] = await atRatesOfDay(context, [{ document: edited, settings }] as const);
  return document;
}
