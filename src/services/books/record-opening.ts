import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { lastClosing } from '../../db/books/closings.ts';
import {
  findOpeningEntries,
  insertOpeningEntry,
  lastOpeningNumber,
  lockOpeningEntries,
} from '../../db/books/opening-entries.ts';
import {
  type KeptOpening,
  type OpeningEntry,
  type OpeningFacts,
  type OpeningRefusal,
  openingRefused,
  reversalOf,
} from '../../domain/books/accounting/opening-entry.ts';
import type { Refused } from '../../domain/refusal.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { openingToJson } from '../../schemas/books/opening-entry.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

type Here = Pick<Context, 'tx' | 'now' | 'newId' | 'seal' | 'actor'>;

/** Records balances from before the books were kept here. */
export async function recordOpening(context: Here, facts: OpeningFacts): Promise<KeptOpening | OpeningRefusal> {
  await lockOpeningEntries(context.tx);
  return appendOpening(context, facts, undefined);
}

/** Takes an opening entry back by its reverse, once. */
export async function reverseOpening(
  context: Here,
  id: string,
): Promise<
  | KeptOpening
  | OpeningRefusal
  | Refused<'opening_entry_not_found' | 'opening_entry_reversed' | 'opening_entry_is_reversal'>
> {
  const { tx } = context;
  await lockOpeningEntries(tx);
  const [[entry], closing] = await Promise.all([findOpeningEntries(tx, [id]), lastClosing(tx)]);
  if (!entry) return { refused: 'opening_entry_not_found' };
  if (entry.reversesId !== undefined) return { refused: 'opening_entry_is_reversal' };
  if (entry.isReversed) return { refused: 'opening_entry_reversed' };
  return appendOpening(context, reversalOf(entry, closing?.to), id);
}

/** Only under the lock of opening entries. */
async function appendOpening(
  { tx, now, newId, seal, actor }: Here,
  facts: OpeningFacts,
  reversesId: string | undefined,
): Promise<KeptOpening | OpeningRefusal> {
  const [{ settings }, closing, entries] = await Promise.all([settingsOf(tx), lastClosing(tx), lastOpeningNumber(tx)]);
  const state = { today: civilDayOf(now, settings.zone), closedThrough: closing?.to, entries };
  const refused = openingRefused(facts, state);
  if (refused) return refused;
  const stated = { ...facts, id: newId(), number: entries + 1, ...(reversesId !== undefined && { reversesId }) };
  const entry = { ...stated, actor, createdAt: now };
  const { test } = tx;
  const head = await lockChainHead(tx, test);
  insertOpeningEntry(tx, entry);
  const kind = reversesId === undefined ? 'recorded' : 'reversed';
  const subject = { kind: 'opening_entry', id: entry.id, number: String(entry.number) };
  const sha256 = sha256Hex(textOfOpening(entry));
  append(tx, { test, head, seal }, { type: `opening_${kind}`, at: now, actor, subject, sha256 });
  const kept = { ...entry, isReversed: false };
  publishEvent(
    { tx, now, newId },
    { type: `opening_balances.${kind}`, subjectId: entry.id, test },
    { openingBalances: openingToJson(kept, test) },
  );
  return kept;
}

/** What the audit trail seals of an entry: canonical JSON, without who recorded it and when. */
export const textOfOpening = ({ id, number, on, label, lines, reversesId }: OpeningEntry): string =>
  canonicalJson({ id, number, on, label, lines, ...(reversesId !== undefined && { reversesId }) });
