const MINUTES = 60;

/** Hours and minutes: `1 h 30`, `1h30`, `1:30`, `10 h`. */
const CLOCK = /^(\d+)(?:h|:)(\d{0,2})(?:min|m)?$/i;
/** Decimal hours: `1,5`, `1.5 h`. */
const HOURS = /^(\d+(?:[.,]\d+)?|[.,]\d+)h?$/i;
/** Minutes: `90 min`. */
const ONLY_MINUTES = /^(\d+)(?:min|m)$/i;

/** Formats time: `2 h 30`, or `14 h` without minutes. */
export type TimeWords = (hours: number, minutes: string) => string;

/** Minutes as formatted text. */
export const timeText = (minutes: number, say: TimeWords): string =>
  say(Math.floor(minutes / MINUTES), minutes % MINUTES === 0 ? '' : String(minutes % MINUTES).padStart(2, '0'));

/**
 * Parses time into minutes; null if empty. Unreadable text is sent as typed, and the service
 * reports the error.
 */
export function parseHours(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '');
  if (text === '') return null;
  // "1 30" may mean 1 h 30, or 130.
  if (/\d\s+\d/u.test(typed)) return typed as unknown as number;
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  if (hours !== undefined && Number(minutes || 0) < MINUTES)
    return Number(hours) * MINUTES + Number(minutes || 0) || null;
  const [, decimal] = HOURS.exec(text) ?? [];
  if (decimal !== undefined) return Math.round(Number(decimal.replace(',', '.')) * MINUTES) || null;
  const [, alone] = ONLY_MINUTES.exec(text) ?? [];
  return alone === undefined ? (typed as unknown as number) : Number(alone) || null;
}
