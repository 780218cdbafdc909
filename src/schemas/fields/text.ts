import * as z from 'zod';
import { stripDirectionMarks, stripHiddenCharacters } from '../../domain/text/hidden-characters.ts';
import { customFault } from '../validation/custom-check.ts';

/** Characters (UTF-16 units) of each text size. */
export const NAME_MAX = 255;
export const SHORT_MAX = 100;
export const LINE_MAX = 1_000;
export const NOTE_MAX = 10_000;
export const TERMS_MAX = 50_000;
/** Characters of a file inside JSON, as text or base64, for eight mebibytes of bytes. */
export const FILE_TEXT_MAX = 4 * Math.ceil((8 * 1_048_576) / 3);

/**
 * A text of at most `max` characters. Invisible characters are removed from short texts (names,
 * subjects) and direction overrides from all texts; the rest is kept as written. NUL and half a
 * surrogate pair are refused here, because PostgreSQL can store neither and the request would fail
 * with an internal error.
 */
export const text = (max: number) =>
  storable(
    z
      .string()
      .overwrite(max > LINE_MAX ? stripDirectionMarks : stripHiddenCharacters)
      .max(max),
  );

/** Adds the check for characters that PostgreSQL can store to a string with its own limits. */
export const storable = (value: z.ZodString) => value.refine(isStorable, unstorable);

/** A text that is not empty, blank or made of invisible characters only. */
export const filledText = (max: number) =>
  text(max).refine((written) => written.replace(UNSEEN, '').trim() !== '', blank);
/** Controls, joiners and marks of direction. */
const UNSEEN = /[\p{Cc}\p{Cf}]+/gu;

const isStorable = (written: string): boolean => written.isWellFormed() && !written.includes('\0');

const unstorable = customFault({
  code: 'text_unstorable',
  fr: 'Ce texte contient un caractère nul ou un caractère incomplet',
  en: 'This text contains a NUL character or an incomplete character',
});
/** The message for an empty text. */
export const TO_FILL_IN = { fr: 'Remplissez ce champ', en: 'Fill in this field' };

const blank = customFault({ code: 'text_blank', ...TO_FILL_IN });

/**
 * Line breaks and other control characters (Unicode categories Cc, Zl, Zp): not allowed in mail
 * headers.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Overrides, embeddings and isolates of direction. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A non-empty text of at most `max` characters on one line. */
export const oneLineText = (max: number) => filledText(max).refine(isSingleLine, severalLines);

/**
 * A text of at most `max` characters on one line, trimmed. Direction overrides are removed,
 * because pages would show a different letter order than the PDF.
 */
export const trimmedLine = (max: number) =>
  storable(z.string().trim().max(max)).refine(
    (written) => isSingleLine(written) && !TURNING.test(written),
    severalLines,
  );

const isSingleLine = (written: string): boolean => !CONTROL.test(written);

const severalLines = customFault({
  code: 'text_of_several_lines',
  fr: 'Écrivez sur une seule ligne, sans caractère de contrôle',
  en: 'Write a single line without control characters',
});

/** A text joined to one line. */
export const toSingleLine = (written: string): string => written.replace(CONTROLS, ' ').trim();
