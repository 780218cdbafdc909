import { closingsOfSpan } from '../../db/books/closings.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { bookWritten } from '../../pdf/layout/book-layout.ts';
import type { Context } from '../context.ts';

/** Closings named on a printed book; a longer period names the last ones. */
const NAMED_MAX = 12;

/**
 * What a printed book states of its closings, in French: when the period was closed, and their
 * digests. Undefined if a day of the period is open.
 */
export async function closingPrinted(
  { tx }: Pick<Context, 'tx'>,
  { from, to, settings }: { readonly from: CivilDay; readonly to: CivilDay; readonly settings: AccountSettings },
): Promise<{ readonly fact: string; readonly mention: string } | undefined> {
  const closings = await closingsOfSpan(tx, { from, to });
  const last = closings.at(-1);
  if (!last || last.to < to) return undefined;
  const day = (at: number): string => bookWritten.day(civilDayOf(at, settings.zone));
  const named = closings
    .slice(-NAMED_MAX)
    .map(
      (each) =>
        `n° ${each.number}, du ${bookWritten.day(each.from)} au ${bookWritten.day(each.to)}, clôturée le ${day(each.createdAt)}, empreinte SHA-256 ${each.sha256}`,
    );
  return {
    fact: day(last.createdAt),
    mention: `Période clôturée : les lignes et leurs numéros ne changent plus. Clôture ${named.join(' ; ')}.`,
  };
}
