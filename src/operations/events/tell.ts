import { type EventType, labelOf } from '../../contract/event-type.ts';
import { recordEvent } from '../../store/events.ts';
import type { Context } from '../operation.ts';

/** What happened, to what, and in which mode: a test event goes to test endpoints alone. */
export type Happened<Type extends EventType = EventType> = { type: Type; subjectId: string; test: boolean };

/**
 * Tells what happened, in the transaction in which it happened: with the cause it is kept and queued for every endpoint
 * that asked, or neither is. `members` is what the body says beside the event itself.
 */
export function tell(
  { tx, now, newId }: Pick<Context, 'tx' | 'now' | 'newId'>,
  { type, subjectId, test }: Happened,
  members: Readonly<Record<string, unknown>>,
): void {
  const id = newId();
  const event = { id, type, label: labelOf(type).fr, occurredAt: new Date(now * 1000).toISOString() };
  recordEvent(tx, { id, type, subjectId, test, at: now, body: JSON.stringify({ ...members, event }) });
}
