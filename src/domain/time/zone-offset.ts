/**
 * Seconds a zone is ahead of UTC at an instant (Unix seconds). Exact to the second of a change.
 * Cached days take well under a microsecond: documents are dated on the hot path, and Intl alone
 * would cost more than the other rules together.
 */
export function zoneOffset(at: number, zone: string): number {
  const days = daysOf(zone);
  const index = Math.floor(at / DAY);
  let day = days.get(index);
  if (!day) {
    day = read(index * DAY, zone);
    if (days.size >= DAYS_PER_ZONE_MAX) days.clear();
    days.set(index, day);
  }
  return at < day.changesAt ? day.before : day.after;
}

/** Seconds of a civil day without a clock change. */
export const DAY = 86_400;

/**
 * Cached days per zone, and cached zones: 55 years of days, and more zones than the IANA list has.
 */
const DAYS_PER_ZONE_MAX = 20_000;
const ZONES_MAX = 1_000;

/** The offsets of one UTC day. No zone changes twice a day, so one change instant is enough. */
type DayOffsets = { readonly before: number; readonly after: number; readonly changesAt: number };

const zones = new Map<string, { format: Intl.DateTimeFormat; days: Map<number, DayOffsets> }>();

function daysOf(zone: string): Map<number, DayOffsets> {
  return (zones.get(zone) ?? openZone(zone)).days;
}

function openZone(zone: string): { format: Intl.DateTimeFormat; days: Map<number, DayOffsets> } {
  if (zones.size >= ZONES_MAX) zones.clear();
  const opened = { format: new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone: zone }), days: new Map() };
  zones.set(zone, opened);
  return opened;
}

function read(start: number, zone: string): DayOffsets {
  const before = offsetByIntl(start, zone);
  const after = offsetByIntl(start + DAY, zone);
  if (before === after) return { before, after, changesAt: start };
  // The first second of the later offset. Not always a full hour: St. John's changed at one minute
  // past midnight.
  let [low, high] = [start, start + DAY];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetByIntl(middle, zone) === before) low = middle;
    else high = middle;
  }
  return { before, after, changesAt: high };
}

const CLOCK = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** The local time of a zone, read as if it were UTC, minus the instant. */
function offsetByIntl(at: number, zone: string): number {
  const { format } = zones.get(zone) ?? openZone(zone);
  const [month, day, year, hour, minute, second] = format
    .format(at * 1000)
    .split(/\D+/)
    .map(Number);
  if (!(month && day && year) || hour === undefined || minute === undefined || second === undefined) {
    throw new RangeError(`no local time for ${at} in ${zone}`);
  }
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at;
}
