type Members = Readonly<Record<string, unknown>>;

/**
 * The parameters with Unix seconds in the place of days. `paths` are those of the days, `payments.receivedAt`: a path through
 * a list means each of its entries. What is absent or null stays so.
 */
export const daysAsSeconds = (said: Members, paths: readonly string[], secondsOf: (day: string) => number): Members =>
  paths.reduce((changed, path) => at(changed, path.split('.'), secondsOf), said);

/** Whether one of the paths leads to a day. */
export function namesDays(said: Members, paths: readonly string[]): boolean {
  let found = false;
  daysAsSeconds(said, paths, () => {
    found = true;
    return 0;
  });
  return found;
}

function at(said: Members, [name = '', ...rest]: readonly string[], secondsOf: (day: string) => number): Members {
  const value = said[name];
  if (value === undefined) return said;
  return { ...said, [name]: replaced(value, rest, secondsOf) };
}

function replaced(value: unknown, rest: readonly string[], secondsOf: (day: string) => number): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, rest, secondsOf));
  if (rest.length > 0)
    return typeof value === 'object' && value !== null ? at(value as Members, rest, secondsOf) : value;
  return typeof value === 'string' ? secondsOf(value) : value;
}
