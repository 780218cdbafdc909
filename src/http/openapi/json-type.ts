/** JSON of any shape: schemas and descriptions are only ever serialized here. */
// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is open-ended.
export type Json = Record<string, any>;
