/** Characters of values taken from a file: a number or key; a name; a text; a quoted cell. */
export const NUMBER_CHARACTERS_MAX = 60;
export const NAME_CHARACTERS_MAX = 200;
export const TEXT_CHARACTERS_MAX = 500;
const CELL_CHARACTERS_MAX = 200;

/** Control characters, marks of writing direction, and other invisible characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Printable ASCII without two blanks in a row. */
const PLAIN = /^(?! )(?:[!-~]| (?! ))*$/;

/**
 * A text of a file as it is kept: Unicode NFC, one line, without invisible characters or blanks at
 * its ends, at most `max` characters. Undefined if nothing remains.
 */
export function tidyText(written: string | undefined, max: number): string | undefined {
  if (written === undefined) return undefined;
  // Most cells are plain: what follows takes ten times as long.
  if (written.length <= max && PLAIN.test(written)) return written.trim() || undefined;
  // Longer texts are cut before they are normalized, so that time stays bounded.
  const text = written
    .slice(0, max * 8)
    .replace(/\s/g, ' ')
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...text].slice(0, max).join('').trim() || undefined;
}

/** A cell quoted in a report of what was left out. */
export const quotedCell = (written: string): string => tidyText(written, CELL_CHARACTERS_MAX) ?? '';
