import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { type AccountingEntry, accountingEntries } from '../../db/account/accounting-entries.ts';
import {
  closuresSince,
  insertClosure,
  lastCheck,
  lastClosures,
  type NextCheck,
  scheduleNextCheck,
  sha256OfClosure,
} from '../../db/account/closures.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import type { Tx } from '../../db/transaction.ts';
import {
  bookedOn,
  CLOSING_GRACE_SECONDS,
  type Closure,
  closed,
  isOver,
  type LastClosed,
  periodAwaiting,
} from '../../domain/account/closure/closure.ts';
import { type Booked, type Figures, figuresOf, plusFigures } from '../../domain/account/closure/figures.ts';
import { endsAt, nameOf, type Period } from '../../domain/account/closure/period.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { realTimeOf } from './account-clock.ts';

/** Closures per transaction, so that catching up on years takes many short transactions. */
const CLOSURES_AT_ONCE = 50;

type Closing = Pick<Context, 'tx' | 'now' | 'realNow' | 'newId' | 'seal' | 'actor'>;
type Closed = {
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

/** Billing and receipts that are in no closure yet. */
type UnclosedEntries = {
  /** The first bill or payment; undefined if there is none. */
  first: () => Promise<AccountingEntry | undefined>;
  /**
   * Takes everything recorded before `end` (Unix seconds) and sums it; always takes at least the
   * first.
   */
  takeUntil: (end: number) => Promise<{ figures: Figures; lastSeq: number }>;
};

/** Entries buffered before they are summed. */
const ENTRIES_AT_ONCE = 500;

/** Reads open books entry by entry, in constant memory. */
function unclosedEntries(links: AsyncGenerator<AccountingEntry>): UnclosedEntries {
  let ahead: AccountingEntry | undefined;
  const look = async (): Promise<AccountingEntry | undefined> => {
    ahead ??= (await links.next()).value ?? undefined;
    // Stop: a closure that leaves out the missing document or payment would stay wrong, because
    // closures never change.
    if (ahead?.isLost) throw new Error(`the subject of entry ${ahead.seq} is missing: run facturier verify`);
    return ahead;
  };
  return {
    first: async () => {
      for (let link = await look(); link && !link.booked; link = await look()) ahead = undefined;
      return ahead;
    },
    takeUntil: async (end) => {
      let figures: Figures = {};
      let entries: Booked[] = [];
      let lastSeq = 0;
      // Cuts at the first later entry, so that none is counted twice or left out, whatever the
      // clock did.
      for (let link = await look(); link && (lastSeq === 0 || link.at < end); link = await look()) {
        if (link.booked) entries.push(link.booked);
        if (entries.length === ENTRIES_AT_ONCE) {
          figures = plusFigures(figures, figuresOf(entries));
          entries = [];
        }
        lastSeq = link.seq;
        ahead = undefined;
      }
      return { figures: plusFigures(figures, figuresOf(entries)), lastSeq };
    },
  };
}

type Sum = { figures: Figures; lastSeq: number };

/** The sums of the days since the last month and of the months since the last year. */
type SumsOfClosed = {
  /** Adds a new closure. */
  note: (closure: Closure) => Promise<void>;
  /** The sum for the next month or year. */
  take: (whole: 'month' | 'year') => Promise<Sum>;
};

const partOf = { month: 'day', year: 'month' } as const;

/** Reads earlier closures only if there is something to close. */
function sumsOfClosed(tx: Tx, test: boolean, before: LastClosed): SumsOfClosed {
  const sums = new Map<'month' | 'year', Sum>();
  const sumOf = async (whole: 'month' | 'year'): Promise<Sum> => {
    const known = sums.get(whole);
    if (known) return known;
    const parts = await closuresSince(tx, test, partOf[whole], before[whole]?.lastSeq ?? 0);
    const sum = parts.reduce(added, { figures: {}, lastSeq: 0 });
    sums.set(whole, sum);
    return sum;
  };
  return {
    note: async (closure) => {
      for (const whole of ['month', 'year'] as const) {
        const sum = await sumOf(whole);
        if (closure.kind === whole) sums.set(whole, { figures: {}, lastSeq: 0 });
        else if (closure.kind === partOf[whole]) sums.set(whole, added(sum, closure));
      }
    },
    take: sumOf,
  };
}

const added = (sum: Sum, { figures, lastSeq }: Closure): Sum => ({
  figures: plusFigures(sum.figures, figures),
  lastSeq,
});
