import { type Event, recordEvent, recordEvents } from '../../db/events/events.ts';
import { type EventType, labelOf } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';

/** The event type, subject and mode: test events only go to test endpoints. */
export type EventSubject<Type extends EventType = EventType> = { type: Type; subjectId: string; test: boolean };

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
