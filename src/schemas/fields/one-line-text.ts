import * as z from 'zod';
import { customFault } from '../validation/custom-check.ts';
import { filledText, storable } from './text.ts';

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
