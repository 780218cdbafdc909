import type { Event } from '../../db/events/events.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { auditEventsBetween } from '../../domain/billing/document/group/audit-events.ts';
import { documentOfEvent } from '../../schemas/billing/document/document-event.ts';
import { documentEvent } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { eventOf } from './publish-event.ts';

/**
 * The events of a document's change: `before` is absent if it was created, `after` if it was
 * deleted.
 */
export function documentEvents(
  context: Pick<Context, 'now' | 'newId'>,
  before: BillingDocument | undefined,
  after: BillingDocument | undefined,
  facts: Facts,
): Event[] {
  const document = after ?? before;
  if (!document) return [];
  const { id: subjectId, kind, test } = document;
  return auditEventsBetween(before, after).map((eventName) =>
    eventOf(
      context,
      { type: documentEvent(kind, eventName), subjectId, test },
      { billing: documentOfEvent(document, facts) },
    ),
  );
}
