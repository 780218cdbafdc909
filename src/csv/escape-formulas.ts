/**
 * What makes a spreadsheet take a cell for a formula, or might: = + - @ and their full-width, small, raised and minus forms,
 * behind blanks and invisible characters too; a tab or an end of line first (CWE-1236).
 */
const FORMS = String.raw`\u207a-\u207c\u208a-\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20`;
const LIVE = String.raw`(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@${FORMS}])`;
const IN_NEED = new RegExp(`^'*${LIVE}`, 'u');
const GUARDED = new RegExp(`^'+${LIVE}`, 'u');

/**
 * A text that no spreadsheet runs: an apostrophe goes before what could be a formula. It also goes before what looks
 * guarded already, so that taking one off gives every text back exactly.
 */
export const guarded = (text: string): string => (IN_NEED.test(text) ? `'${text}` : text);

/** The text as it was before `guarded`. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell);
