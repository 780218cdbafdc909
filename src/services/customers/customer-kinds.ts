import type * as z from 'zod';
import {
  findContact,
  findOrganization,
  type Known,
  lockContact,
  lockOrganization,
} from '../../db/customers/customers.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Revision } from '../../domain/customers/apply-changes.ts';
import type { Contact, Customer } from '../../domain/customers/customer.ts';
import {
  ContactChange,
  ContactForm,
  ContactJson,
  ContactListItemJson,
  contactRevision,
  contactToJson,
  contactToListItem,
} from '../../schemas/customers/contact.ts';
import {
  OrganizationChange,
  OrganizationForm,
  OrganizationJson,
  organizationRevision,
  organizationToJson,
} from '../../schemas/customers/organization.ts';
import type { Missing } from '../../schemas/fields/id.ts';

/** Valid examples of a contact and an organization, for the documentation. */
export const contactExample = {
  firstname: 'Zoé',
  lastname: 'Martin',
  emails: ['zoe.martin@example.com'],
  phone: '+33 6 12 34 56 78',
  billingAddress: { address: '10 rue Lecourbe', complement: 'Bât. B', city: 'Paris', zipCode: '75015', country: 'FR' },
  preferences: { language: 'fr', currency: 'EUR', paymentMethods: ['transfer'] },
};

const organizationExample = {
  name: 'Boulangerie Martin SARL',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  emails: ['compta@example.com'],
  billingAddress: { address: '4 place du Marché', city: 'Nantes', zipCode: '44000', country: 'FR' },
};

type Details = Customer['details'];
type Form = typeof ContactForm | typeof OrganizationForm;

/**
 * What the shared customer services need for each kind. Functions are methods, so that both kinds
 * fit one type: each only gets customers of its own kind, and the schemas check the results.
 */
export type KindOfCustomer = {
  noun: Customer['kind'];
  /** With its article: `a contact`. */
  one: string;
  plural: string;
  missing: Extract<Missing, 'contact_not_found' | 'organization_not_found'>;
  Json: z.ZodType<unknown>;
  toJson(known: Known): unknown;
  ListJson: z.ZodType<unknown>;
  toListItem(known: Known): unknown;
  Form: Form;
  /** The members of the forms that assistants may set: those they can know of a customer. */
  toolMembers: z.core.$ZodShape;
  changedByTools: z.core.$ZodShape;
  /** The schema of an update. */
  Change: typeof ContactChange | typeof OrganizationChange;
  /** The changes of the details in a form. */
  revision(form: z.output<KindOfCustomer['Change']>): Revision<Details>;
  /** Empty details. */
  blank: Details;
  example: Record<string, unknown>;
  find(tx: Tx, id: string): Promise<Known | undefined>;
  lock(tx: Tx, id: string): Promise<Known | undefined>;
};

/** How electronic invoices go: chosen on screen. */
const ROUTING = { electronicAddress: true, requiredReferences: true, platformSending: true } as const;

export const contacts: KindOfCustomer = {
  noun: 'contact',
  one: 'a contact',
  plural: 'contacts',
  missing: 'contact_not_found',
  Json: ContactJson,
  toJson: (known) => contactToJson(known as Known<Contact>),
  ListJson: ContactListItemJson,
  toListItem: (known) => contactToListItem(known as Known<Contact>),
  Form: ContactForm,
  toolMembers: ContactForm.shape,
  changedByTools: ContactChange.shape,
  Change: ContactChange,
  revision: contactRevision,
  blank: { emails: [], firstname: '', lastname: '' },
  example: contactExample,
  find: findContact,
  lock: lockContact,
};

export const organizations: KindOfCustomer = {
  noun: 'organization',
  one: 'an organization',
  plural: 'organizations',
  missing: 'organization_not_found',
  Json: OrganizationJson,
  toJson: organizationToJson,
  ListJson: OrganizationJson,
  toListItem: organizationToJson,
  Form: OrganizationForm,
  toolMembers: OrganizationForm.omit(ROUTING).shape,
  changedByTools: OrganizationChange.omit(ROUTING).shape,
  Change: OrganizationChange,
  revision: organizationRevision,
  blank: { emails: [], name: '' },
  example: organizationExample,
  find: findOrganization,
  lock: lockOrganization,
};
