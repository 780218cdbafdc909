const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Index of the closing quote of the JSON string that begins at `start`; the end of the text if
 * there is none.
 */
export function endOfString(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === QUOTE) return i;
  }
  return text.length;
}
