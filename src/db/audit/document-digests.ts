import { stateDigest } from '../../audit/chain/state-digest.ts';
import type { BillingDocument, Sealed } from '../../domain/billing/document/document.ts';
import { deductedIn } from '../../domain/billing/document/totals/document-figures.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { addDigest, type PendingDigests } from './pending-digests.ts';

/** Adds the digest of the mutable fields of a finalized document that is being written. */
export const addDocumentDigest = (pendingDigests: PendingDigests, document: BillingDocument): void =>
  addDigest(pendingDigests, 'document', document.id, () => {
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

/** The place of a document in its series. */
type Place = { prefix: string; year: number; counter: number };

/**
 * Adds the digests of a document being finalized: its mutable and its frozen fields. `dayOf` uses
 * the account's time zone.
 */
export function addFinalizedDigest(
  pendingDigests: PendingDigests,
  document: BillingDocument,
  { number, emittedAt, dueAt, validUntilAt, finalizedAt }: Sealed,
  { prefix, year, counter }: Place,
  dayOf: (at: number | undefined) => string | null,
): void {
  addDocumentDigest(pendingDigests, document);
  addDigest(pendingDigests, 'frozen', document.id, () => {
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
