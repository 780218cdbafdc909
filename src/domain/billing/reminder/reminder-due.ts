import { isClaim } from '../document/document.ts';
import type { Member } from '../document/group/document-group.ts';
import type { Change } from '../document/group/group-changes.ts';
import { reminderOf } from './current-reminder.ts';
import { nextReminder } from './next-reminder.ts';

/**
 * When the reminder of a changed document must be checked, Unix seconds of the account's clock.
 * Undefined if that time did not change, or without a reminder. A reminder that no longer applies
 * is detected at that time.
 */
export function reminderDueSince({ before, after }: Change, now: number): number | undefined {
  const at = after && dueAt(after, now);
  return at === undefined || at === (before && dueAt(before, now)) ? undefined : at;
}

function dueAt({ document, facts }: Member, now: number): number | undefined {
  if (!isClaim(document) || !document.sealed || !reminderOf(document)?.active) return undefined;
  const next = nextReminder(document, { now, zone: facts.settings.zone });
  // A bill without an address is checked too, to notify its owner.
  return 'at' in next ? next.at : next.stop === 'no_address' ? now : undefined;
}
