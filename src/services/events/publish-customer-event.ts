import type { Known } from '../../db/customers/customers.ts';
import type { Contact, Organization } from '../../domain/customers/customer.ts';
import { contactToJson } from '../../schemas/customers/contact.ts';
import { organizationToJson } from '../../schemas/customers/organization.ts';
import type { RecordEventName } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { type NewEvent, publishEvents } from './publish-event.ts';

type KnownContact = Parameters<typeof contactToJson>[0];
type KnownOrganization = Parameters<typeof organizationToJson>[0];

/** Publishes an event about a contact, with the contact as in API responses. */
export const publishContactEvent = (context: Context, happening: RecordEventName, known: KnownContact): void =>
  publishEvents(context, [contactEvent(happening, known)]);

/** Publishes an event about an organization, with the organization as in API responses. */
export const publishOrganizationEvent = (
  context: Context,
  happening: RecordEventName,
  known: KnownOrganization,
): void => publishEvents(context, [organizationEvent(happening, known)]);

/** Publishes an event about a customer of either kind. */
export const publishCustomerEvent = (context: Context, happening: RecordEventName, known: Known): void =>
  publishEvents(context, [customerEvent(happening, known)]);

/** The event about a customer. */
export const customerEvent = (happening: RecordEventName, known: Known): NewEvent =>
  known.customer.kind === 'contact'
    ? contactEvent(happening, known as Known<Contact>)
    : organizationEvent(happening, known as Known<Organization>);

const contactEvent = (happening: RecordEventName, known: KnownContact): NewEvent => ({
  type: `contact.${happening}`,
  subjectId: known.customer.id,
  test: known.customer.test,
  members: { contact: contactToJson(known) },
});

const organizationEvent = (happening: RecordEventName, known: KnownOrganization): NewEvent => ({
  type: `organization.${happening}`,
  subjectId: known.customer.id,
  test: known.customer.test,
  members: { organization: organizationToJson(known) },
});
