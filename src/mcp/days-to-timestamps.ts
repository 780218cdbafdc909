type Members = Readonly<Record<string, unknown>>;
type Change = (value: unknown) => unknown;

/** Replaces dates at these `paths` by Unix seconds. Absent and null values stay. */
export const daysToTimestamps = (
  said: Members,
  paths: readonly string[],
  secondsOf: (day: string) => number,
): Members => changedAt(said, paths, (value) => (typeof value === 'string' ? secondsOf(value) : value));

/**
 * Replaces the values at some paths. `payments.receivedAt`: a path through a list applies to each
 * of its items.
 */
export const changedAt = (said: Members, paths: readonly string[], change: Change): Members =>
  paths.reduce((changed, path) => at(changed, path.split('.'), change), said);

/** Whether one of the paths leads to a date. */
export function hasDays(said: Members, paths: readonly string[]): boolean {
  let found = false;
  daysToTimestamps(said, paths, () => {
    found = true;
    return 0;
  });
  return found;
}

function at(said: Members, [name = '', ...rest]: readonly string[], change: Change): Members {
  const value = said[name];
  if (value === undefined) return said;
  return { ...said, [name]: replaced(value, rest, change) };
}

function replaced(value: unknown, rest: readonly string[], change: Change): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, rest, change));
  if (rest.length > 0) return typeof value === 'object' && value !== null ? at(value as Members, rest, change) : value;
  return change(value);
}
