import { changed } from '../../domain/document/after-finalizing.ts';
import { type BillingDocument, hasLines, isInvoice } from '../../domain/document/document.ts';
import { entryProblem } from '../../domain/document/entry-check.ts';
import type { Facts } from '../../domain/document/facts.ts';
import { entryOf, figuresOf } from '../../domain/document/figures.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import { withTodaysDeductions } from '../../domain/invoice/refresh-deductions.ts';
import { isRefusal, type Refusal, type RefusalCode, type Refused } from '../../domain/refusal.ts';
import { bumpFamily, updateDraft } from '../../store/documents.ts';
import type { Context } from '../operation.ts';
import { lockDocument, type SeenFamily, showDocument, type Wanted } from './seen-family.ts';

/** What any operation that edits a draft may answer, beside its own refusals. */
export const editRefusals = [
  'version_stale',
  'document_not_draft',
  'line_amount_too_large',
  'discount_on_mixed_lines',
] as const;
type EditRefusal = Refused<(typeof editRefusals)[number]>;
type Shown = Awaited<ReturnType<typeof showDocument>>;
type RefusalIn<Answer> = Extract<Answer, { refused: RefusalCode }>;

/**
 * Changes a draft: locks its family, asks `change` for the draft as it should be, computes its figures again and writes
 * it. Answers the document as the interface shows it. `neverOn` refuses a kind whatever its state.
 */
export async function editDraft<
  D extends BillingDocument,
  R extends RefusalCode,
  Edited extends D | Refusal,
  Never extends Refusal | undefined = undefined,
>(
  context: Context,
  id: string,
  what: Wanted<D, R>,
  change: (draft: D, facts: Facts) => Edited | Promise<Edited>,
  neverOn?: (document: D) => Never,
): Promise<Shown | Refused<R> | EditRefusal | RefusalIn<Never> | RefusalIn<Edited>> {
  const found = await lockDocument(context, id, what);
  if ('refused' in found) return found;
  const { document, facts } = found.seen;
  const never = neverOn?.(document);
  if (never) return never as RefusalIn<Never>;
  if (document.sealed) return { refused: 'document_not_draft', state: document.state };
  const edited = await change(document, facts);
  if (isRefusal(edited)) return edited as RefusalIn<Edited>;
  const problem = writeEdited(context, found, edited as BillingDocument);
  return problem ?? showDocument(context, found);
}

/** Computes an edited draft again and writes it; `found` shows it from then on. */
export function writeEdited(
  context: Context,
  found: SeenFamily,
  edited: BillingDocument,
): Refused<'line_amount_too_large' | 'discount_on_mixed_lines'> | undefined {
  const { facts } = found.seen;
  const problem = hasLines(edited) ? entryProblem(entryOf(edited)) : undefined;
  if (problem?.problem === 'amount_too_large') return { refused: 'line_amount_too_large', line: problem.line };
  if (problem) return { refused: 'discount_on_mixed_lines' };

  const relatives = [...found.relatives.values()].map(({ document }) => document);
  const deducting = isInvoice(edited) ? withTodaysDeductions(edited, relatives) : edited;
  const figured = changed(
    { ...deducting, totals: figuresOf(deducting, facts.parent) } as BillingDocument,
    {},
    context.now,
  );
  updateDraft(
    context.tx,
    figured,
    datesOf(figured, context.now, facts.settings.zone),
    facts.settings.zone,
    facts.customer,
  );
  if (found.relatives.size > 1) bumpFamily(context.tx, figured);
  found.seen = { document: figured, facts };
  found.relatives.set(figured.id, found.seen);
  return undefined;
}
