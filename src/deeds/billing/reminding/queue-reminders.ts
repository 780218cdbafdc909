import { type Claim, isClaim } from '../../../domain/billing/document/document.ts';
import type { Family, Member } from '../../../domain/billing/document/family.ts';
import { nextReminder } from '../../../domain/billing/reminder/next-reminder.ts';
import { reminderOf } from '../../../domain/billing/reminder/reminder-of.ts';
import { lanes } from '../../../domain/work/lane.ts';
import { queueJob } from '../../../store/jobs.ts';
import type { Context } from '../../context.ts';

/**
 * Has the reminders of a family looked at when they are due, where that moved: with whatever moved it, or not at all. What is due no more
 * is found out when its time comes.
 */
export function queueReminders({ tx, now }: Context, before: Family | undefined, after: Family | undefined): void {
  for (const [id, member] of after?.members ?? []) {
    const was = before?.members.get(id);
    if (member.document === was?.document) continue;
    const at = dueAt(member, now);
    if (at === undefined || at === (was && dueAt(was, now))) continue;
    queueJob(tx, { lane: lanes.reminders.name, subjectId: id, test: member.document.test }, at, now);
  }
}

function dueAt({ document, facts }: Member, now: number): number | undefined {
  if (!isClaim(document) || !document.sealed || !reminderOf(document as Claim)?.active) return undefined;
  const next = nextReminder(document as Claim, { now, zone: facts.settings.zone });
  // Who has no address is looked at too: his owner is told.
  return 'at' in next ? next.at : next.stop === 'no_address' ? now : undefined;
}
