/** Applies a change to every text of a catalogue, including those returned by functions. */
export function mapTexts<T>(words: T, change: (text: string) => string): T {
  if (typeof words === 'string') return change(words) as T;
  if (typeof words === 'function') return ((...given: unknown[]) => mapTexts(words(...given), change)) as T;
  if (Array.isArray(words)) return words.map((each) => mapTexts(each, change)) as T;
  // React elements inserted in a sentence, such as links, stay as they are.
  if (words === null || typeof words !== 'object' || '$$typeof' in words) return words;
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, mapTexts(value, change)])) as T;
}
