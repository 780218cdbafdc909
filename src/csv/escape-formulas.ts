/**
 * Characters that can make a spreadsheet run a cell as a formula: = + - @ in their full-width,
 * small, raised and minus forms, also after blanks and invisible characters; a leading tab or line
 * end (CWE-1236).
 */
const FORMS = String.raw`\u207a-\u207c\u208a-\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20`;
const LIVE = String.raw`(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@${FORMS}])`;
const IN_NEED = new RegExp(`^'*${LIVE}`, 'u');
const GUARDED = new RegExp(`^'+${LIVE}`, 'u');

/**
 * Puts an apostrophe before text a spreadsheet could run as a formula, and before text that looks
 * escaped already, so that `unescapeFormula` restores every text exactly.
 */
export const escapeFormula = (text: string): string => (IN_NEED.test(text) ? `'${text}` : text);

/** Reverses `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
