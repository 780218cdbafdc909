import { parseAmount } from '../../app/formats/parse-number.ts';

/**
 * Groups of three digits after a point or a comma: thousands in a share capital, in both languages.
 */
const THOUSANDS = /^\s*[1-9]\d{0,2}(?:[.,]\d{3})+(?!\d)/u;

/**
 * Parses a share capital into cents: `10 000`, `10,000`, `10.000,50`. Null if empty; unreadable
 * text is sent as typed, and the service reports the error.
 */
export function parseCapital(typed: string): number | null {
  const plain = typed.replace(THOUSANDS, (whole) => whole.replace(/[.,]/g, ''));
  const read = parseAmount(plain, 'fr');
  if (read.is === 'nothing') return null;
  return read.is === 'number' ? read.value : (typed as unknown as number);
}
