/** A text in the two languages the service answers in. */
export type InTwoLanguages = { readonly fr: string; readonly en: string };
