/**
 * The first characters of a text, at most `max` UTF-16 units, and never half of one: PostgreSQL keeps JSON that holds half a
 * character, and reads it no more.
 */
export const firstCharacters = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
