import { type Answer, call } from '../client/call.ts';
import { ADDRESS_PARTS, addressOf, parseAddress } from './parse-address.ts';

export type Organization = Answer<'get-organization'>;
export type Contact = Answer<'get-contact'>;
export type Kind = 'organization' | 'person';

type RequiredReferences = NonNullable<Organization['requiredReferences']>;
type PlatformSending = NonNullable<Organization['platformSending']>;
/** How documents of one customer go to the platform, where it differs from the account. */
export const SENDINGS = ['on_finalization', 'by_hand'] as const satisfies readonly PlatformSending[];

/** What a public body may require on invoices. */
export const REFERENCES = [
  'service_code',
  'order_number',
  'service_code_and_order_number',
  'service_code_or_order_number',
] as const satisfies readonly RequiredReferences[];

/** Form state of a customer. */
export type Typed = Record<(typeof FIELDS)[number], string>;

const FIELDS = [
  'name',
  'commercialName',
  'firstname',
  'lastname',
  'jobTitle',
  'emails',
  'phone',
  'siret',
  'vatNumber',
  'electronicAddress',
  'requiredReferences',
  'platformSending',
  ...ADDRESS_PARTS,
  'notes',
] as const;

export const blank: Typed = {
  ...(Object.fromEntries(FIELDS.map((name) => [name, ''])) as Typed),
  ...parseAddress(undefined),
};

/** Form state of an existing customer. */
export function typedOf(customer: Organization | Contact): Typed {
  const own = 'name' in customer ? organizationFields(customer) : contactFields(customer);
  return {
    ...blank,
    ...own,
    emails: customer.emails.join(', '),
    phone: customer.phone ?? '',
    notes: customer.notes ?? '',
    ...parseAddress(customer.billingAddress),
  };
}

const organizationFields = ({ name, commercialName, siret, vatNumber, ...sending }: Organization) => ({
  name,
  commercialName,
  siret,
  vatNumber,
  electronicAddress: sending.electronicAddress ?? '',
  requiredReferences: sending.requiredReferences ?? '',
  platformSending: sending.platformSending ?? '',
});
const contactFields = ({ firstname, lastname, jobTitle = '' }: Contact) => ({ firstname, lastname, jobTitle });

/** Members of both kinds. Empty fields are removed. */
const common = (typed: Typed) => ({
  emails: typed.emails.split(/[,;\s]+/).filter((email) => email !== ''),
  phone: orNull(typed.phone),
  notes: orNull(typed.notes),
  billingAddress: addressOf(typed) ?? null,
});

const orNull = (said: string): string | null => (said.trim() === '' ? null : said.trim());

const organizationBody = (typed: Typed) => ({
  name: typed.name.trim(),
  commercialName: orNull(typed.commercialName),
  siret: orNull(typed.siret.replace(/\s/g, '')),
  vatNumber: orNull(typed.vatNumber.replace(/\s/g, '')),
  electronicAddress: orNull(typed.electronicAddress),
  requiredReferences: orNull(typed.requiredReferences) as RequiredReferences | null,
  platformSending: orNull(typed.platformSending) as PlatformSending | null,
  ...common(typed),
});
const contactBody = (typed: Typed) => ({
  firstname: typed.firstname.trim(),
  lastname: typed.lastname.trim(),
  jobTitle: orNull(typed.jobTitle),
  ...common(typed),
});

/** Creates a customer and returns their id. */
export async function create(kind: Kind, typed: Typed): Promise<string> {
  const made =
    kind === 'organization'
      ? await call('create-organization', { body: organizationBody(typed) })
      : await call('create-contact', { body: contactBody(typed) });
  return made.id;
}

/** Updates a customer if it has not changed since it was read (`version`). */
export async function change(kind: Kind, id: string, typed: Typed, version: string | undefined): Promise<void> {
  if (kind === 'organization')
    await call('update-organization', { organizationId: id, body: organizationBody(typed) }, { version });
  else await call('update-contact', { contactId: id, body: contactBody(typed) }, { version });
}

/** Creates or updates a contact of an organization. */
export async function writeContact(
  organizationId: string,
  contactId: string | undefined,
  typed: Typed,
  isDefault: boolean,
): Promise<void> {
  const body = { ...contactBody(typed), defaultContact: isDefault };
  if (contactId === undefined) await call('create-organization-contact', { organizationId, body });
  else await call('update-organization-contact', { contactId, body });
}
