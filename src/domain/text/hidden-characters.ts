// Characters that a reader does not see: with them two names that look the same differ, and a file name shows another ending than it has.

/** Marks and overrides of direction, zero-width spaces, soft hyphens, fillers and other marks without a shape. */
const HIDDEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d/gu;
/** Joiners, unless an emoji or a letter of a script that is written with them stands before: family emoji, Persian, Hindi. */
const JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]])[\u200c\u200d]/gv;

/** Embeddings and overrides of direction: they show letters and digits in another order than they stand in. */
const TURNING = /[\u202a-\u202e]/gu;

/** A long text without what turns its order around. Isolates stay: Hebrew and Arabic are quoted with them. */
export const stripDirectionMarks = (text: string): string => text.replace(TURNING, '');

/** The text without them. */
export const stripHiddenCharacters = (text: string): string => text.replace(HIDDEN, '').replace(JOINERS, '');
