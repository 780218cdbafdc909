/**
 * A text with typographic apostrophes between letters ("l'échéance" becomes "l’échéance"). Words a
 * machine may parse stay unchanged: with a digit, addresses, paths, codes (`O'BRIEN-7`,
 * o'brien@exemple.fr). So do feet and inches (5' 6"), because no letter precedes them.
 */
export const withTypographicApostrophes = (text: string): string =>
  text.includes("'") ? text.replace(WORD, (word) => (isCode(word) ? word : word.replace(APOSTROPHE, '’'))) : text;

const WORD = /\S*'\S*/g;
const APOSTROPHE = /(?<=\p{L})'(?=[\p{L}«“"])/gu;
const isCode = (word: string): boolean => /[\p{N}@\\_=#<>]|:\/\/|\p{L}\.\p{L}|^\//u.test(word);
