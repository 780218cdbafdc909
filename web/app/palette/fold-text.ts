/**
 * Lowercases a text and removes its accents, one character for one, so that positions stay valid.
 */
export const folded = (text: string): string =>
  [...text].map((sign) => [...sign.normalize('NFD').toLowerCase()][0] ?? sign).join('');

/** Splits a text at the first word that starts with the query: before, match, after. */
export function splitAtMatch(text: string, wanted: string): readonly [string, string, string] {
  const looked = folded(wanted.trim());
  if (looked === '') return [text, '', ''];
  const place = ` ${folded(text)}`.replace(/[\s'’-]/g, ' ').indexOf(` ${looked.replace(/[\s'’-]/g, ' ')}`);
  if (place < 0) return [text, '', ''];
  const signs = [...text];
  const end = place + [...looked].length;
  return [signs.slice(0, place).join(''), signs.slice(place, end).join(''), signs.slice(end).join('')];
}
