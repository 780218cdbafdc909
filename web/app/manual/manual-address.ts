import { basePath } from '../../client/base-path.ts';

/** Not from `locales/language.ts`: tests without a browser import this file. */
type Language = 'fr' | 'en';

/** The address of a page of the manual. */
export const manualAddress = (page: string, language: Language): string =>
  `${basePath}/aide/${language === 'en' ? 'en/' : ''}${page}`;

/** The address of a part that the search found. */
export const partAddress = (id: string): string => `${basePath}/aide/${id}`;

/** The address of the search index in a language. */
export const manualIndex = (language: Language): string => `${basePath}/aide/search-${language}.json`;
