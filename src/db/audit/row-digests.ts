import { stateDigest } from '../../audit/chain/state-digest.ts';
import type { Row } from '../transaction.ts';

// Digests of stored rows, equal to those computed when they were written.

export const MOVING_COLUMNS = `d.state, d.title, d.life, d.billed_cents, d.credited_cents, d.paid_cents, d.signed_at,
  d.refused_at, d.paid_at, d.canceled_at, d.archived_at, d.refund_at, d.updated_at`;
export const FROZEN_COLUMNS = `d.kind, d.family_id, d.parent_id, d.customer_id, d.project_id, d.currency, d.emitted_at,
  d.emitted_on, d.due_on, d.valid_until_on, d.net_cents, d.vat_cents, d.total_cents, d.deducted_cents, d.prefix, d.year,
  d.counter, d.number, d.finalized_at, d.created_at`;
export const PAYMENT_COLUMNS = `p.id, p.document_id, p.amount_cents, p.received_on, p.method, p.reverses_id, p.content,
  p.created_at`;
export const KEY_COLUMNS = `k.id, k.test, k.secret_sha256, k.name, k.scopes, k.created_at, k.expires_at, k.revoked_at,
  k.replaced_by, k.made_by`;

/** The digest of a document's mutable fields; throws if its `life` is not valid JSON. */
export const documentDigest = (row: Row): string =>
  stateDigest.document({
    state: row.state,
    title: row.title,
    life: JSON.parse(row.life) as Record<string, unknown>,
    billed: row.billed_cents,
    credited: row.credited_cents,
    paid: row.paid_cents,
    signedAt: row.signed_at,
    refusedAt: row.refused_at,
    paidAt: row.paid_at,
    canceledAt: row.canceled_at,
    archivedAt: row.archived_at,
    refundAt: row.refund_at,
    updatedAt: row.updated_at,
  });

/** The digest of a finalized document's frozen columns. */
export const frozenDigest = (row: Row): string =>
  stateDigest.frozen({
    kind: row.kind,
    familyId: row.family_id,
    parentId: row.parent_id,
    customerId: row.customer_id,
    projectId: row.project_id,
    currency: row.currency,
    emittedAt: row.emitted_at,
    emittedOn: row.emitted_on,
    dueOn: row.due_on,
    validUntilOn: row.valid_until_on,
    net: row.net_cents,
    vat: row.vat_cents,
    total: row.total_cents,
    deducted: row.deducted_cents,
    prefix: row.prefix,
    year: row.year,
    counter: row.counter,
    number: row.number,
    finalizedAt: row.finalized_at,
    createdAt: row.created_at,
  });

export const paymentDigest = (row: Row): string =>
  stateDigest.payment({
    documentId: row.document_id,
    amount: row.amount_cents,
    receivedOn: row.received_on,
    method: row.method,
    reversesId: row.reverses_id,
    content: row.content,
    createdAt: row.created_at,
  });

export const keyDigest = (row: Row): string =>
  stateDigest.api_key({
    test: row.test,
    secretSha256: row.secret_sha256.toString('hex'),
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
    ...(row.made_by !== null && { madeBy: row.made_by }),
  });

export const eventDigest = (row: Row): string =>
  stateDigest.event({ id: row.id, type: row.type, subjectId: row.subject_id, at: row.at, body: row.body });
