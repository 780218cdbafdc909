import type * as z from 'zod';
import type { Refusal } from '../../domain/refusal.ts';
import { refusalProblems } from '../../schemas/refusals/all-refusals.ts';
import type { RefusalText } from '../../schemas/refusals/refusal-text.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import { read } from '../../schemas/validation/faults.ts';
import type { ImportWork } from './import-file.ts';
import { headerOf } from './read-row.ts';

/**
 * The form of a row; undefined if the form refuses it, which is noted under the columns at fault.
 */
export function formOf<F extends z.ZodObject>(
  form: F,
  input: Readonly<Record<string, unknown>>,
  row: number,
  { context, file, notes }: ImportWork,
): z.output<F> | undefined {
  const result = read(form, 'body', input, context.language);
  if ('value' in result) return result.value as z.output<F>;
  for (const { property, code, message } of result.faults)
    notes.bad(row, { code, fr: message, en: message }, headerOf(property, file));
  return undefined;
}

/** A refusal in the form of a row note. */
export function faultOf(refusal: Refusal): CustomFault {
  const text = refusalProblems[refusal.refused] as RefusalText<Refusal>;
  const { fr, en } = text.detail?.(refusal) ?? text.title;
  return { code: text.code, fr, en };
}

/** Notes missing members of a new record; true if none is missing. */
export function hasRequiredFields(
  required: readonly string[],
  input: Readonly<Record<string, unknown>>,
  row: number,
  { file, notes }: ImportWork,
): boolean {
  const lacking = required.filter((member) => input[member] === undefined);
  for (const member of lacking) notes.bad(row, CELL_MISSING, headerOf(member, file) ?? member);
  return lacking.length === 0;
}

const CELL_MISSING: CustomFault = {
  code: 'cell_missing',
  fr: 'Cette valeur est obligatoire pour créer la fiche',
  en: 'This value is required to create the record',
};

/** An earlier row of the file names the same record. */
export const NAMED_TWICE: CustomFault = {
  code: 'row_twice',
  fr: 'Une ligne plus haut concerne déjà la même fiche',
  en: 'A row above already concerns the same record',
};
