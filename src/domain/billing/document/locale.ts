/** The languages a document can be written in. */
export const locales = ['fr', 'en', 'de', 'it', 'nl', 'pt', 'es'] as const;
export type Locale = (typeof locales)[number];
