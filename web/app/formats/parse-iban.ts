import { electronicFormatIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools';

/** State of a typed IBAN: empty, too short by some characters, invalid, or valid. */
export type ParsedIban = { is: 'empty' } | { is: 'short'; left: number } | { is: 'wrong' } | { is: 'right' };

/** Starts with the country and two check digits. */
const BEGINNING = /^[A-Z]{0,2}$|^[A-Z]{2}\d{0,2}/;
const COUNTRY_LETTERS = 2;

/** The same check as in the service, so that a mistake shows before submitting. */
export function parseIban(text: string): ParsedIban {
  const typed = electronicFormatIBAN(text) ?? '';
  if (typed === '') return { is: 'empty' };
  if (isValidIBAN(typed)) return { is: 'right' };
  const country = getCountrySpecifications()[typed.slice(0, COUNTRY_LETTERS)];
  const isKnown = typed.length < COUNTRY_LETTERS || country?.chars != null;
  if (!BEGINNING.test(typed) || !isKnown) return { is: 'wrong' };
  const left = (country?.chars ?? typed.length + 1) - typed.length;
  return left > 0 ? { is: 'short', left } : { is: 'wrong' };
}
