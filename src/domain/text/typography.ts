/**
 * A French text with no-break spaces around two-part punctuation, so that : ; ! ? » % never begin a
 * line and « never ends one. Sources are written with ordinary spaces, which are visible and easy
 * to type.
 */
export const withNoBreakSpaces = (french: string): string =>
  french.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0');

/** A catalogue of such texts with no-break spaces; values inserted into them stay unchanged. */
export function withNoBreakSpacesIn<W>(catalogue: W): W {
  if (typeof catalogue === 'string') return withNoBreakSpaces(catalogue) as W;
  if (typeof catalogue === 'function')
    return ((...values: readonly unknown[]) => {
      const text: unknown = catalogue(...values);
      return typeof text === 'string' ? unbrokenAround(text, values.flatMap(textsOf)) : text;
    }) as W;
  if (typeof catalogue !== 'object' || catalogue === null || Array.isArray(catalogue)) return catalogue;
  return Object.fromEntries(Object.entries(catalogue).map(([name, each]) => [name, withNoBreakSpacesIn(each)])) as W;
}

const textsOf = (values: unknown): readonly string[] =>
  typeof values === 'string'
    ? [values]
    : typeof values === 'object' && values !== null
      ? Object.values(values).flatMap(textsOf)
      : [];

function unbrokenAround(text: string, others: readonly string[]): string {
  const protectedValues = others
    .filter((other) => withNoBreakSpaces(other) !== other)
    .toSorted((a, b) => b.length - a.length);
  const marked = protectedValues.reduce((whole, other, place) => whole.replaceAll(other, markOf(place)), text);
  return protectedValues.reduce(
    (whole, other, place) => whole.replaceAll(markOf(place), () => other),
    withNoBreakSpaces(marked),
  );
}

/** A placeholder for an inserted value, from a range that occurs in no text. */
const markOf = (place: number): string => String.fromCodePoint(0xf0000 + place);

/**
 * A text with typographic apostrophes between letters ("l'échéance" becomes "l’échéance"). Words a
 * machine may parse stay unchanged: with a digit, addresses, paths, codes (`O'BRIEN-7`,
 * o'brien@exemple.fr). So do feet and inches (5' 6"), because no letter precedes them.
 */
export const withTypographicApostrophes = (text: string): string =>
  text.includes("'") ? text.replace(WORD, (word) => (isCode(word) ? word : word.replace(APOSTROPHE, '’'))) : text;

const WORD = /\S*'\S*/g;
const APOSTROPHE = /(?<=\p{L})'(?=[\p{L}«“"])/gu;
const isCode = (word: string): boolean => /[\p{N}@\\_=#<>]|:\/\/|\p{L}\.\p{L}|^\//u.test(word);
