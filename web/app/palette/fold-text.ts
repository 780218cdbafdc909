/** A text as it is compared: without accents and case. Each sign stays one sign, so that places in both are the same. */
export const folded = (text: string): string =>
  [...text].map((sign) => [...sign.normalize('NFD').toLowerCase()][0] ?? sign).join('');

/** Where the words of a text begin with what is looked for; the part before, the part itself, and the rest. */
export function splitAtMatch(text: string, wanted: string): readonly [string, string, string] {
  const looked = folded(wanted.trim());
  if (looked === '') return [text, '', ''];
  const place = ` ${folded(text)}`.replace(/[\s'’-]/g, ' ').indexOf(` ${looked.replace(/[\s'’-]/g, ' ')}`);
  if (place < 0) return [text, '', ''];
  const signs = [...text];
  const end = place + [...looked].length;
  return [signs.slice(0, place).join(''), signs.slice(place, end).join(''), signs.slice(end).join('')];
}
