import * as z from 'zod';
import type { Kind } from '../../../domain/billing/document/kind.ts';
import {
  type CommonText,
  documentTextNames,
  hasText,
  type LegalText,
  legalTextNames,
  type OwnText,
  type TextField,
  type TextRows,
  type TextSize,
  textRow,
} from '../../../domain/billing/document/text-fields.ts';
import { clearable } from '../../customers/customer-form.ts';
import { NAME_MAX, NOTE_MAX, oneLineText, SHORT_MAX, TERMS_MAX, text } from '../../fields/text.ts';

// The members of the API for the text fields of a document, derived from the table of text fields.

/** Members by the API names of these fields. */
type Members<F extends TextField, Value> = { [Each in F as TextRows[Each]['json']]: Value };

const sizes: Readonly<Record<TextSize, z.ZodString>> = {
  line: oneLineText(SHORT_MAX),
  name: text(NAME_MAX),
  note: text(NOTE_MAX),
  terms: text(TERMS_MAX),
};

const requestMember = (field: TextField) => {
  const { size, meaning, example } = textRow(field);
  const description = `${meaning.slice(0, -1)}; null or "" for none.`;
  return clearable(sizes[size]).meta({ description, ...(example !== undefined && { example }) });
};
const responseMember = (field: TextField) =>
  z
    .string()
    .optional()
    .meta({ description: textRow(field).meaning });

const membersOf = <F extends TextField, Value>(fields: readonly F[], valueOf: (field: F) => Value): Members<F, Value> =>
  Object.fromEntries(fields.map((field) => [textRow(field).json, valueOf(field)])) as Members<F, Value>;

const commonTexts = documentTextNames.filter((field): field is CommonText => textRow(field).kinds === 'all');
const ownTexts = <K extends Kind>(kinds: readonly K[]): readonly OwnText<K>[] =>
  documentTextNames.filter(
    (field): field is OwnText<K> => textRow(field).kinds !== 'all' && kinds.some((kind) => hasText(kind, field)),
  );

/** The legal texts in requests; their defaults are in the account's settings. */
export const legalTextInputs = membersOf(legalTextNames, requestMember);
export const commonTextInputs = membersOf(commonTexts, requestMember);
export const ownTextInputs = <K extends Kind>(...kinds: readonly K[]) => membersOf(ownTexts(kinds), requestMember);

/** The legal texts in responses. */
export const legalTextMembers = membersOf(legalTextNames, responseMember);
export const commonTextMembers = membersOf(commonTexts, responseMember);
export const ownTextMembers = <K extends Kind>(...kinds: readonly K[]) => membersOf(ownTexts(kinds), responseMember);

/** The legal texts in a response. Earlier versions may have stored an empty text. */
export const legalTextsToJson = (from: Partial<Record<LegalText, string>>) =>
  membersOf(legalTextNames, (field) => from[field] || undefined);

/** The other texts in a response. */
export const documentTextsToJson = (from: Partial<Record<TextField, string>>) =>
  membersOf(documentTextNames, (field) => from[field]);

/** A change of texts as requested: null removes a text, undefined leaves it as it is. */
type TextChange<F extends TextField> = { readonly [Each in F]?: string | null | undefined };
type TextForm = { readonly [Each in TextField as TextRows[Each]['json']]?: string | null | undefined };

export const legalTextsFrom = (form: TextForm): TextChange<LegalText> => changeOf(legalTextNames, form);
export const documentTextsFrom = (form: TextForm): TextChange<Exclude<TextField, LegalText>> =>
  changeOf(documentTextNames, form);

const changeOf = <F extends TextField>(fields: readonly F[], form: TextForm): TextChange<F> =>
  Object.fromEntries(fields.map((field) => [field, form[textRow(field).json as keyof TextForm]])) as TextChange<F>;

/** The members of a form that are not legal texts. */
export const withoutLegalTexts = <Form extends object>(form: Form): Omit<Form, TextRows[LegalText]['json']> => {
  const names = legalTextNames.map((field) => textRow(field).json);
  return Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name))) as typeof form;
};
