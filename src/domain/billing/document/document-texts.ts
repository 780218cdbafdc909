import type { Said } from './document.ts';
import type { Kind } from './kind.ts';
import {
  type CommonTexts,
  type Copy,
  documentTextNames,
  hasText,
  type LegalTexts,
  legalTextNames,
  type TextField,
  textFieldNames,
  textRow,
} from './text-fields.ts';

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
export const legalTextsOf = (from: LegalTexts): LegalTexts => given(from, legalTextNames);

/** The texts of a document outside its legals. */
export const documentTextsOf = (content: CommonTexts): CommonTexts => given(content, documentTextNames);

/** The content without the texts that a draft created from it does not take over. */
export function withCopiedTexts<C extends Said>(content: C, copy: Copy): C {
  const kind = kindOfCopy[copy];
  const dropped = textFieldNames.filter(
    (field) => !textRow(field).copied.includes(copy) || (kind !== undefined && !hasText(kind, field)),
  );
  return { ...without(content, dropped), legals: without(content.legals, dropped) };
}

/** The kind of a draft created from another document; absent: the kind of that document. */
const kindOfCopy: Readonly<Record<Copy, Kind | undefined>> = {
  advance: 'advance',
  final_invoice: 'invoice',
  credit_note: 'credit_note',
  duplicate: undefined,
  recurrence: undefined,
};

const given = <T extends object>(from: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined)) as T;

const without = <T extends object>(from: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name))) as T;
