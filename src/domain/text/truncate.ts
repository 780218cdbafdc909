/**
 * The beginning of a text, at most `max` UTF-16 units, never ending in half a character: PostgreSQL
 * would store JSON with a lone surrogate and then fail to read it.
 */
export const firstCharacters = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
