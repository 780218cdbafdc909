import { stateDigest } from '../../audit/chain/state-digest.ts';
import type { BillingDocument, Sealed } from '../../domain/billing/document/document.ts';
import { deductedIn } from '../../domain/billing/document/totals/document-figures.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { type PendingDigests, addDigest } from './pending-digests.ts';

/** Says what moves on a finalized document as it is being written. */
export const addDocumentDigest = (standing: PendingDigests, document: BillingDocument): void =>
  addDigest(standing, 'document', document.id, () => {
    const { state, title = null, life, updatedAt } = document;
    const { signedAt = null, refusedAt = null, paidAt = null } = document;
    const { canceledAt = null, archivedAt = null, refundAt = null } = document;
    const sums = {
      billed: taxIncluded(totalOf(life.billed)),
      credited: taxIncluded(totalOf(life.credited)),
      paid: life.paid,
    };
    const marks = { signedAt, refusedAt, paidAt, canceledAt, archivedAt, refundAt };
    return stateDigest.document({ state, title, life, ...sums, ...marks, updatedAt });
  });

/** Where a document stands in its series. */
type Place = { prefix: string; year: number; counter: number };

/** Says the same of a document that is being finalized, and what never moves again. `dayOf` is of the account's zone. */
export function addFinalizedDigest(
  standing: PendingDigests,
  document: BillingDocument,
  { number, emittedAt, dueAt, validUntilAt, finalizedAt }: Sealed,
  { prefix, year, counter }: Place,
  dayOf: (at: number | undefined) => string | null,
): void {
  addDocumentDigest(standing, document);
  addDigest(standing, 'frozen', document.id, () => {
    const { kind, familyId, parentId = null, customerId = null, projectId = null, createdAt } = document;
    const { net, vat } = totalOf(document.totals.breakdown);
    return stateDigest.frozen({
      ...{ kind, familyId, parentId, customerId, projectId, createdAt },
      ...{ number, prefix, year, counter, finalizedAt, emittedAt },
      ...{ emittedOn: dayOf(emittedAt) as string, dueOn: dayOf(dueAt), validUntilOn: dayOf(validUntilAt) },
      ...{ currency: document.content.currency.code, net, vat, total: net + vat },
      deducted: taxIncluded(totalOf(deductedIn(document))),
    });
  });
}
