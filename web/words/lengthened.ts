/** How much longer than French the longest language is taken to be. */
const LONGER = 0.4;

/** The same words, each text longer by 40 % and marked, to see what overflows and what stands outside of the catalogues. */
export function lengthened<T>(words: T): T {
  if (typeof words === 'string') return stretched(words) as T;
  if (typeof words === 'function') return ((...given: unknown[]) => lengthened(words(...given))) as T;
  if (Array.isArray(words)) return words.map(lengthened) as T;
  // What a sentence was given to stand in it, such as a link, is shown as it is.
  if (words === null || typeof words !== 'object' || '$$typeof' in words) return words;
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, lengthened(value)])) as T;
}

function stretched(text: string): string {
  const more = Math.max(1, Math.ceil(text.length * LONGER) - 2);
  return `[${text}${' àéîöù'.repeat(Math.ceil(more / 6)).slice(0, more)}]`;
}
