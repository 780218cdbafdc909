import { isClaim } from '../document/document.ts';
import type { Member } from '../document/group/document-group.ts';
import type { Change } from '../document/group/group-changes.ts';
import { reminderOf } from './current-reminder.ts';
import { nextReminder } from './next-reminder.ts';

/**
 * When a reminder is to be looked at since a document moved, Unix seconds of its account; undefined where it was to be looked at then
 * before, or not at all. What is due no more is found out when its time comes.
 */
export function reminderDueSince({ before, after }: Change, now: number): number | undefined {
  const at = after && dueAt(after, now);
  return at === undefined || at === (before && dueAt(before, now)) ? undefined : at;
}

function dueAt({ document, facts }: Member, now: number): number | undefined {
  if (!isClaim(document) || !document.sealed || !reminderOf(document)?.active) return undefined;
  const next = nextReminder(document, { now, zone: facts.settings.zone });
  // Who has no address is looked at too: his owner is told.
  return 'at' in next ? next.at : next.stop === 'no_address' ? now : undefined;
}
