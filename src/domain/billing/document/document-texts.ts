import type { Said } from './document.ts';
import { type LegalTexts, legalTextNames, type TextField, textFieldNames, textRow } from './text-fields.ts';

type Row = ReturnType<typeof textRow>;
type WrittenText = { readonly field: TextField; readonly row: Row; readonly text: string };

/** The texts of a document whose row has a property, in table order, without blank ones. */
export const textsThat = (content: Said, has: (row: Row) => boolean): readonly WrittenText[] =>
  textFieldNames.flatMap((field) => {
    const row = textRow(field);
    const from: Partial<Record<string, unknown>> = row.in === 'legals' ? content.legals : content;
    const text = from[field];
    return has(row) && typeof text === 'string' && text.trim() ? [{ field, row, text }] : [];
  });

/** The legal texts among the members of a value, such as the defaults of an account. */
export const legalTextsOf = (from: LegalTexts): LegalTexts =>
  Object.fromEntries(legalTextNames.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])));
