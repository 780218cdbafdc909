import { createHash } from 'node:crypto';
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
  /** IDs of customers imported before, by their key in another program. */
  readonly foreign: ReadonlyMap<string, string>;
};

/** The customers of earlier rows. */
export type Earlier = {
  /** IDs, and other identifying values. */
  readonly keys: Set<string>;
  /** IDs of the file's organizations, by exact name. */
  readonly organizations: Map<string, Set<string>>;
  /** IDs of organizations whose default contact is in the file. */
  readonly defaults: Set<string>;
  /** The organization of each row that has one with its contact, by number of the row. */
  readonly ofRows: Map<number, { readonly id: string; readonly isNew: boolean }>;
  /** IDs of the file’s customers, by their key in another program. */
  readonly foreign: Map<string, string>;
};

/** What a row leads to: a new or changed customer, or one that is known and stays as it is. */
type Made = {
  readonly id: string;
  readonly customer?: Customer;
  readonly isNew: boolean;
  /** Its key in another program, if it is to be kept. */
  readonly foreignKey?: string;
};
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
  if (before && 'knownId' in before) return knownFromElsewhere(row, before);
  if (before && read.said.kind !== undefined && read.said.kind !== before.kind) return bad(row, KIND_STAYS, 'kind');
  const kind = before?.kind ?? customerKindOf(read) ?? 'organization';
  const made = kind === 'organization' ? organizationOf(row, before) : contactOf(row, before);
  return made && withForeignKey(row, made);
}

/** Keeps the ID that a customer has in another program, to know it again the next time. */
function withForeignKey({ work, read, earlier }: Row, { customer, isNew }: Made & { customer: Customer }): Made {
  const { id } = customer;
  if (customer.kind === 'organization') earlier.ofRows.set(read.row, { id, isNew });
  if (work.file.source === undefined) return { id, customer, isNew };
  const foreignKey = foreignKeyOf(read);
  earlier.foreign.set(foreignKey, id);
  return { id, customer, isNew, foreignKey };
}

/** A customer that was imported before, or that a row above has, stays as it is. */
function knownFromElsewhere({ work, read, earlier }: Row, { knownId, isKept }: KnownFromElsewhere): Made {
  if (!read.isContactOfRow) work.notes.known(1);
  if (customerKindOf(read) !== 'contact') earlier.ofRows.set(read.row, { id: knownId, isNew: false });
  return { id: knownId, isNew: false, ...(!isKept && { foreignKey: foreignKeyOf(read) }) };
}

type Changed = Made & { readonly customer: Customer };

function organizationOf(row: Row, before: Customer | undefined): Changed | undefined {
  const { work, read, earlier } = row;
  if (!before && !hasRequiredFields(['name'], read.said, read.row, work)) return undefined;
  const details = detailsOfOrganization(work, read, before?.kind === 'organization' ? before.details : undefined);
  const contradiction = details && sirenProblem(details);
  if (contradiction) return bad(row, faultOf(contradiction), columnOf(contradiction, read));
  if (!details) return undefined;
  const customer = { kind: 'organization', ...recordOf(row, before), details } as const;
  const name = details.name.trim();
  earlier.organizations.set(name, (earlier.organizations.get(name) ?? new Set()).add(customer.id));
  return { id: customer.id, customer, isNew: !before };
}

/** The column that contradicts another one. */
function columnOf({ refused }: { readonly refused: string }, { said }: ReadRow): string {
  if (refused === 'electronic_address_of_another_siren') return 'electronicAddress';
  return said.siren === undefined ? 'siret' : 'siren';
}

function contactOf(row: Row, known: Customer | undefined): Changed | undefined {
  const { work, read, earlier } = row;
  const before = known?.kind === 'contact' ? known : undefined;
  if (!before && !hasRequiredFields(['lastname'], read.said, read.row, work)) return undefined;
  const found = organizationOfContact(row, before);
  if (!found) return undefined;
  const { organization } = found;
  const details = contactDetailsFromRow(work, read, before?.details);
  if (!details) return undefined;
  // The contact in the row of a company is its default one only as long as it has no other.
  const isOfKnown = read.isContactOfRow === true && earlier.ofRows.get(read.row)?.isNew !== true;
  const saysDefault = isOfKnown ? undefined : (read.said.defaultContact as boolean | undefined);
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
  return { id: customer.id, customer, isNew: !before };
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
  if (row.read.isContactOfRow && !before) return { organization: row.earlier.ofRows.get(row.read.row)?.id };
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

/** `isKept`: its key in the other program is stored. */
type KnownFromElsewhere = { readonly knownId: string; readonly isKept: boolean };

/** The customer a row updates, or one that stays as it is; undefined if it creates one. */
function existing(row: Row): Customer | KnownFromElsewhere | undefined | 'bad' {
  const { work, read, around, earlier } = row;
  if (work.file.source !== undefined && read.said.id === undefined) {
    const key = foreignKeyOf(read);
    const again = earlier.foreign.get(key);
    if (again !== undefined) return { knownId: again, isKept: true };
    const known = around.foreign.get(key);
    if (known !== undefined)
      return (work.asked.updateExisting && around.byId.get(known)) || { knownId: known, isKept: true };
  }
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
function knownAgain(row: Row): Customer | KnownFromElsewhere | undefined | 'bad' {
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
    const [known, another] = ids;
    // A list of another program adds only what is new.
    if (work.file.source !== undefined && known !== undefined && another === undefined && !isTwice)
      return { knownId: known, isKept: false };
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

/**
 * The key of a customer in another program: the ID there, or a digest of what identifies a customer
 * without one. A company and its contact may share an ID.
 */
export function foreignKeyOf({ said, foreignId, isContactOfRow }: ReadRow): string {
  if (foreignId !== undefined && !isContactOfRow) return `id ${foreignId}`;
  const kind = customerKindOf({ said }) ?? 'organization';
  const named = [nameInRow(said, kind), emailsInRow(said), siretInRow(said), postcodeIn(said)];
  const digest = createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, DIGEST_CHARACTERS);
  return foreignId === undefined ? `${kind} ${digest}` : `contact ${foreignId} ${digest}`;
}

const DIGEST_CHARACTERS = 32;

const postcodeIn = (said: RowFields): unknown => (said.billingAddress as { zipCode?: unknown } | undefined)?.zipCode;

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
