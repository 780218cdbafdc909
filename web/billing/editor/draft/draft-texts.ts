import { textFields } from '../../../client/text-fields.ts';

type Rows = typeof textFields;
export type TextField = keyof Rows;
type Row = Rows[TextField];
type DocumentType = Row['types'][number];

/** The texts of a draft; empty if there is none, undefined if its type has no such field. */
export type DraftTexts = {
  readonly [F in TextField]: [DocumentType] extends [Rows[F]['types'][number]] ? string : string | undefined;
};
type SomeTexts = { readonly [F in TextField]?: string | null | undefined };

const names = Object.keys(textFields) as readonly TextField[];
const rowOf = (field: TextField): Row => textFields[field];
const hasType = (field: TextField, type: DocumentType): boolean =>
  (rowOf(field).types as readonly DocumentType[]).includes(type);

/** The text fields of a document type, or those of them whose row has a property. */
export const textFieldsOf = (type: DocumentType, has: (row: Row) => boolean = () => true): readonly TextField[] =>
  names.filter((field) => hasType(field, type) && has(rowOf(field)));

/** The text on the screen. A draft that an earlier version of this app stored may lack it. */
export const textOf = (draft: SomeTexts, field: TextField): string => draft[field] ?? '';

export const isTextField = (field: string): field is TextField => Object.hasOwn(textFields, field);
export const isOneLine = (field: TextField): boolean => ['line', 'name'].includes(rowOf(field).size);

/** The texts of a document of the service. */
export function textsFrom(document: { readonly type: DocumentType; readonly billingLegals: object }): DraftTexts {
  const texts = names.map((field) => {
    const from: Partial<Record<string, unknown>> =
      rowOf(field).in === 'legals' ? document.billingLegals : { ...document };
    return [field, hasType(field, document.type) ? (from[rowOf(field).json] ?? '') : undefined];
  });
  return Object.fromEntries(texts) as DraftTexts;
}

/** The texts as members of a request, by their API names. */
export const textsRequest = (draft: SomeTexts, type: DocumentType): object =>
  Object.fromEntries(
    textFieldsOf(type).map((field) => {
      const text = textOf(draft, field);
      return [rowOf(field).json, rowOf(field).size === 'line' ? text.trim() : text];
    }),
  );
