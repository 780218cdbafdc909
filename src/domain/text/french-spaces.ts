/**
 * A French text whose signs of two parts (: ; ! ? » %) never begin a line, nor « end one: their spaces do not break. It is written
 * with ordinary spaces, which everybody can see and type.
 */
export const withNoBreakSpaces = (french: string): string =>
  french.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0');

/** A catalogue of such texts with spaces that do not break; what others wrote and is put into one of them stays as it is. */
export function withNoBreakSpacesIn<W>(said: W): W {
  if (typeof said === 'string') return withNoBreakSpaces(said) as W;
  if (typeof said === 'function')
    return ((...given: readonly unknown[]) => {
      const text: unknown = said(...given);
      return typeof text === 'string' ? unbrokenAround(text, given.flatMap(textsOf)) : text;
    }) as W;
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said;
  return Object.fromEntries(Object.entries(said).map(([name, each]) => [name, withNoBreakSpacesIn(each)])) as W;
}

const textsOf = (given: unknown): readonly string[] =>
  typeof given === 'string'
    ? [given]
    : typeof given === 'object' && given !== null
      ? Object.values(given).flatMap(textsOf)
      : [];

function unbrokenAround(text: string, others: readonly string[]): string {
  const kept = others.filter((other) => withNoBreakSpaces(other) !== other).toSorted((a, b) => b.length - a.length);
  const marked = kept.reduce((whole, other, place) => whole.replaceAll(other, markOf(place)), text);
  return kept.reduce((whole, other, place) => whole.replaceAll(markOf(place), () => other), withNoBreakSpaces(marked));
}

/** What stands for a thing that is put into a text, and in no text itself. */
const markOf = (place: number): string => String.fromCodePoint(0xf0000 + place);
