import type { BillingDocument, Sealed } from '../../domain/billing/document/document.ts';
import type { Dates } from '../../domain/billing/document/document-dates.ts';
import { deductedIn } from '../../domain/billing/document/totals/document-figures.ts';
import type { Party } from '../../domain/customers/party.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';
import { addDocumentDigest, addFinalizedDigest } from '../audit/document-digests.ts';
import { sql, type Tx } from '../transaction.ts';
import { searchTextOf } from './search-text.ts';

// Only for write-document-group.ts, which is only for commit-document-group.ts: any other writer
// would miss relatives, events or the audit chain.

// Both statements start with the values of a draft ($1 to $15, `draftValues`).
const INSERT = sql`
  insert into billing.document (account_id, id, customer_id, currency, emitted_at, emitted_on, due_on, valid_until_on,
    net_cents, vat_cents, total_cents, deducted_cents, content, title, found_by, test, kind, family_id, parent_id,
    project_id, life, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22)`;
const UPDATE_DRAFT = sql`
  update billing.document set customer_id = $3, currency = $4, emitted_at = $5, emitted_on = $6, due_on = $7,
    valid_until_on = $8, net_cents = $9, vat_cents = $10, total_cents = $11, deducted_cents = $12, content = $13,
    title = $14, found_by = $15, version = $16, updated_at = $17, project_id = $18
  where account_id = $1 and id = $2`;
const DELETE_DRAFT = sql`delete from billing.document where account_id = $1 and id = $2`;

/** Inserts a draft. */
export function insertDraft(tx: Tx, document: BillingDocument, dates: Dates, zone: string, customer?: Party): void {
  const { test, kind, familyId, parentId, projectId, life, createdAt } = document;
  tx.write(INSERT, [
    ...[tx.accountId, ...draftValues(document, dates, zone, customer)],
    ...[test, kind, familyId, parentId ?? null, projectId ?? null, JSON.stringify(life), createdAt],
  ]);
}

/** Updates a draft. */
export function updateDraft(tx: Tx, document: BillingDocument, dates: Dates, zone: string, customer?: Party): void {
  const { version, updatedAt, projectId } = document;
  const values = [...draftValues(document, dates, zone, customer), version, updatedAt, projectId ?? null];
  tx.write(UPDATE_DRAFT, [tx.accountId, ...values]);
}

export const deleteDraft = (tx: Tx, id: string): void => tx.write(DELETE_DRAFT, [tx.accountId, id]);

function draftValues(document: BillingDocument, dates: Dates, zone: string, customer?: Party): unknown[] {
  const { content, totals } = document;
  const { net, vat } = totalOf(totals.breakdown);
  const dayOf = (at: number | undefined): string | null => (at === undefined ? null : civilDayOf(at, zone));
  return [
    document.id,
    document.customerId ?? null,
    content.currency.code,
    dates.emittedAt,
    dates.emittedOn,
    dayOf(dates.dueAt),
    dayOf(dates.validUntilAt),
    net,
    vat,
    net + vat,
    taxIncluded(totalOf(deductedIn(document))),
    JSON.stringify({ content, totals }),
    document.title ?? null,
    searchTextOf(document, customer),
  ];
}

// Also updates the series: the last number and its day.
const SEAL = sql`
  with counted as (
    update billing.series set last = $9, last_on = $13
    where account_id = $1 and test = $23 and prefix = $7 and year = $8
  )
  update billing.document set state = $3, version = $4, content = $5, sealed_sha256 = $6, prefix = $7, year = $8,
    counter = $9, number = $10, finalized_at = $11, emitted_at = $12, emitted_on = $13, due_on = $14,
    valid_until_on = $15, net_cents = $16, vat_cents = $17, total_cents = $18, deducted_cents = $19, found_by = $20,
    life = $21, paid_at = $22, updated_at = $11
  where account_id = $1 and id = $2`;

/**
 * What the database stores of a finalized document in addition: its canonical text and its place
 * in the series.
 */
export type SealedText = { text: string; sha256: Buffer; prefix: string; year: number; counter: number };

/** Finalizes a document and uses its number. The database freezes it from here on. */
export function sealDraft(tx: Tx, document: BillingDocument, sealed: Sealed, kept: SealedText, zone: string): void {
  const { net, vat } = totalOf(document.totals.breakdown);
  const dayOf = (at: number | undefined): string | null => (at === undefined ? null : civilDayOf(at, zone));
  addFinalizedDigest(tx.standing, document, sealed, kept, dayOf);
  tx.write(SEAL, [
    tx.accountId,
    document.id,
    document.state,
    document.version,
    kept.text,
    kept.sha256,
    kept.prefix,
    kept.year,
    kept.counter,
    sealed.number,
    sealed.finalizedAt,
    sealed.emittedAt,
    dayOf(sealed.emittedAt),
    dayOf(sealed.dueAt),
    dayOf(sealed.validUntilAt),
    net,
    vat,
    net + vat,
    taxIncluded(totalOf(deductedIn(document))),
    searchTextOf(document, sealed.customer),
    JSON.stringify(document.life),
    document.paidAt ?? null,
    document.test,
  ]);
}

const MOVE = sql`
  update billing.document set state = $3, version = $4, title = $5, found_by = $6, life = $7, billed_cents = $8,
    credited_cents = $9, paid_cents = $10, signed_at = $11, refused_at = $12, paid_at = $13, canceled_at = $14,
    archived_at = $15, refund_at = $16, updated_at = $17
  where account_id = $1 and id = $2`;

/**
 * Writes the fields that stay mutable on any document, its state and `life`, and no frozen column.
 */
export function move(tx: Tx, document: BillingDocument, customer?: Party): void {
  const { life } = document;
  if (document.sealed) addDocumentDigest(tx.standing, document);
  tx.write(MOVE, [
    tx.accountId,
    document.id,
    document.state,
    document.version,
    document.title ?? null,
    searchTextOf(document, customer),
    JSON.stringify(life),
    taxIncluded(totalOf(life.billed)),
    taxIncluded(totalOf(life.credited)),
    life.paid,
    document.signedAt ?? null,
    document.refusedAt ?? null,
    document.paidAt ?? null,
    document.canceledAt ?? null,
    document.archivedAt ?? null,
    document.refundAt ?? null,
    document.updatedAt,
  ]);
}

// Reads only the sum of each document; `turnover.ts` decides which kinds count, and converts.

const BUMP_FAMILY = sql`
  update billing.document set version = version + 1 where account_id = $1 and family_id = $2 and id <> all ($3::uuid[])`;

/**
 * Raises the version of the other documents of a group: some of them show what was written, so
 * their ETags must change.
 */
export const bumpDocumentGroup = (tx: Tx, familyId: string, written: readonly string[]): void =>
  tx.write(BUMP_FAMILY, [tx.accountId, familyId, written]);
