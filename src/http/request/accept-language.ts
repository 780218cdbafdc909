import type { Language } from '../../schemas/validation/faults.ts';

/**
 * Response language: French or English, whichever the client prefers; French if the header names
 * neither.
 */
export const preferredLanguage = (acceptLanguage: string | undefined): Language =>
  requestedLanguage(acceptLanguage) ?? 'fr';

/** French or English, whichever `Accept-Language` prefers; undefined if it names neither. */
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

/** Maximum characters of the header that are parsed. */
const HEADER_READ_MAX = 200;

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
  const weight = quality ? Number(quality.trim().slice(2)) : 1;
  return Number.isFinite(weight) ? weight : 0;
}
