import { basePath } from '../../client/base-path.ts';
import type { Language } from '../../locales/language.ts';

/** The address of a page of the manual. */
export const manualAddress = (page: string, language: Language): string =>
  `${basePath}/aide/${language === 'en' ? 'en/' : ''}${page}`;

/** The address of a part that the search found. */
export const partAddress = (id: string): string => `${basePath}/aide/${id}`;

/** The address of the search index in a language. */
export const manualIndex = (language: Language): string => `${basePath}/aide/search-${language}.json`;
