import { type BillingDocument, isClaim } from '../../domain/billing/document/document.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { dueAtIssue } from './due-at-issue.ts';
import type { LayoutContext } from './layout-context.ts';
import type { Labelled } from './printed-document.ts';

/** Whether credit notes cover the whole document, so that nothing is to be paid. */
export const isCanceled = (document: BillingDocument): boolean =>
  isClaim(document) && document.canceledAt !== undefined;

/** The credit notes that cancel it, and their day; only the day if they are not available. */
export function cancellationFact(printing: LayoutContext): Labelled | undefined {
  const { document, words, written, zone } = printing;
  if (!isCanceled(document)) return undefined;
  const by = creditNotesNamed(printing);
  if (by) return { label: words.canceledWith, value: by };
  return { label: words.canceledOn, value: written.day(civilDayOf(document.canceledAt ?? 0, zone)) };
}

/** The sentence printed instead of payment details. */
export function cancellationNote(printing: LayoutContext): string {
  const by = creditNotesNamed(printing);
  return by ? printing.words.canceledBy(by) : printing.words.nothingToPay;
}

/** The amount of each credit note, if together they cover the whole amount due. */
export function takenBack(document: BillingDocument): { readonly number: string; readonly amount: Cents }[] {
  const { creditNotes } = document.life;
  const sum = creditNotes.reduce((all, { total }) => all + total, 0);
  if (sum !== dueAtIssue(document)) return [];
  return creditNotes.map(({ number, total }) => ({ number, amount: cents(-total) }));
}

function creditNotesNamed({ document, relatives, words, written, zone }: LayoutContext): string {
  const named = document.life.creditNotes.flatMap(({ id, number }) => {
    const emittedAt = relatives.get(id)?.document.sealed?.emittedAt;
    return emittedAt === undefined ? [] : [words.byCreditNote(number, written.day(civilDayOf(emittedAt, zone)))];
  });
  const last = named.pop();
  return named.length > 0 ? `${named.join(', ')} ${words.and} ${last}` : (last ?? '');
}
