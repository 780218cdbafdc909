type Members = Readonly<Record<string, unknown>>;
type Change = (value: unknown) => unknown;

/** The parameters with Unix seconds in the place of days; `paths` are those of the days. What is absent or null stays so. */
export const daysToTimestamps = (
  said: Members,
  paths: readonly string[],
  secondsOf: (day: string) => number,
): Members => changedAt(said, paths, (value) => (typeof value === 'string' ? secondsOf(value) : value));

/** The parameters with the values at some paths changed. `payments.receivedAt`: a path through a list means each of its entries. */
export const changedAt = (said: Members, paths: readonly string[], change: Change): Members =>
  paths.reduce((changed, path) => at(changed, path.split('.'), change), said);

/** Whether one of the paths leads to a day. */
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
