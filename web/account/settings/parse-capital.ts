import { parseAmount } from '../../app/formats/parse-number.ts';

/** Groups of three behind a point or a comma: in a capital they are thousands, in either language. */
const THOUSANDS = /^\s*[1-9]\d{0,2}(?:[.,]\d{3})+(?!\d)/u;

/**
 * The cents of a share capital as it was typed: `10 000`, `10,000`, `10.000,50`. Null where nothing is; what cannot be read goes as it is
 * typed, and the service says so at its field.
 */
export function parseCapital(typed: string): number | null {
  const plain = typed.replace(THOUSANDS, (whole) => whole.replace(/[.,]/g, ''));
  const read = parseAmount(plain, 'fr');
  if (read.is === 'nothing') return null;
  return read.is === 'number' ? read.value : (typed as unknown as number);
}
