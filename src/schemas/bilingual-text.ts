import { withNoBreakSpaces } from '../domain/text/typography.ts';

/** A text in the two languages of the service. */
export type BilingualText = { readonly fr: string; readonly en: string };

/** A text as returned: the French one with non-breaking spaces where a line must not break. */
export const textIn = (text: BilingualText, language: keyof BilingualText): string =>
  language === 'fr' ? withNoBreakSpaces(text.fr) : text.en;

/** A table of texts with non-breaking spaces in the French ones. */
export function withNonBreakingSpaces<T extends object>(texts: T): T {
  const laid = Object.entries(texts).map(([name, each]) => {
    if (typeof each === 'object' && each !== null) return [name, withNonBreakingSpaces(each)];
    return [name, name === 'fr' && typeof each === 'string' ? withNoBreakSpaces(each) : each];
  });
  return Object.fromEntries(laid) as T;
}
