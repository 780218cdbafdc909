import { cancelInDocumentGroup } from '../../../domain/billing/credit-note/cancel.ts';
import type { Claim } from '../../../domain/billing/document/document.ts';
import type { DraftContext } from '../../../domain/billing/document/group/document-group.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import type { Context } from '../../context.ts';
import { nextNumberFor } from '../drafts/next-number.ts';
import type { LockedGroup } from './lock-document-group.ts';

/** Why a group is locked whose document is canceled: its credit note gets a number. */
export const cancelPurpose = { numbers: 'credit_note', moves: true } as const;

/**
 * The group locked for a credit note, with its invoice or advance canceled by one that has a
 * number. Nothing is written yet.
 */
export async function cancelLocked(
  context: Context,
  locked: LockedGroup<Claim> & { readonly around: DraftContext },
  archive: boolean,
) {
  const { now, newId } = context;
  const { document, facts } = locked.group.asked;
  if (!document.sealed) return { refused: 'not_yet_finalized' } as const;
  const { settings } = facts;
  const year = Number(civilDayOf(now, settings.zone).slice(0, 4));
  const toNumber = { kind: 'credit_note', test: document.test, year, settings } as const;
  const { number, ...series } = await nextNumberFor(context, locked, toNumber);
  const around = { ...locked.around, ...series };
  const canceled = cancelInDocumentGroup(locked.group, { number, around, archive, now, newId });
  return isRefusal(canceled) ? canceled : { ...canceled, number };
}
