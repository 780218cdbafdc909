import type { AccountSettings } from '../../account/settings.ts';
import { firstCharacters } from '../../text/truncate.ts';
import { type CivilDay, civilDayOf } from '../../time/civil-day.ts';
import type { Invoice } from '../document/document.ts';
import { duplicateOf } from '../document/duplicate.ts';
import { LINE_DESCRIPTION_MAX, type Line, SECTION_TITLE_MAX } from '../document/lines/line.ts';
import { figuresOf } from '../document/totals/document-figures.ts';
import { type Period, periodBilled, withPeriod } from './period-text.ts';
import type { Recurrence } from './recurrence.ts';
import { madeAt, nextAfter, occurrencesSince } from './schedule.ts';

/**
 * Up to this many missed occurrences are finalized. If more were missed, Facturier creates drafts
 * and notifies the owner.
 */
const MISSED_MAX = 3;
/** Consecutive occurrences that fail to finalize before the recurrence is paused. */
const UNMET_MAX = 3;

/** The occurrence to create now, and whether to finalize it. */
export type DueOccurrence = {
  readonly on: CivilDay;
  readonly isFinalized: boolean;
  /** Set if too many occurrences were missed: this many drafts are created, one by one. */
  readonly missed?: number;
  readonly draftsUntil?: CivilDay;
};

/** The due occurrence, or the time of the next one in Unix seconds; undefined if there is none. */
export function dueOf(
  recurrence: Recurrence,
  { now, zone }: { now: number; zone: string },
): DueOccurrence | { readonly dueAt: number } | undefined {
  const { next: on, finalizes } = recurrence;
  if (on === undefined) return undefined;
  const dueAt = madeAt(on, zone);
  if (now < dueAt) return { dueAt };
  const until = recurrence.draftsUntil;
  if (until !== undefined && on <= until) return { on, isFinalized: false };
  const last = lastDue(recurrence, { now, zone });
  const missing = finalizes ? occurrencesSince({ ...recurrence, to: last }, on, MISSED_COUNTED_MAX) : [];
  if (missing.length <= MISSED_MAX) return { on, isFinalized: finalizes };
  return { on, isFinalized: false, missed: missing.length, draftsUntil: missing.at(-1) as CivilDay };
}

/** Maximum characters of each text. */
const TEXT_MAX = { title: 255, designation: 1_000 } as const;

/** Missed occurrences are counted up to this number. */
const MISSED_COUNTED_MAX = 1_000;

/** The last day whose creation time has passed. */
function lastDue({ to }: Recurrence, { now, zone }: { now: number; zone: string }): CivilDay {
  const today = civilDayOf(now, zone);
  const last = now < madeAt(today, zone) ? civilDayOf(now - 86_400, zone) : today;
  return last < to ? last : to;
}

/**
 * The recurrence after an occurrence was created. `unmet`: it should have been finalized and could
 * not; the third in a row pauses the recurrence.
 */
export function afterOccurrence(
  recurrence: Recurrence,
  made: DueOccurrence,
  { isUnmet, now }: { isUnmet: boolean; now: number },
): Recurrence {
  const { next: _, draftsUntil: before, ...rest } = recurrence;
  const unmet = isUnmet ? recurrence.unmet + 1 : made.isFinalized ? 0 : recurrence.unmet;
  if (isUnmet && unmet >= UNMET_MAX) return { ...rest, unmet, pausedAt: now, pausedByItself: true };
  const next = nextAfter(recurrence, made.on);
  const draftsUntil = made.draftsUntil ?? before;
  const isCatchingUp = draftsUntil !== undefined && next !== undefined && next <= draftsUntil;
  return { ...rest, unmet, ...(next !== undefined && { next }), ...(isCatchingUp && { draftsUntil }) };
}

/**
 * The draft of an occurrence: a copy of the template with the billed period in its texts, dated on
 * its day of issue.
 */
export function occurrenceOf(
  template: Invoice,
  on: CivilDay,
  options: { now: number; newId: () => string; settings: AccountSettings },
): Invoice {
  const recurrence = template.life.recurrence as Recurrence;
  const draft = duplicateOf(template, { ...options, copy: 'recurrence' }) as Invoice;
  const { locale, lines } = draft.content;
  const period = periodBilled(recurrence, on);
  const title = draft.title && firstCharacters(withPeriod(draft.title, period, locale), TEXT_MAX.title);
  const content = { ...draft.content, lines: lines.map((line) => ofPeriod(line, recurrence, { period, locale })) };
  const said = { ...draft, content, ...(title !== undefined && { title }) };
  const life = { ...draft.life, occurrence: { invoiceId: template.id, on } };
  return { ...said, life, totals: figuresOf(said, undefined) };
}

function ofPeriod(
  line: Line,
  { periodText }: Recurrence,
  { period, locale }: { period: Period; locale: Invoice['content']['locale'] },
): Line {
  const written = (text: string): string => withPeriod(text, period, locale);
  const own = line.description && written(line.description);
  const added = periodText && written(periodText);
  const description = firstCharacters([own, added].filter(Boolean).join('\n'), LINE_DESCRIPTION_MAX);
  const designation = firstCharacters(written(line.designation), TEXT_MAX.designation);
  const section = line.section && firstCharacters(written(line.section), SECTION_TITLE_MAX).trim();
  return { ...line, designation, ...(description && { description }), ...(section && { section }) };
}
