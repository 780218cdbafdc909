import type { BillingDocument } from '../document.ts';

/**
 * What can happen to a document that somebody may want to hear of. Sending it by e-mail is told where it is sent,
 * and that its customer opened it where he does.
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

/** Those that befall none but finalized documents. */
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
 * What happened to a document between two moments, in the order it happens: `before` is absent when it was made, `after`
 * when it is gone. Edits of a draft are none. One step may hold several, as a bill finalized with nothing left to pay.
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
