/** A time of day on the machine's clock. */
export type TimeOfDay = { readonly hour: number; readonly minute: number };

/** Minimum length of a passphrase in characters: it protects the keys in every copy. */
export const PASSPHRASE_LENGTH_MIN = 12;

/** Retention: the newest copy of each of the last days, weeks and months that have one. */
const COPIES_KEPT = { days: 7, weeks: 4, months: 12 } as const;

/** Hours after which the last copy counts as too old: a day, plus the time to create one. */
export const COPY_HOURS_MAX = 26;

/** Seconds after which people are warned that there is no recent copy. */
export const COPY_WARNED_SECONDS = 2 * 86_400;

/** Where an operator keeps copies: a folder of the machine, or a store without its secret key. */
export type CopyPlace =
  | { readonly folder: string }
  | {
      readonly store: {
        readonly host: string;
        readonly bucket: string;
        readonly prefix: string;
        readonly region: string;
        readonly keyId: string;
      };
    };

/** A copy: when it was made in Unix seconds, and the civil day (`2026-11-22`). */
export type Copy = { readonly madeAt: number; readonly day: string };

/**
 * Which copies to keep: the newest of each of the last 7 days that have one, of the last 4 weeks
 * (Monday to Sunday) and of the last 12 months. Days without a copy do not count, so that a machine
 * that was off for a month deletes nothing when it comes back. One copy can count as daily, weekly
 * and monthly.
 */
export function copiesToKeep<C extends Copy>(copies: readonly C[]): { kept: C[]; forgotten: C[] } {
  const newestFirst = copies.toSorted((a, b) => b.madeAt - a.madeAt);
  const kept = new Set<C>();
  for (const [most, periodOf] of [
    [COPIES_KEPT.days, ({ day }: C) => day],
    [COPIES_KEPT.weeks, ({ day }: C) => mondayOf(day)],
    [COPIES_KEPT.months, ({ day }: C) => day.slice(0, 7)],
  ] as const) {
    const seen = new Set<string>();
    for (const copy of newestFirst) {
      const period = periodOf(copy);
      if (seen.has(period)) continue;
      if (seen.size === most) break;
      seen.add(period);
      kept.add(copy);
    }
  }
  return {
    kept: newestFirst.filter((copy) => kept.has(copy)),
    forgotten: newestFirst.filter((copy) => !kept.has(copy)),
  };
}

/**
 * The oldest daily copy that is kept. The write-ahead log is kept from that copy on, so that every
 * later moment can be restored.
 */
export function logKeptSince<C extends Copy>(copies: readonly C[]): C | undefined {
  const newestFirst = copies.toSorted((a, b) => b.madeAt - a.madeAt);
  const days = [...new Set(newestFirst.map(({ day }) => day))].slice(0, COPIES_KEPT.days);
  return newestFirst.findLast(({ day }) => days.includes(day));
}

/**
 * Whether a copy is due: there is none yet, or none since `lastBackupDueAt`, the last scheduled
 * time of day. All times are Unix seconds.
 */
export const isCopyDue = (lastMadeAt: number | undefined, lastBackupDueAt: number): boolean =>
  lastMadeAt === undefined || lastMadeAt < lastBackupDueAt;

/** The Monday of the week of a civil day. */
function mondayOf(day: string): string {
  const daysSinceEpoch = Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  // 1 January 1970 was a Thursday.
  const weekday = (((daysSinceEpoch + 3) % 7) + 7) % 7;
  return new Date((daysSinceEpoch - weekday) * 86_400_000).toISOString().slice(0, 10);
}
