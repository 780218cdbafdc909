import type { Language } from '../contract/faults.ts';

/** The language of an answer: English where the caller prefers it to French, else French. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage) return 'fr';
  let best: { language: Language; weight: number } = { language: 'fr', weight: 0 };
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
