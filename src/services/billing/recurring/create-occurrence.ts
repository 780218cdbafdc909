import { lockAuditChain } from '../../../db/audit/lock-audit-chain.ts';
import { claimOccurrence, queueRecurringMail, storeRecurrence } from '../../../db/billing/recurrences.ts';
import type { Invoice } from '../../../domain/billing/document/document.ts';
import { type DocumentGroup, withDocuments, withFacts } from '../../../domain/billing/document/group/document-group.ts';
import { finalizeInDocumentGroup } from '../../../domain/billing/document/group/finalize.ts';
import { endRecurrence, withRecurrence } from '../../../domain/billing/recurrence/change-recurrence.ts';
import {
  afterOccurrence,
  type DueOccurrence,
  dueOf,
  occurrenceOf,
} from '../../../domain/billing/recurrence/next-occurrence.ts';
import type { Recurrence } from '../../../domain/billing/recurrence/recurrence.ts';
import { madeAt } from '../../../domain/billing/recurrence/schedule.ts';
import { isRefusal, type RequirementName } from '../../../domain/refusal.ts';
import { documentOfEvent } from '../../../schemas/billing/document/document-event.ts';
import type { Context } from '../../context.ts';
import { publishEvent } from '../../events/publish-event.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentLookups } from '../document-group/load-document-group.ts';
import { countersOf, type LockedGroup, lockDocumentGroup } from '../document-group/lock-document-group.ts';
import { copyDraft } from '../drafts/copy-draft.ts';
import { withFaultsOfDraft } from '../drafts/draft-faults.ts';
import { draftToNumber, nextNumberFor } from '../drafts/next-number.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * Creates the invoice due for a recurrence and returns when the next one is due (Unix seconds), if
 * any: the invoice, its number, the template's change and the mail job in one transaction. The key
 * of `occurrence` ensures one invoice per day despite crashes and schedule changes.
 */
export async function makeOccurrence(context: Context, templateId: string): Promise<{ readonly nextAt?: number }> {
  const locked = await lockDocumentGroup(context, templateId, documentLookups.invoice);
  if ('refused' in locked) return {};
  const { document: template, facts } = locked.group.asked;
  const { recurrence } = template.life;
  if (!recurrence) return {};
  if (template.canceledAt !== undefined) {
    await moved(context, locked, endRecurrence(template, context.now) as Invoice, 'recurrence_ended');
    return {};
  }
  const { zone } = facts.settings;
  const due = dueOf(recurrence, { now: context.now, zone });
  if (!due) return {};
  if ('dueAt' in due) return { nextAt: due.dueAt };
  const made = await madeOn(context, locked, due);
  const after = afterOccurrence(recurrence, due, { isUnmet: made.lacks.length > 0, now: context.now });
  const event = made.lacks.length > 0 ? 'recurrence_unmet' : 'occurred';
  await moved(
    context,
    locked,
    withRecurrence(template, after, context.now),
    after.pausedAt ? 'recurrence_paused' : event,
  );
  await notify(context, { template, recurrence: after, due, made });
  return after.next === undefined ? {} : { nextAt: madeAt(after.next, zone) };
}

/**
 * The result for a day: empty if it was done before; the missing requirements if it should be
 * finalized but cannot be.
 */
type Made = { readonly group?: DocumentGroup<Invoice>; readonly lacks: readonly RequirementName[] };

async function madeOn(context: Context, locked: LockedGroup<Invoice>, due: DueOccurrence): Promise<Made> {
  const template = locked.group.asked.document;
  const drafted = await copyDraft(context, template, (defaults) => occurrenceOf(template, due.on, defaults));
  const { document: draft } = drafted.asked;
  const { id: documentId, test } = draft;
  const taking = { invoiceId: template.id, on: due.on, test, documentId, madeAt: context.now };
  if (!(await claimOccurrence(context.tx, taking))) return { lacks: [] };
  if (!due.isFinalized) return { group: await commitDocumentGroup(context, {}, drafted), lacks: [] };
  return numbered(context, withFacts(drafted, await withFaultsOfDraft(draft, drafted.asked.facts)), template);
}

/**
 * Finalizes an unwritten draft under the chain of its template; if requirements are missing it
 * stays a draft.
 */
async function numbered(context: Context, drafted: DocumentGroup<Invoice>, template: Invoice): Promise<Made> {
  const { document: draft, facts } = drafted.asked;
  const chain = await lockAuditChain(context.tx, template.id, countersOf('invoice'));
  const { number, ...series } = await nextNumberFor(context, chain ?? {}, draftToNumber(draft, facts));
  const known = withFacts(drafted, { ...facts, ...series });
  const member = { ...known.asked, draftedAs: draft };
  const finalized = finalizeInDocumentGroup({ asked: member, members: new Map([[draft.id, member]]) }, number);
  if (!isRefusal(finalized))
    return {
      group: (await commitDocumentGroup(context, { head: chain?.head }, finalized, {
        number,
      })) as DocumentGroup<Invoice>,
      lacks: [],
    };
  const lacks = finalized.refused === 'not_finalizable' ? finalized.requirements : [];
  return { group: await commitDocumentGroup(context, {}, drafted), lacks };
}

/** Writes the changed template. */
async function moved(
  context: Context,
  locked: LockedGroup<Invoice>,
  template: Invoice,
  type: 'occurred' | 'recurrence_unmet' | 'recurrence_paused' | 'recurrence_ended',
): Promise<void> {
  await commitDocumentGroup(context, locked, withDocuments(locked.group, template), { as: { type } });
  storeRecurrence(context.tx, template, template.life.recurrence);
}

type OccurrenceResult = { template: Invoice; recurrence: Recurrence; due: DueOccurrence; made: Made };

/**
 * Mails a finalized invoice if requested; notifies the owner if it was not finalized or needs
 * attention.
 */
async function notify(context: Context, { template, recurrence, due, made }: OccurrenceResult): Promise<void> {
  if (!made.group) return;
  const { document, facts } = made.group.asked;
  if (document.sealed && recurrence.mails) queueRecurringMail(context.tx, document, context.now);
  if (made.lacks.length > 0) {
    const event = { type: 'invoice.recurring_failed', subjectId: document.id, test: document.test } as const;
    publishEvent(context, event, { billing: documentOfEvent(document, facts) });
    await notifyOwner(
      context,
      { document, facts },
      { why: 'unmet', on: due.on, template, isPaused: recurrence.pausedAt !== undefined },
    );
  }
  if (due.missed !== undefined)
    await notifyOwner(context, { document, facts }, { why: 'missed', count: due.missed, template });
}
