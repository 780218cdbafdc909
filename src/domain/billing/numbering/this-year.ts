/** Whether a year is this one, and cannot be over by a clock that stood still for a moment. `now` is Unix seconds. */
export const isThisYear = (year: number, now: number): boolean =>
  new Date((now + 2 * DAY_SECONDS) * 1000).getUTCFullYear() === year;

const DAY_SECONDS = 86_400;
