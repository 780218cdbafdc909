import * as z from 'zod';
import { printedAddress } from '../../domain/customers/address.ts';
import {
  type Contact,
  type Customer,
  type Organization,
  sirenOfOrganization,
} from '../../domain/customers/customer.ts';
import type { Category } from '../../domain/projects/category.ts';
import type { Project } from '../../domain/projects/project.ts';
import type { Task } from '../../domain/projects/task.ts';
import { EventJson } from '../events/event.ts';

// Events of projects and tasks: the three members of the API, key for key, plus the event and its
// subject. Every leaf is a text, empty if unknown.

const texts = <const Names extends readonly string[]>(...names: Names) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Names[number], z.ZodString>);

const location = texts('address', 'additionalAddress', 'zipCode', 'city', 'country');
const client = z.array(
  texts('email', 'firstname', 'lastname', 'role', 'language', 'website', 'phone', 'keywords', 'notes'),
);
const customerCompany = texts(
  ...(['name', 'vatNumber', 'siren', 'siret', 'nafCode', 'language', 'website', 'phone', 'keywords', 'notes'] as const),
);
const project = texts(
  ...(['id', 'name', 'description', 'amount', 'dueDate', 'rank', 'customerId', 'categoryId', 'category'] as const),
  ...(['isDone', 'isLost', 'archivedAt', 'createdAt', 'test'] as const),
);
const task = texts(
  ...(['id', 'name', 'description', 'priority', 'dueDate', 'doneAt', 'rank', 'customerId', 'opportunityId'] as const),
  ...(['timeSpent', 'billedAt', 'billingId', 'createdAt', 'test'] as const),
);
const around = { location, client, customerCompany, event: EventJson };

export const projectEventJson = z.strictObject({ ...around, project }).meta({ id: 'ProjectEvent' });
export const taskEventJson = z.strictObject({ ...around, task }).meta({ id: 'TaskEvent' });

/**
 * The people in an event: the customer, the contact persons, the company; empty if there is no
 * customer.
 */
type EventPeople = {
  readonly customer?: Customer;
  readonly contacts: readonly Contact[];
  readonly organization?: Organization;
};

/** The three members of the API for the customer of a project or a task. */
export function membersOfCustomer({ customer, contacts, organization }: EventPeople) {
  // The customer's own address, or the organization's.
  const own = printedAddress(customer?.details.billingAddress);
  const printed = own ?? printedAddress(organization?.details.billingAddress);
  return {
    location: {
      address: printed?.line1 ?? '',
      additionalAddress: printed?.line2 ?? '',
      zipCode: printed?.zipCode ?? '',
      city: printed?.city ?? '',
      country: printed?.country ?? '',
    },
    client: contacts.map(clientOf),
    customerCompany: companyOf(organization),
  };
}

const clientOf = ({ details }: Contact) => ({
  email: details.emails[0] ?? '',
  firstname: details.firstname,
  lastname: details.lastname,
  role: details.jobTitle ?? '',
  language: details.language ?? '',
  website: details.website ?? '',
  phone: details.phone ?? '',
  keywords: details.keywords ?? '',
  notes: details.notes ?? '',
});

function companyOf(organization: Organization | undefined) {
  const { name, vatNumber, siret, nafCode, language, website, phone, keywords, notes } = organization?.details ?? {};
  return {
    name: name ?? '',
    vatNumber: vatNumber ?? '',
    siren: (organization && sirenOfOrganization(organization.details)) ?? '',
    siret: siret ?? '',
    nafCode: nafCode ?? '',
    language: language ?? '',
    website: website ?? '',
    phone: phone ?? '',
    keywords: keywords ?? '',
    notes: notes ?? '',
  };
}

/** The member `project`: days as days, times in ISO 8601, the amount in cents, all of it text. */
export const projectInEvent = (value: Project, column: Category): z.infer<typeof project> => ({
  id: value.id,
  name: value.name,
  description: value.description ?? '',
  amount: String(value.amount),
  dueDate: value.dueOn ?? '',
  rank: value.rank,
  customerId: value.customerId,
  categoryId: value.categoryId,
  category: column.name,
  isDone: String(column.isDone),
  isLost: String(column.isLost),
  archivedAt: instant(value.archivedAt),
  createdAt: instant(value.createdAt),
  test: String(value.test),
});

/** The member `task`; `timeSpent` in minutes. */
export const taskInEvent = (value: Task): z.infer<typeof task> => ({
  id: value.id,
  name: value.name,
  description: value.description,
  priority: value.priority,
  dueDate: value.dueOn ?? '',
  doneAt: instant(value.doneAt),
  rank: value.rank,
  customerId: value.customerId ?? '',
  opportunityId: value.projectId ?? '',
  timeSpent: value.timeSpent === undefined ? '' : String(value.timeSpent),
  billedAt: instant(value.billed?.at),
  billingId: value.billed?.documentId ?? '',
  createdAt: instant(value.createdAt),
  test: String(value.test),
});

const instant = (at: number | undefined): string => (at === undefined ? '' : new Date(at * 1000).toISOString());
