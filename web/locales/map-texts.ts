/** The same words with each of their texts changed: those that stand there, and those that are made of what they are given. */
export function mapTexts<T>(words: T, change: (text: string) => string): T {
  if (typeof words === 'string') return change(words) as T;
  if (typeof words === 'function') return ((...given: unknown[]) => mapTexts(words(...given), change)) as T;
  if (Array.isArray(words)) return words.map((each) => mapTexts(each, change)) as T;
  // What a sentence was given to stand in it, such as a link, is shown as it is.
  if (words === null || typeof words !== 'object' || '$$typeof' in words) return words;
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, mapTexts(value, change)])) as T;
}
