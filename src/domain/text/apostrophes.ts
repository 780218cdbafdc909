/**
 * A text as type has it: an apostrophe between two letters becomes typographic ("l'échéance" gives "l’échéance"). Whatever
 * a machine may take up stays as it was typed: a word with a figure, an address, a path, a code (`O'BRIEN-7`,
 * o'brien@exemple.fr). So do feet and inches (5' 6"), since no letter stands before them.
 */
export const withTypographicApostrophes = (text: string): string =>
  text.includes("'") ? text.replace(WORD, (word) => (isCode(word) ? word : word.replace(APOSTROPHE, '’'))) : text;

const WORD = /\S*'\S*/g;
const APOSTROPHE = /(?<=\p{L})'(?=[\p{L}«“"])/gu;
const isCode = (word: string): boolean => /[\p{N}@\\_=#<>]|:\/\/|\p{L}\.\p{L}|^\//u.test(word);
