import { isRefusal, type Refused } from '../../../refusal.ts';
import { taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import { withPlanKept } from '../../advance/planned-advances.ts';
import { withCurrentDeductions } from '../../invoice/current-deductions.ts';
import { numberOf } from '../../numbering/number-format.ts';
import type { NumberFormat } from '../../numbering/series.ts';
import { missingDetails } from '../checks/missing-details.ts';
import { unmetRequirements } from '../checks/requirements.ts';
import { type BillingDocument, type Finalized, type Invoice, isInvoice, type Sealed } from '../document.ts';
import { datesFrom, datesOf } from '../document-dates.ts';
import type { Facts } from '../draft-context.ts';
import { seriesOf } from '../kind.ts';
import { partiesOf } from '../parties.ts';
import { figuresOf, restToCredit } from '../totals/document-figures.ts';
import { afterFinalizing } from './after-finalizing.ts';
import { type DocumentGroup, documentsOf, withDocuments } from './document-group.ts';

/**
 * Finalizes the group's draft: numbers and freezes it, updates billed and credited amounts on the
 * documents it descends from, and recomputes the deductions of draft final invoices.
 */
export function finalizeInDocumentGroup(
  group: DocumentGroup,
  number: NextNumber,
): DocumentGroup<Finalized> | Refused<'already_finalized' | 'not_finalizable'> {
  const document = finalize(group.asked.document, group.asked.facts, number);
  if (isRefusal(document)) return document;
  const sealed = withDocuments(group, document) as DocumentGroup<Finalized>;
  const moved = withDocuments(sealed, ...afterFinalizing(document, (id) => sealed.members.get(id)?.document));
  const documents = documentsOf(moved);
  return withDocuments(moved, ...documents.filter(isFinalDraft).map((draft) => redrafted(draft, documents)));
}

const isFinalDraft = (document: BillingDocument): document is Invoice =>
  isInvoice(document) && document.content.isFinal && !document.sealed;

const redrafted = (draft: Invoice, relatives: readonly BillingDocument[]): Invoice => ({
  ...withCurrentDeductions(draft, relatives),
  version: draft.version + 1,
});

/** The next number of a series: its counter in the civil year, and its format. */
export type NextNumber = { readonly counter: number; readonly format: NumberFormat; readonly year: number };

/**
 * Numbers a draft and freezes it. The figures are computed for the last time, from what is left of
 * the locked parent; a draft without a date is dated today. Refused with the unmet requirements
 * (docs/rules/requirements.md).
 */
export function finalize(
  draft: BillingDocument,
  facts: Facts,
  number: NextNumber,
): Finalized | Refused<'already_finalized' | 'not_finalizable'> {
  if (draft.sealed) return { refused: 'already_finalized', number: draft.sealed.number };
  const document = withPlanKept(withCurrentFigures(draft, facts.parent));
  const requirements = unmetRequirements(document, facts);
  if (requirements.length > 0) return { refused: 'not_finalizable', requirements, ...missingDetails(document, facts) };

  const sealed = sealOf(document, facts, number);
  const isSettled = isInvoice(document) && document.content.isFinal && nothingLeft(document);
  return {
    ...document,
    state: isSettled ? 'paid' : 'finalized',
    ...(isSettled && { paidAt: facts.now }),
    version: draft.version + 1,
    updatedAt: facts.now,
    sealed,
  } as Finalized;
}

/** The civil year whose counter numbers the draft. */
export const numberingYear = (draft: BillingDocument, facts: Facts): number =>
  Number(datesOf(draft, facts.now, facts.settings.zone).emittedOn.slice(0, 4));

/** Recomputes the figures of a draft from what is left of its parent today. */
export function withCurrentFigures<D extends BillingDocument>(draft: D, parent: BillingDocument | undefined): D {
  if (draft.sealed || draft.parentId === undefined) return draft;
  return { ...draft, totals: figuresOf(draft, parent) };
}

function sealOf(document: BillingDocument, facts: Facts, { counter, format, year }: NextNumber): Sealed {
  const { settings, now } = facts;
  const { emittedAt, dueAt, validUntilAt } = datesFrom(
    document,
    document.content.timeline.emittedAt ?? now,
    settings.zone,
  );
  const { customer, emitter, hasVat } = partiesOf(document, facts);
  return {
    number: numberOf(format, { series: seriesOf(document.kind, document.test), year, counter }),
    finalizedAt: now,
    emittedAt,
    ...(dueAt !== undefined && { dueAt }),
    ...(validUntilAt !== undefined && { validUntilAt }),
    ...(customer && { customer }),
    emitter,
    hasVat,
  };
}

/** A final invoice fully covered by its advances is paid as soon as it is finalized. */
const nothingLeft = (invoice: BillingDocument): boolean => taxIncluded(totalOf(restToCredit(invoice))) === 0;
