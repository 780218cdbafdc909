import type { Customer } from '../../domain/customers/customer.ts';
import type { ReadRow } from '../import-export/read-row.ts';

// What a row says of a customer, before anything is known about him.

type Said = ReadRow['said'];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * Whom a row is about: what it says, else a person where it names one, else an organization. Undefined where only an id
 * can tell.
 */
export function customerKindOf({ said }: Pick<ReadRow, 'said'>): Customer['kind'] | undefined {
  if (said.kind !== undefined) return said.kind as Customer['kind'];
  if (textOf(said.lastname) ?? textOf(said.firstname)) return 'contact';
  return textOf(said.name) === undefined && said.id !== undefined ? undefined : 'organization';
}

/** The name he would go by. */
export function nameInRow(said: Said, kind: Customer['kind']): string | undefined {
  if (kind === 'organization') return textOf(said.name);
  return textOf(`${textOf(said.firstname) ?? ''} ${textOf(said.lastname) ?? ''}`);
}

/** The organization of a contact, by its id or name: in a list of people the company's name stands beside theirs. */
export const organizationInRow = (said: Said): string | undefined =>
  textOf(said.organization) ?? (customerKindOf({ said }) === 'contact' ? textOf(said.name) : undefined);

export const siretInRow = (said: Said): string | undefined => {
  const digits = textOf(said.siret)?.replace(/[\s./-]/g, '');
  return digits !== undefined && /^\d{14}$/.test(digits) ? digits : undefined;
};

export const emailsInRow = (said: Said): readonly string[] =>
  Array.isArray(said.emails) ? said.emails.map((email) => String(email).toLowerCase()) : [];
