import * as z from 'zod';

type Names = readonly [string, ...string[]];

/**
 * An enumeration in a request: its name in any case, its number (position in the list, from 1;
 * `"2"` too, for query strings), or an alias. Always parsed to the name.
 */
export const named = <const T extends Names>(names: T, aliases: Readonly<Record<string, T[number]>> = {}) => {
  const known = byUpperCase(names, aliases);
  return z
    .preprocess((value) => names[numberOf(value) - 1] ?? known.get(upperCased(value)) ?? value, z.enum(names))
    .meta({ description: `The name in any case, or the number: ${numbersOf(names)}.` });
};

/** An enumeration without numbers: its name in any case. */
export const worded = <const T extends Names>(names: T, aliases: Readonly<Record<string, T[number]>> = {}) => {
  const known = byUpperCase(names, aliases);
  return z.preprocess((value) => known.get(upperCased(value)) ?? value, z.enum(names));
};

/** An enumeration in an answer: the name, with the numbers in the description. */
export const numbered = <const T extends Names>(names: T) => z.enum(names).meta({ description: numbersOf(names) });

/** The names of an enumeration with their numbers, for its description. */
export const numbersOf = (names: readonly string[]): string =>
  names.map((name, index) => `${index + 1} ${name}`).join(', ');

const byUpperCase = (
  names: Names,
  aliases: Readonly<Record<string, string>>,
): ReadonlyMap<string | undefined, string> =>
  new Map([
    ...names.map((name): [string, string] => [name.toUpperCase(), name]),
    ...Object.entries(aliases).map(([alias, name]): [string, string] => [alias.toUpperCase(), name]),
  ]);

const upperCased = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.toUpperCase() : undefined;

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0;
};
