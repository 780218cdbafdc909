import { type AuditEvent, sha256Hex } from '../../../audit/chain/chain-link.ts';
import type { Finalized } from '../../../domain/billing/document/document.ts';
import { deductedIn } from '../../../domain/billing/document/totals/document-figures.ts';
import { taxIncluded, totalOf } from '../../../domain/vat/breakdown.ts';
import { searchTextOf } from '../../billing/search-text.ts';
import type { Row } from '../../transaction.ts';

/** Faults in a finalized document. */
export type DocumentFault =
  | 'document_missing'
  | 'document_not_finalized'
  | 'document_changed'
  | 'document_differs_from_link'
  | 'document_columns_differ'
  | 'document_words_differ';

export const SEALED_COLUMNS = `id, kind, test, family_id, parent_id, customer_id, currency, number, emitted_at,
  emitted_on, finalized_at, net_cents, vat_cents, total_cents, deducted_cents, content, sealed_sha256, created_at,
  title, found_by`;

/**
 * Compares a finalized document with the entry that recorded its finalization: the canonical text,
 * its digest in the row and in the chain, and the columns PostgreSQL filters and sums by, which
 * must agree with the text.
 */
export function sealedDocumentFaults(row: Row | undefined, event: AuditEvent): DocumentFault[] {
  if (!row) return ['document_missing'];
  if (row.number === null) return ['document_not_finalized'];
  const faults: DocumentFault[] = [];
  const sha256 = sha256Hex(row.content);
  if (row.sealed_sha256.toString('hex') !== sha256) faults.push('document_changed');
  if (event.sha256 !== sha256 || !isAbout(event, row)) faults.push('document_differs_from_link');
  if (!columnsAgree(row)) faults.push('document_columns_differ');
  else if (!wordsAgree(row)) faults.push('document_words_differ');
  return faults;
}

const isAbout = ({ subject, totals }: AuditEvent, row: Row): boolean =>
  subject.kind === row.kind &&
  subject.number === row.number &&
  (totals === undefined ||
    (totals.net === row.net_cents &&
      totals.vat === row.vat_cents &&
      totals.total === row.total_cents &&
      totals.currency === row.currency));

function columnsAgree(row: Row): boolean {
  try {
    const document = JSON.parse(row.content) as Finalized;
    const { net, vat } = totalOf(document.totals.breakdown);
    const pairs = [
      [row.id, document.id],
      [row.kind, document.kind],
      [row.test, document.test],
      [row.family_id, document.familyId],
      [row.parent_id, document.parentId ?? null],
      [row.customer_id, document.customerId ?? null],
      [row.currency, document.content.currency.code],
      [row.number, document.sealed.number],
      [row.emitted_at, document.sealed.emittedAt],
      [row.finalized_at, document.sealed.finalizedAt],
      [row.net_cents, net],
      [row.vat_cents, vat],
      [row.total_cents, net + vat],
      [row.deducted_cents, taxIncluded(totalOf(deductedIn(document)))],
      [row.created_at, document.createdAt],
    ];
    return pairs.every(([kept, sealed]) => kept === sealed) && isDayOf(row.emitted_on, row.emitted_at);
  } catch {
    return false;
  }
}

/** Whether the search text matches the canonical text and the title. */
function wordsAgree({ content, title, found_by }: Row): boolean {
  const document = { ...(JSON.parse(content) as Finalized), ...(title !== null && { title }) };
  return searchTextOf(document, document.sealed.customer) === found_by;
}

/** The time zone may have changed since, so any day that some zone had at that second is valid. */
function isDayOf(day: string, at: number): boolean {
  const apart = Date.parse(`${day}T00:00:00Z`) / 1000 - at;
  return apart > -(DAY_SECONDS + WEST_MOST_SECONDS) && apart <= EAST_MOST_SECONDS;
}

const DAY_SECONDS = 86_400;
const WEST_MOST_SECONDS = 12 * 3600;
const EAST_MOST_SECONDS = 14 * 3600;
