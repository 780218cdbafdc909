/** How much longer than French the longest language is taken to be. */
const LONGER = 0.4;

/** A text longer by 40 % and marked, to see what overflows and what stands outside of the catalogues. */
export function lengthened(text: string): string {
  const more = Math.max(1, Math.ceil(text.length * LONGER) - 2);
  return `[${text}${' àéîöù'.repeat(Math.ceil(more / 6)).slice(0, more)}]`;
}
