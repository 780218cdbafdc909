import type { Customer } from '../../domain/customers/customer.ts';
import type { ReadRow } from '../import-export/read-row.ts';

// What a row says about a customer, without database lookups.

type RowFields = ReadRow['said'];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * The kind of customer in a row: the stated one, otherwise a contact if it names a person, else an
 * organization. Undefined if only the ID can tell.
 */
export function customerKindOf({ said }: Pick<ReadRow, 'said'>): Customer['kind'] | undefined {
  if (said.kind !== undefined) return said.kind as Customer['kind'];
  if (textOf(said.lastname) ?? textOf(said.firstname)) return 'contact';
  return textOf(said.name) === undefined && said.id !== undefined ? undefined : 'organization';
}

/** The display name of the customer. */
export function nameInRow(input: RowFields, kind: Customer['kind']): string | undefined {
  if (kind === 'organization') return textOf(input.name);
  return textOf(`${textOf(input.firstname) ?? ''} ${textOf(input.lastname) ?? ''}`);
}

/** The organization of a contact, by ID or name: in a list of people it is next to their names. */
export const organizationInRow = (input: RowFields): string | undefined =>
  textOf(input.organization) ?? (customerKindOf({ said: input }) === 'contact' ? textOf(input.name) : undefined);

export const siretInRow = (input: RowFields): string | undefined => {
  const digits = textOf(input.siret)?.replace(/[\s./-]/g, '');
  return digits !== undefined && /^\d{14}$/.test(digits) ? digits : undefined;
};

export const emailsInRow = (input: RowFields): readonly string[] =>
  Array.isArray(input.emails) ? input.emails.map((email) => String(email).toLowerCase()) : [];
