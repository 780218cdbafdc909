import { type Event, recordEvent, recordEvents } from '../../db/events/events.ts';
import { type EventType, labelOf } from '../../schemas/events/event-type.ts';
import type { Context } from '../context.ts';

/** What happened, to what, and in which mode: a test event goes to test endpoints alone. */
export type EventSubject<Type extends EventType = EventType> = { type: Type; subjectId: string; test: boolean };

/** What happened, and what its event says beside itself. */
export type NewEvent = EventSubject & { members: Readonly<Record<string, unknown>> };

type Told = Pick<Context, 'tx' | 'now' | 'newId'>;

/**
 * Tells what happened, in the transaction in which it happened: with the cause it is kept and queued for every endpoint
 * that asked, or neither is. `members` is what the body says beside the event itself.
 */
export const publishEvent = (context: Told, happened: EventSubject, members: Readonly<Record<string, unknown>>): void =>
  recordEvent(context.tx, eventOf(context, happened, members));

/** The same for many things that happened at once, in their order: one statement, however many they are. */
export function publishEvents(context: Told, tellings: readonly NewEvent[]): void {
  const events = tellings.map(({ members, ...happened }) => eventOf(context, happened, members));
  const [only, another] = events;
  if (only && !another) recordEvent(context.tx, only);
  else recordEvents(context.tx, events);
}

/** The event of what happened, as it is kept and told. */
export function eventOf(
  { now, newId }: Pick<Told, 'now' | 'newId'>,
  { type, subjectId, test }: EventSubject,
  members: Readonly<Record<string, unknown>>,
): Event {
  const id = newId();
  const event = { id, type, label: labelOf(type).fr, occurredAt: new Date(now * 1000).toISOString() };
  return { id, type, subjectId, test, at: now, body: JSON.stringify({ ...members, event }) };
}
