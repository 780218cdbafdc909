import type { Known } from '../../db/customers/customers.ts';
import { type Event, recordEvent, recordEvents } from '../../db/events/events.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { auditEventsBetween } from '../../domain/billing/document/group/audit-events.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { Contact, Organization } from '../../domain/customers/customer.ts';
import type { Step } from '../../domain/money/rounding.ts';
import { documentOfEvent } from '../../schemas/billing/document/document-event.ts';
import { productToJson } from '../../schemas/catalogue/product.ts';
import { contactToJson } from '../../schemas/customers/contact.ts';
import { organizationToJson } from '../../schemas/customers/organization.ts';
import { documentEvent, type EventType, labelOf, type RecordEventName } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';

/** The event type, subject and mode: test events only go to test endpoints. */
type EventSubject<Type extends EventType = EventType> = { type: Type; subjectId: string; test: boolean };

/** An event with its additional members. */
export type NewEvent = EventSubject & { members: Readonly<Record<string, unknown>> };

type EventContext = Pick<Context, 'tx' | 'now' | 'newId'>;

/**
 * Publishes an event in the transaction of its cause: stored and queued for every subscribed
 * endpoint, or rolled back with it. `members` are the body's members in addition to the event
 * itself.
 */
export const publishEvent = (
  context: EventContext,
  subject: EventSubject,
  members: Readonly<Record<string, unknown>>,
): void => recordEvent(context.tx, eventOf(context, subject, members));

/** The same for many events, in order, with one statement. */
export function publishEvents(context: EventContext, tellings: readonly NewEvent[]): void {
  const events = tellings.map(({ members, ...happened }) => eventOf(context, happened, members));
  const [only, another] = events;
  if (only && !another) recordEvent(context.tx, only);
  else recordEvents(context.tx, events);
}

/** The event as stored and sent. */
export function eventOf(
  { now, newId }: Pick<EventContext, 'now' | 'newId'>,
  { type, subjectId, test }: EventSubject,
  members: Readonly<Record<string, unknown>>,
): Event {
  const id = newId();
  const event = { id, type, label: labelOf(type).fr, occurredAt: new Date(now * 1000).toISOString() };
  return { id, type, subjectId, test, at: now, body: JSON.stringify({ ...members, event }) };
}

/**
 * Publishes an event about a product, as in API responses. Stock movements by billing are not
 * published.
 */
export const publishProductEvent = (context: Context, eventName: RecordEventName, product: Product, step: Step): void =>
  publishEvents(context, [productEvent(eventName, product, step)]);

/** The event about a product. */
export const productEvent = (eventName: RecordEventName, product: Product, step: Step): NewEvent => ({
  type: `product.${eventName}`,
  subjectId: product.id,
  test: product.test,
  members: { product: productToJson(product, step) },
});

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

/**
 * The events of a document's change: `before` is absent if it was created, `after` if it was
 * deleted.
 */
export function documentEvents(
  context: Pick<Context, 'now' | 'newId'>,
  before: BillingDocument | undefined,
  after: BillingDocument | undefined,
  facts: Facts,
): Event[] {
  const document = after ?? before;
  if (!document) return [];
  const { id: subjectId, kind, test } = document;
  return auditEventsBetween(before, after).map((eventName) =>
    eventOf(
      context,
      { type: documentEvent(kind, eventName), subjectId, test },
      { billing: documentOfEvent(document, facts) },
    ),
  );
}
