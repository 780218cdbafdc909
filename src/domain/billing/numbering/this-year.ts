/**
 * Whether a year is the current one and does not end within two days, so that a slow clock cannot
 * have passed it. `now` is Unix seconds.
 */
export const isThisYear = (year: number, now: number): boolean =>
  new Date((now + 2 * DAY_SECONDS) * 1000).getUTCFullYear() === year;

const DAY_SECONDS = 86_400;
