import { recordEvents } from '../../src/db/events/events.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/services/caller.ts';
import { eventOf } from '../../src/services/events/publish-event.ts';
import type { TestService } from '../support/service/in-process-service.ts';

/** Emits many events of one type in a caller's mode in one transaction, and returns their IDs. */
export async function emitEvents(
  { services, clock }: Pick<TestService, 'services' | 'clock'>,
  many: number,
  { type, caller }: { type: string; caller: Caller },
): Promise<string[]> {
  const happened = { type: type as 'project.created', subjectId: services.newId(), test: caller.test };
  return inTransaction(services.pool, caller, async (tx) => {
    const context = { tx, now: clock.now, newId: services.newId };
    const events = Array.from({ length: many }, (_, at) => eventOf(context, happened, { project: { at: String(at) } }));
    recordEvents(tx, events);
    return { commit: true, answer: events.map(({ id }) => id) };
  });
}
