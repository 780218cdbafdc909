import type { Known } from '../../db/customers/customers.ts';
import type { Contact, Organization } from '../../domain/customers/customer.ts';
import { contactToJson } from '../../schemas/customers/contact.ts';
import { organizationToJson } from '../../schemas/customers/organization.ts';
import type { RecordHappening } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { type Telling, tellAll } from './publish-event.ts';

type KnownContact = Parameters<typeof contactToJson>[0];
type KnownOrganization = Parameters<typeof organizationToJson>[0];

/** Tells what happened to a contact; the event holds the contact as it is answered. */
export const tellContact = (context: Context, happening: RecordHappening, known: KnownContact): void =>
  tellAll(context, [contactTelling(happening, known)]);

/** Tells what happened to an organization; the event holds the organization as it is answered. */
export const tellOrganization = (context: Context, happening: RecordHappening, known: KnownOrganization): void =>
  tellAll(context, [organizationTelling(happening, known)]);

/** Tells what happened to a customer of either kind. */
export const tellCustomer = (context: Context, happening: RecordHappening, known: Known): void =>
  tellAll(context, [customerTelling(happening, known)]);

/** What is told of a customer to whom something happened. */
export const customerTelling = (happening: RecordHappening, known: Known): Telling =>
  known.customer.kind === 'contact'
    ? contactTelling(happening, known as Known<Contact>)
    : organizationTelling(happening, known as Known<Organization>);

const contactTelling = (happening: RecordHappening, known: KnownContact): Telling => ({
  type: `contact.${happening}`,
  subjectId: known.customer.id,
  test: known.customer.test,
  members: { contact: contactToJson(known) },
});

const organizationTelling = (happening: RecordHappening, known: KnownOrganization): Telling => ({
  type: `organization.${happening}`,
  subjectId: known.customer.id,
  test: known.customer.test,
  members: { organization: organizationToJson(known) },
});
