import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { accountingEntries } from '../../db/account/accounting-entries.ts';
import {
  insertClosure,
  lastCheck,
  lastClosures,
  type NextCheck,
  scheduleNextCheck,
  sha256OfClosure,
} from '../../db/account/closures.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { bookedOn, isOver, periodAwaiting } from '../../domain/account/closure/closing-time.ts';
import { CLOSING_GRACE_SECONDS, type Closure, closed, type LastClosed } from '../../domain/account/closure/closure.ts';
import type { Figures } from '../../domain/account/closure/figures.ts';
import { endsAt, nameOf, type Period } from '../../domain/account/closure/period.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { realTimeOf } from './account-clock.ts';
import { sumsOfClosed } from './closure-totals.ts';
import { unclosedEntries } from './unclosed-entries.ts';

/** Closures per transaction, so that catching up on years takes many short transactions. */
const CLOSURES_AT_ONCE = 50;

type Closing = Pick<Context, 'tx' | 'now' | 'realNow' | 'newId' | 'seal' | 'actor'>;
export type Closed = {
  made: readonly Closure[];
  /** There is more to close: call again. */
  more: boolean;
};

/**
 * Closes all ended periods of the live or test books, oldest first: days, then the month and year
 * they end. A day without billing or receipts has no closure; the next one covers its entries.
 * Closures follow from immutable entries, so they are computed before the audit chain is locked; if
 * another process closed meanwhile, nothing is done.
 */
export async function closeBooks(context: Closing, test: boolean): Promise<Closed> {
  const { tx, now, seal, actor } = context;
  const { made, look, more, open, before, headSeq } = await planned(context, test);
  if (made.length === 0) {
    scheduleNextCheck(tx, test, look);
    return { made, more };
  }
  let head = await lockChainHead(tx, test);
  // New entries since then have not been checked.
  const isQuiet = head.seq === headSeq && !open;
  if (!isSame(await lastClosures(tx, test), before)) return { made: [], more: true };
  for (const closure of made) {
    const text = insertClosure(tx, closure);
    const subject = { kind: 'closure', id: closure.id, number: nameOf(closure) };
    head = append(tx, { test, head, seal }, { type: 'closed', at: now, actor, subject, sha256: sha256Hex(text) });
  }
  scheduleNextCheck(tx, test, isQuiet ? { ...look, lookedSeq: head.seq } : look);
  return { made, more };
}

const isSame = (a: LastClosed, b: LastClosed): boolean =>
  a.day?.id === b.day?.id && a.month?.id === b.month?.id && a.year?.id === b.year?.id;

type Plan = { made: Closure[]; more: boolean; open: boolean; look: NextCheck; before: LastClosed; headSeq: number };

/** Everything that one transaction can close, and when to check again. */
async function planned({ tx, now, realNow, newId }: Closing, test: boolean): Promise<Plan> {
  const [{ settings }, before, { lookedSeq, headSeq }] = await Promise.all([
    settingsOf(tx),
    lastClosures(tx, test),
    lastCheck(tx, test),
  ]);
  const { zone } = settings;
  const span = { past: Math.max(lookedSeq, before.day?.lastSeq ?? 0), until: headSeq };
  const books = unclosedEntries(accountingEntries(tx.read, { accountId: tx.accountId, test }, span));
  const sums = sumsOfClosed(tx, test, before);
  const made: Closure[] = [];
  let last = before;
  const close = async (period: Period, { figures, lastSeq }: { figures: Figures; lastSeq: number }): Promise<void> => {
    const same = last[period.kind];
    const previous = same && sha256OfClosure(same);
    const closure = closed({ id: newId(), test, period, zone, now, lastSeq, figures, previous }, last);
    last = { ...last, [period.kind]: closure };
    made.push(closure);
    await sums.note(closure);
  };

  for (;;) {
    const open = await books.first();
    const openDay = open && bookedOn(open.at, last, zone);
    const awaiting = periodAwaiting(last, openDay);
    const isFull = made.length >= CLOSURES_AT_ONCE;
    const day = openDay === undefined ? undefined : ({ kind: 'day', startsOn: openDay } as const);
    if (!isFull && awaiting && isOver(awaiting, { zone, now })) await close(awaiting, await sums.take(awaiting.kind));
    else if (!isFull && day && isOver(day, { zone, now })) await close(day, await books.takeUntil(endsAt(day, zone)));
    else {
      const overAt = (period: Period) => endsAt(period, zone) + CLOSING_GRACE_SECONDS;
      const periodOverAt = awaiting && overAt(awaiting);
      // If no day is open, today may still get entries.
      const dayOverAt = overAt(day ?? { kind: 'day', startsOn: civilDayOf(now, zone) });
      const lookAt = isFull ? now : Math.min(dayOverAt, periodOverAt ?? dayOverAt);
      // The job that looks for books to close uses real time.
      const queued = (at: number): number => Math.max(0, realTimeOf({ now, realNow }, at));
      const awaited = periodOverAt === undefined ? undefined : queued(periodOverAt);
      const look = { lookedSeq: open ? open.seq - 1 : headSeq, lookAt: queued(lookAt), periodOverAt: awaited };
      return { made, more: isFull, open: open !== undefined, before, headSeq, look };
    }
  }
}
