// Invisible characters make two identical-looking names differ, and disguise the extension of a
// file name.

/**
 * Direction marks and overrides, zero-width spaces, soft hyphens, fillers and other shapeless
 * marks.
 */
const HIDDEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d/gu;
/**
 * Joiners that do not follow an emoji or a letter of a script written with them: family emoji,
 * Persian, Hindi.
 */
const JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]])[\u200c\u200d]/gv;

/** Embeddings and overrides of direction: they display letters and digits in another order. */
const TURNING = /[\u202a-\u202e]/gu;

/**
 * A long text without embeddings and overrides. Isolates stay, because Hebrew and Arabic quotations
 * use them.
 */
export const stripDirectionMarks = (text: string): string => text.replace(TURNING, '');

/** A text without invisible characters. */
export const stripHiddenCharacters = (text: string): string => text.replace(HIDDEN, '').replace(JOINERS, '');
