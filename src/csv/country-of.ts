import { countryCodes } from '../domain/customers/country.ts';
import { letters } from './match-headers.ts';

let names: ReadonlyMap<string, string> | undefined;

/** The code of a country by its code, or by its name in French or English; else the text itself. */
export const countryOf = (cell: string): string => countryNames().get(letters(cell)) ?? cell.trim();

function countryNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    ['fr', 'en'].flatMap((language) => {
      const named = new Intl.DisplayNames(language, { type: 'region' });
      return countryCodes.map((code): [string, string] => [letters(named.of(code) ?? code), code]);
    }),
  );
  return names;
}
