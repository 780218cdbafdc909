import { withTypographicApostrophes } from '../../domain/text/typography.ts';

/**
 * Maximum letters of a word without break opportunities: no real word is longer, and a column is
 * about as wide.
 */
const WORD_LETTERS_MAX = 34;
/** A longer word may break after this many letters. */
const BREAK_EVERY = 4;

/**
 * Maximum lines of a text; the rest continues on the last line. A thousand texts of a thousand
 * empty lines would fill memory.
 */
const LINES_MAX = 200;
/** The same for terms of sale, one text per document. */
const LINES_OF_TERMS_MAX = 2_000;

/** Printed instead of a character without a glyph. */
export const UNPRINTABLE = '\u25a1';

/**
 * The printable form of a text: characters without a glyph become boxes (PDF/A allows no missing
 * glyph), invisible characters and direction overrides are removed, and long words get break
 * opportunities.
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

/** The characters of a text that would become boxes, unique and in order. */
export function charactersWithoutGlyph(text: string, isCovered: (codePoint: number) => boolean): string[] {
  if (isUsual(text)) return [];
  const without = [...text.toWellFormed().normalize('NFC')].filter((character) => isBoxed(character, isCovered));
  return [...new Set(without)];
}

/**
 * Whether a text only has letters, digits and signs that all our fonts contain. Checked for every
 * draft that is shown.
 */
export const isUsual = (text: string): boolean =>
  /^[\n\r\t -~\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018-\u201e\u2022\u2026\u202f\u2039\u203a\u20ac]*$/.test(text);

type Manner = { readonly linesMax: number; readonly asTyped: boolean };

/** All strings of a printed document, made printable, with typographic apostrophes. */
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
  // The account holder is copied into bank forms that compare it exactly and do not know
  // typographic apostrophes.
  return name === 'payment' ? { ...manner, asTyped: true } : manner;
}

/** Whether no font has a glyph for it, or it has no defined meaning. */
function isBoxed(character: string, isCovered: (codePoint: number) => boolean): boolean {
  const code = character.codePointAt(0) as number;
  return !isSilent(code) && !isCoveredSpace(code) && (isPrivate(code) || !isCovered(code));
}

/** Normalizes all kinds of line ends. */
function withLines(text: string, most: number): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length <= most) return lines.join('\n');
  return [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].join('\n');
}

const isPlain = (text: string): boolean => /^[\n -~\u00a0-\u017f]*$/.test(text) && !text.includes('\u00ad');

const isCoveredSpace = (code: number): boolean => code === 0x20 || code === 0xa0 || code === 0x202f || code === 0x2009;

/**
 * Controls, joiners, variation selectors, direction marks and overrides: they have no glyph, and
 * can deceive.
 */
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

/** Private-use characters have no defined meaning, so PDF/A-3a forbids them. */
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
