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
export const publishContactEvent = (context: Context, eventName: RecordEventName, known: KnownContact): void =>
  publishEvents(context, [contactEvent(eventName, known)]);

/** Publishes an event about an organization, with the organization as in API responses. */
export const publishOrganizationEvent = (
  context: Context,
  eventName: RecordEventName,
  known: KnownOrganization,
): void => publishEvents(context, [organizationEvent(eventName, known)]);

/** Publishes an event about a customer of either kind. */
export const publishCustomerEvent = (context: Context, eventName: RecordEventName, known: Known): void =>
  publishEvents(context, [customerEvent(eventName, known)]);

/** The event about a customer. */
export const customerEvent = (eventName: RecordEventName, known: Known): NewEvent =>
  known.customer.kind === 'contact'
    ? contactEvent(eventName, known as Known<Contact>)
    : organizationEvent(eventName, known as Known<Organization>);

const contactEvent = (eventName: RecordEventName, known: KnownContact): NewEvent => ({
  type: `contact.${eventName}`,
  subjectId: known.customer.id,
  test: known.customer.test,
  members: { contact: contactToJson(known) },
});

const organizationEvent = (eventName: RecordEventName, known: KnownOrganization): NewEvent => ({
  type: `organization.${eventName}`,
  subjectId: known.customer.id,
  test: known.customer.test,
  members: { organization: organizationToJson(known) },
});
