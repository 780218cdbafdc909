import type { AccountSettings } from '../../account/settings.ts';
import { type Kind, kindRow } from '../document/kind.ts';
import { firstCounter, formatOf } from './numbering.ts';
import type { NumberFormat } from './series.ts';

/** The number after `last` in a series of a civil year: its counter and its format. */
export function nextNumber(
  kind: Kind,
  { test, year, last }: { test: boolean; year: number; last: number },
  { numbering }: AccountSettings,
): { counter: number; format: NumberFormat } {
  const prefix = kindRow(kind).series;
  const counter = last === 0 ? firstCounter(numbering, prefix, { year, test }) : last + 1;
  return { counter, format: formatOf(numbering, prefix) };
}

/**
 * Whether a year is the current one and does not end within two days, so that a slow clock cannot
 * have passed it. `now` is Unix seconds.
 */
export const isThisYear = (year: number, now: number): boolean =>
  new Date((now + 2 * DAY_SECONDS) * 1000).getUTCFullYear() === year;

const DAY_SECONDS = 86_400;
