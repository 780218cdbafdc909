import { withTypographicApostrophes } from '../../domain/text/apostrophes.ts';

/** Letters of a word before it may break anywhere: no word of a language is longer, and a column is about as wide. */
const WORD_LETTERS_MAX = 34;
/** A long word may break after so many letters. */
const BREAK_EVERY = 4;

/** Lines of one text; those that follow go on in the last, as words do. A thousand texts of a thousand empty lines fill memory. */
const LINES_MAX = 200;
/** The same for terms of sale, which are one text a document. */
const LINES_OF_TERMS_MAX = 2_000;

/** What stands for a character no typeface has. */
export const UNPRINTABLE = '\u25a1';

/**
 * A text as it can be printed: characters that no typeface draws become boxes (PDF/A allows no missing glyph), those that
 * draw nothing or turn the order of others around go, and words without end get places to break.
 */
export function printable(entered: string, isCovered: (codePoint: number) => boolean, linesMax = LINES_MAX): string {
  const text = withLines(entered, linesMax);
  if (isPlain(text)) return withBreaks(text);
  let result = '';
  for (const character of text.toWellFormed().normalize('NFC')) {
    const code = character.codePointAt(0) as number;
    if (character === '\n' || isCoveredSpace(code)) result += character;
    else if (character === '\t') result += ' ';
    else if (!isSilent(code)) result += isBoxed(character, isCovered) ? UNPRINTABLE : character;
  }
  return withBreaks(result);
}

/** The characters of a text that would become boxes, each once, in their order. */
export function charactersWithoutGlyph(text: string, isCovered: (codePoint: number) => boolean): string[] {
  if (isUsual(text)) return [];
  const without = [...text.toWellFormed().normalize('NFC')].filter((character) => isBoxed(character, isCovered));
  return [...new Set(without)];
}

/** Whether a text has nothing but letters, figures and signs that every typeface of ours has. Asked of every draft shown. */
export const isUsual = (text: string): boolean =>
  /^[\n\r\t -~\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018-\u201e\u2022\u2026\u202f\u2039\u203a\u20ac]*$/.test(text);

type Manner = { readonly linesMax: number; readonly asTyped: boolean };

/** Every string of a printed document, made printable, and its apostrophes typographic. */
export function printableAll(
  value: unknown,
  isCovered: (codePoint: number) => boolean,
  manner: Manner = { linesMax: LINES_MAX, asTyped: false },
): unknown {
  if (typeof value === 'string')
    return printable(manner.asTyped ? value : withTypographicApostrophes(value), isCovered, manner.linesMax);
  if (Array.isArray(value)) return value.map((item) => printableAll(item, isCovered, manner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, printableAll(member, isCovered, mannerOf(name, manner))]),
  );
}

function mannerOf(name: string, manner: Manner): Manner {
  if (name === 'terms') return { ...manner, linesMax: LINES_OF_TERMS_MAX };
  // The holder of an account is copied into a bank's form, which compares it letter by letter and knows no typographic apostrophe.
  return name === 'payment' ? { ...manner, asTyped: true } : manner;
}

/** No typeface draws it, or nobody knows what it means. */
function isBoxed(character: string, isCovered: (codePoint: number) => boolean): boolean {
  const code = character.codePointAt(0) as number;
  return !isSilent(code) && !isCoveredSpace(code) && (isPrivate(code) || !isCovered(code));
}

/** Every way to end a line is one. */
function withLines(text: string, most: number): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length <= most) return lines.join('\n');
  return [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].join('\n');
}

const isPlain = (text: string): boolean => /^[\n -~\u00a0-\u017f]*$/.test(text) && !text.includes('\u00ad');

const isCoveredSpace = (code: number): boolean => code === 0x20 || code === 0xa0 || code === 0x202f || code === 0x2009;

/** Controls, joiners, variation selectors, marks and overrides of direction: they have no glyph, and may deceive. */
const isSilent = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code < 0xa0) ||
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xfeff ||
  (code >= 0xfff0 && code <= 0xfffb) ||
  code >= 0xe0000;

/** Nobody knows what they mean, so PDF/A-3a forbids them. */
const isPrivate = (code: number): boolean => code >= 0xe000 && code <= 0xf8ff;

const LONG_WORD = new RegExp(`\\S{${WORD_LETTERS_MAX + 1},}`, 'gu');

function withBreaks(text: string): string {
  if (text.length <= WORD_LETTERS_MAX) return text;
  return text.replace(LONG_WORD, (word) =>
    Array.from(word)
      .map((letter, place) => (place > 0 && place % BREAK_EVERY === 0 ? `\u200b${letter}` : letter))
      .join(''),
  );
}
