/**
 * Where a past document stands among the bills of its day: it has no series, and its number and
 * kind are unique on a day.
 */
export const PAST_PREFIX = `o.number || ' ' || o.kind`;
