import type { Language } from '../../schemas/validation/faults.ts';

/** The language of an answer: the one of French and English that the caller prefers, French where the header names neither. */
export const preferredLanguage = (acceptLanguage: string | undefined): Language =>
  requestedLanguage(acceptLanguage) ?? 'fr';

/** The one of French and English that `Accept-Language` prefers; undefined where it names neither. */
export function requestedLanguage(acceptLanguage: string | undefined): Language | undefined {
  if (!acceptLanguage) return undefined;
  let best: { language: Language | undefined; weight: number } = { language: undefined, weight: 0 };
  for (const range of acceptLanguage.slice(0, HEADER_READ_MAX).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = tag.split('-')[0];
    if (language !== 'fr' && language !== 'en') continue;
    const weight = weightOf(parameters);
    if (weight > best.weight) best = { language, weight };
  }
  return best.language;
}

/** Characters of the header that are looked at. */
const HEADER_READ_MAX = 200;

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
  const weight = quality ? Number(quality.trim().slice(2)) : 1;
  return Number.isFinite(weight) ? weight : 0;
}
