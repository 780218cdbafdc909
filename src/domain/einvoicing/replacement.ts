/** Another document, as a link shows it: a draft has no number. */
export type LinkedDocument = { readonly id: string; readonly number?: string };

/** The refused document that a document replaces, and the one that replaces it. */
export type Replacements = { readonly replaces?: LinkedDocument; readonly replacedBy?: LinkedDocument };
