import { queueRecurrence, storeRecurrence } from '../../../db/billing/recurrences.ts';
import type { Invoice } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { withDocuments } from '../../../domain/billing/document/group/document-group.ts';
import { madeAt } from '../../../domain/billing/recurrence/schedule.ts';
import { isRefusal, type Refusal, type RefusalCode } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentResponse } from '../document-group/document-response.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { lockDocumentGroup } from '../document-group/lock-document-group.ts';

type RecurrenceEvent = 'recurrence_set' | 'recurrence_ended' | 'recurrence_paused' | 'recurrence_resumed';

/**
 * Changes the recurrence of an invoice in any state: locks its group, calls `rule` for the new
 * invoice and schedules the next one. Returns the invoice; writes nothing if it is unchanged.
 */
export async function updateRecurrence<Answer extends Invoice | Refusal>(
  context: Context,
  id: string,
  type: RecurrenceEvent,
  rule: (invoice: Invoice, facts: Facts) => Answer,
) {
  const locked = await lockDocumentGroup(context, id, documentLookups.invoice, { moves: true });
  if ('refused' in locked) return locked;
  const { document: before, facts } = locked.group.asked;
  const invoice = rule(before, facts);
  if (isRefusal(invoice)) return invoice as Extract<Answer, { refused: RefusalCode }>;
  if (invoice === before) return documentResponse(context, locked.group);
  const moved = invoice as Invoice;
  const { recurrence } = moved.life;
  const { from, to, every, interval } = recurrence ?? {};
  const after = await commitDocumentGroup(context, locked, withDocuments(locked.group, moved), {
    as: { type, about: { id, from, to, every, interval } },
  });
  storeRecurrence(context.tx, moved, recurrence);
  if (recurrence?.next !== undefined)
    queueRecurrence(context.tx, moved, madeAt(recurrence.next, facts.settings.zone), context.now);
  return documentResponse(context, after);
}
