/** Assumed length of the longest language relative to French. */
const LONGER = 0.4;

/** Lengthens a text by 40 % and marks it, to reveal overflow and texts outside the catalogues. */
export function lengthened(text: string): string {
  const more = Math.max(1, Math.ceil(text.length * LONGER) - 2);
  return `[${text}${' àéîöù'.repeat(Math.ceil(more / 6)).slice(0, more)}]`;
}
