import { type CivilDay, isCivilDay } from '../domain/time/civil-day.ts';

/**
 * Hundredths of a decimal number with at most eleven whole digits and two decimals that are not
 * zero, exactly: cents of an amount, basis points of a rate. Undefined for another text.
 */
export function hundredthsOf(text: string | undefined): number | undefined {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d{1,11})(?:\.(\d{1,2})0*)?$/.exec(text ?? '') ?? [];
  if (whole === '') return undefined;
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && value !== 0 ? -value : value;
}

/** A day of format 102 (`YYYYMMDD`) or of the first digits of 204; undefined for another text. */
export function dayOfDigits(text: string | undefined): CivilDay | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  const day = `${year}-${month}-${date}`;
  return isCivilDay(day) ? day : undefined;
}
