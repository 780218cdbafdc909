import { sortable } from '../../db/customers/customers.ts';
import type { ClientAddress } from '../../domain/customers/address.ts';
import {
  type Contact,
  type ContactDetails,
  type Customer,
  type OrganizationDetails,
  revisedDetails,
  sirenProblem,
} from '../../domain/customers/customer.ts';
import { ContactForm, contactRevision } from '../../schemas/customers/contact.ts';
import { OrganizationForm, organizationRevision } from '../../schemas/customers/organization.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { CustomFault } from '../../schemas/validation/custom-check.ts';
import type { ImportWork } from '../import-export/import-file.ts';
import { headerOf, type ReadRow } from '../import-export/read-row.ts';
import { faultOf, formOf, hasRequiredFields, NAMED_TWICE } from '../import-export/row-faults.ts';

/** Lookups for the rows of a batch; customers by sort name. */
export type CustomersAround = {
  readonly byId: ReadonlyMap<string, Customer>;
  readonly contacts: ReadonlyMap<string, readonly Customer[]>;
  readonly organizations: ReadonlyMap<string, readonly Customer[]>;
  /** Organization IDs by SIRET. */
  readonly sirets: ReadonlyMap<string, readonly string[]>;
};

/** The customers of earlier rows. */
export type Earlier = {
  /** IDs, and other identifying values. */
  readonly keys: Set<string>;
  /** IDs of the file's organizations, by exact name. */
  readonly organizations: Map<string, Set<string>>;
  /** IDs of organizations whose default contact is in the file. */
  readonly defaults: Set<string>;
};

type Made = { readonly customer: Customer; readonly isNew: boolean };
type Row = {
  readonly work: ImportWork;
  readonly read: ReadRow;
  readonly around: CustomersAround;
  readonly earlier: Earlier;
};

/** The customer a row creates or updates; undefined if impossible, which is noted. */
export function customerFromRow(
  work: ImportWork,
  read: ReadRow,
  around: CustomersAround,
  earlier: Earlier,
): Made | undefined {
  const row = { work, read, around, earlier };
  const before = existing(row);
  if (before === 'bad') return undefined;
  if (before && read.said.kind !== undefined && read.said.kind !== before.kind) return bad(row, KIND_STAYS, 'kind');
  const kind = before?.kind ?? customerKindOf(read) ?? 'organization';
  return kind === 'organization' ? organizationOf(row, before) : contactOf(row, before);
}

function organizationOf(row: Row, before: Customer | undefined): Made | undefined {
  const { work, read, earlier } = row;
  if (!before && !hasRequiredFields(['name'], read.said, read.row, work)) return undefined;
  const details = detailsOfOrganization(work, read, before?.kind === 'organization' ? before.details : undefined);
  const contradiction = details && sirenProblem(details);
  if (contradiction) return bad(row, faultOf(contradiction), columnOf(contradiction, read));
  if (!details) return undefined;
  const customer = { kind: 'organization', ...recordOf(row, before), details } as const;
  const name = details.name.trim();
  earlier.organizations.set(name, (earlier.organizations.get(name) ?? new Set()).add(customer.id));
  return { customer, isNew: !before };
}

/** The column that contradicts another one. */
function columnOf({ refused }: { readonly refused: string }, { said }: ReadRow): string {
  if (refused === 'electronic_address_of_another_siren') return 'electronicAddress';
  return said.siren === undefined ? 'siret' : 'siren';
}

function contactOf(row: Row, known: Customer | undefined): Made | undefined {
  const { work, read, earlier } = row;
  const before = known?.kind === 'contact' ? known : undefined;
  if (!before && !hasRequiredFields(['lastname'], read.said, read.row, work)) return undefined;
  const found = organizationOfContact(row, before);
  if (!found) return undefined;
  const { organization } = found;
  const details = contactDetailsFromRow(work, read, before?.details);
  if (!details) return undefined;
  const saysDefault = read.said.defaultContact as boolean | undefined;
  const isDefault = organization !== undefined && (saysDefault ?? before?.isDefault ?? false);
  if (isDefault && earlier.defaults.has(organization)) return bad(row, DEFAULT_TWICE, 'defaultContact');
  if (isDefault && saysDefault) earlier.defaults.add(organization);
  const customer: Contact = {
    kind: 'contact',
    ...recordOf(row, before),
    ...(organization !== undefined && { organizationId: organization }),
    isDefault,
    details,
  };
  return { customer, isNew: !before };
}

/**
 * The organization of a contact: by ID, or by exact name in the file or the account. It never
 * changes.
 */
function organizationOfContact(
  row: Row,
  before: Contact | undefined,
): { organization?: string | undefined } | undefined {
  const name = organizationInRow(row.read.said);
  if (name === undefined) return { organization: before?.organizationId };
  const ids = organizationsMeant(row, name);
  if (before?.organizationId !== undefined && ids.includes(before.organizationId))
    return { organization: before.organizationId };
  const [id, another] = ids;
  const column = row.read.said.organization === undefined ? 'name' : 'organization';
  if (id === undefined) return bad(row, faultOf({ refused: 'organization_not_found' }), column);
  if (another !== undefined) return bad(row, SEVERAL, column);
  if (before) return bad(row, ORGANIZATION_STAYS, column);
  return { organization: id };
}

function organizationsMeant({ around, earlier }: Row, input: string): string[] {
  const byId = around.byId.get(input.toLowerCase());
  if (byId) return byId.kind === 'organization' ? [byId.id] : [];
  const sameName = (around.organizations.get(sortable(input)) ?? []).filter(
    (each) => each.kind === 'organization' && each.details.name.trim() === input,
  );
  return [...new Set([...(earlier.organizations.get(input) ?? []), ...sameName.map(({ id }) => id)])];
}

/** The customer a row updates; undefined if it creates one. */
function existing(row: Row): Customer | undefined | 'bad' {
  const { read, around, earlier } = row;
  if (read.said.id === undefined) return knownAgain(row);
  const id = (read.said.id as string).toLowerCase();
  const before = isUuid(id) ? around.byId.get(id) : undefined;
  const fault = !before ? faultOf({ refused: 'customer_not_found' }) : earlier.keys.has(id) ? NAMED_TWICE : undefined;
  if (fault) bad(row, fault, 'id');
  earlier.keys.add(id);
  return fault ? 'bad' : before;
}

/**
 * A customer without ID is matched by SIRET, otherwise by name and e-mail. With `updateExisting`
 * the row updates it; otherwise the match is only noted.
 */
function knownAgain(row: Row): Customer | undefined | 'bad' {
  const { work, read, around, earlier } = row;
  const kind = customerKindOf(read) ?? 'organization';
  const siret = kind === 'organization' ? siretInRow(read.said) : undefined;
  const name = sortable(nameInRow(read.said, kind) ?? '');
  const emails = emailsInRow(read.said);
  const sameName = (kind === 'contact' ? around.contacts : around.organizations).get(name) ?? [];
  const byName = sameName.filter(({ details }) => details.emails.some((email) => emails.includes(email.toLowerCase())));
  const ids = siret === undefined ? byName.map(({ id }) => id) : (around.sirets.get(siret) ?? []);
  const keys = siret === undefined ? emails.map((email) => `${kind} ${name} ${email}`) : [siret];
  const isTwice =
    keys.some((key) => earlier.keys.has(key)) || ids.some((id) => work.asked.updateExisting && earlier.keys.has(id));
  for (const key of keys) earlier.keys.add(key);
  const column = siret === undefined ? 'emails' : 'siret';
  if (!work.asked.updateExisting) {
    if (isTwice || ids.length > 0) work.notes.doubtful(read.row, KNOWN_ALREADY, headerOf(column, work.file));
    return undefined;
  }
  if (isTwice || ids.length > 1) {
    bad(row, isTwice ? NAMED_TWICE : SEVERAL, column);
    return 'bad';
  }
  const [id] = ids;
  if (id !== undefined) earlier.keys.add(id);
  return id === undefined ? undefined : around.byId.get(id);
}

const recordOf = ({ work: { context } }: Row, before: Customer | undefined) => ({
  id: before?.id ?? context.newId(),
  test: context.test,
  createdAt: before?.createdAt ?? context.now,
  updatedAt: context.now,
  ...(before?.archivedAt !== undefined && { archivedAt: before.archivedAt }),
});

function bad({ work, read }: Row, fault: CustomFault, member: string): undefined {
  work.notes.bad(read.row, fault, headerOf(member, work.file));
}

const KIND_STAYS: CustomFault = {
  code: 'kind_stays',
  fr: 'Un contact ne peut pas devenir une organisation, ni l’inverse',
  en: 'A contact cannot become an organization, or the reverse',
};
const ORGANIZATION_STAYS: CustomFault = {
  code: 'organization_stays',
  fr: 'Un contact ne peut pas changer d’organisation. Créez un autre contact',
  en: 'A contact cannot move to another organization. Create another contact',
};
const DEFAULT_TWICE: CustomFault = {
  code: 'default_contact_twice',
  fr: 'Une ligne plus haut indique déjà le contact principal de cette organisation',
  en: 'A row above already sets the default contact of this organization',
};
const KNOWN_ALREADY: CustomFault = {
  code: 'customer_known',
  fr: 'Un client avec ce SIRET, ou ce nom et cet e-mail, existe déjà',
  en: 'A customer with this SIRET, or this name and e-mail, already exists',
};
const SEVERAL: CustomFault = {
  code: 'customer_of_several',
  fr: 'Plusieurs clients correspondent. Donnez l’identifiant',
  en: 'Several customers match. Give the id',
};

/** The contact details of a row; undefined if the form refuses them, which is noted. */
function contactDetailsFromRow(work: ImportWork, read: ReadRow, before?: ContactDetails): ContactDetails | undefined {
  const names = { firstname: before?.firstname ?? '', lastname: before?.lastname ?? '' };
  const input = { ...names, ...mergedRow(read, before) };
  // An empty first name is allowed, but the form requires the member.
  const form = formOf(ContactForm, { ...input, firstname: input.firstname ?? '' }, read.row, work);
  return form && revisedDetails(before ?? { emails: [], ...names }, contactRevision(form));
}

/** The same for an organization. */
function detailsOfOrganization(
  work: ImportWork,
  read: ReadRow,
  before?: OrganizationDetails,
): OrganizationDetails | undefined {
  const name = before?.name ?? '';
  const form = formOf(OrganizationForm, { name, ...mergedRow(read, before) }, read.row, work);
  return form && revisedDetails(before ?? { emails: [], name }, organizationRevision(form));
}

type Details = ContactDetails | OrganizationDetails;

/**
 * A form contains complete addresses, so members missing in a row are filled from the existing
 * customer.
 */
function mergedRow({ said }: ReadRow, before: Details | undefined): Record<string, unknown> {
  return { ...said, ...addressWith('billingAddress', said, before), ...addressWith('deliveryAddress', said, before) };
}

function addressWith(which: 'billingAddress' | 'deliveryAddress', input: ReadRow['said'], before: Details | undefined) {
  if (input[which] === undefined) return {};
  return { [which]: { ...NO_ADDRESS, ...before?.[which], ...(input[which] as object) } };
}

const NO_ADDRESS: ClientAddress = { address: null, city: null, zipCode: null, country: 'FR' };

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

const emailsInRow = (input: RowFields): readonly string[] =>
  Array.isArray(input.emails) ? input.emails.map((email) => String(email).toLowerCase()) : [];
