import type { Known } from '../../db/customers/customers.ts';
import type { Contact, Organization } from '../../domain/customers/customer.ts';
import { contactToJson } from '../../schemas/customers/contact.ts';
import { organizationToJson } from '../../schemas/customers/organization.ts';
import type { RecordEventName } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';
import { publishEvents, type NewEvent } from './publish-event.ts';

type KnownContact = Parameters<typeof contactToJson>[0];
type KnownOrganization = Parameters<typeof organizationToJson>[0];

/** Tells what happened to a contact; the event holds the contact as it is answered. */
export const publishContactEvent = (context: Context, happening: RecordEventName, known: KnownContact): void =>
  publishEvents(context, [contactEvent(happening, known)]);

/** Tells what happened to an organization; the event holds the organization as it is answered. */
export const publishOrganizationEvent = (
  context: Context,
  happening: RecordEventName,
  known: KnownOrganization,
): void => publishEvents(context, [organizationEvent(happening, known)]);

/** Tells what happened to a customer of either kind. */
export const publishCustomerEvent = (context: Context, happening: RecordEventName, known: Known): void =>
  publishEvents(context, [customerEvent(happening, known)]);

/** What is told of a customer to whom something happened. */
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
