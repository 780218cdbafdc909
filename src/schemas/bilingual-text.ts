import { withNoBreakSpaces } from '../domain/text/french-spaces.ts';

/** A text in the two languages the service answers in. */
export type BilingualText = { readonly fr: string; readonly en: string };

/** A text as it is answered: in French with spaces that do not break where a line must not. */
export const saidIn = (text: BilingualText, language: keyof BilingualText): string =>
  language === 'fr' ? withNoBreakSpaces(text.fr) : text.en;

/** A table of texts whose French ones are as they are answered. */
export function withNonBreakingSpaces<T extends object>(texts: T): T {
  const laid = Object.entries(texts).map(([name, each]) => {
    if (typeof each === 'object' && each !== null) return [name, withNonBreakingSpaces(each)];
    return [name, name === 'fr' && typeof each === 'string' ? withNoBreakSpaces(each) : each];
  });
  return Object.fromEntries(laid) as T;
}
