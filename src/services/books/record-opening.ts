import { settingsOf } from '../../db/account/settings.ts';
import { lastClosing } from '../../db/books/closings.ts';
import { insertOpeningEntry, lastOpeningNumber, lockOpeningEntries } from '../../db/books/opening-entries.ts';
import {
  type OpeningEntry,
  type OpeningFacts,
  type OpeningRefusal,
  openingRefused,
} from '../../domain/books/accounting/opening-entry.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';

/** Records balances from before the books were kept here. */
export async function recordOpening(
  { tx, now, newId }: Pick<Context, 'tx' | 'now' | 'newId'>,
  facts: OpeningFacts,
): Promise<OpeningEntry | OpeningRefusal> {
  await lockOpeningEntries(tx);
  const [{ settings }, closing, entries] = await Promise.all([settingsOf(tx), lastClosing(tx), lastOpeningNumber(tx)]);
  const state = { today: civilDayOf(now, settings.zone), closedThrough: closing?.to, entries };
  const refused = openingRefused(facts, state);
  if (refused) return refused;
  const entry = { ...facts, id: newId(), number: entries + 1, createdAt: now };
  insertOpeningEntry(tx, entry);
  return entry;
}
