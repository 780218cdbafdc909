import type { BillingDocument } from '../document.ts';

/**
 * The events of a document. Sending by e-mail and opening by the customer are recorded where they
 * happen.
 */
export const documentAuditEvents = [
  'created',
  'finalized',
  'sent',
  'viewed',
  'signed',
  'refused',
  'paid',
  'unpaid',
  'canceled',
  'archived',
  'deleted',
] as const;
export type DocumentAuditEvent = (typeof documentAuditEvents)[number];

/** Events that only happen to finalized documents. */
export const finalizedDocumentEvents = [
  'finalized',
  'sent',
  'viewed',
  'signed',
  'refused',
  'paid',
  'unpaid',
  'canceled',
] as const satisfies readonly DocumentAuditEvent[];

/**
 * The events of a document between two versions, in order: `before` is absent for a new document,
 * `after` for a deleted one. Edits of a draft are no events. One step can have several, like a bill
 * finalized with nothing left to pay.
 */
export function auditEventsBetween(
  before: BillingDocument | undefined,
  after: BillingDocument | undefined,
): DocumentAuditEvent[] {
  if (!after) return before ? ['deleted'] : [];
  const was = before ?? { state: 'draft', sealed: undefined, canceledAt: undefined, archivedAt: undefined };
  const steps: readonly (readonly [DocumentAuditEvent, boolean])[] = [
    ['created', before === undefined],
    ['finalized', after.sealed !== undefined && was.sealed === undefined],
    ['signed', after.state === 'signed' && was.state !== 'signed'],
    ['refused', after.state === 'refused' && was.state !== 'refused'],
    ['paid', after.state === 'paid' && was.state !== 'paid'],
    ['unpaid', was.state === 'paid' && after.state !== 'paid'],
    ['canceled', after.canceledAt !== undefined && was.canceledAt === undefined],
    ['archived', after.archivedAt !== undefined && was.archivedAt === undefined],
  ];
  return steps.flatMap(([happening, did]) => (did ? [happening] : []));
}
