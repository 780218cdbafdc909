const QUOTE = 34;
const BACKSLASH = 92;

/** Where the quote stands that ends a string of JSON, which begins at `start`; the end of the text where none does. */
export function endOfString(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === QUOTE) return i;
  }
  return text.length;
}
