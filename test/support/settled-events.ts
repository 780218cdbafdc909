import { setTimeout as wait } from 'node:timers/promises';
import { listEvents } from '../../src/operations/events/list-events.ts';
import type { TestService } from './service-to-call.ts';

/**
 * The events of a caller, once there are so many to read. What another transaction of the cluster might still come before
 * is not told yet, and other test files have transactions of their own.
 */
export async function settledEvents(service: TestService, caller: TestService['live'], count: number): Promise<any[]> {
  for (;;) {
    const { docs } = (await service.call(listEvents, { caller })).json;
    if (docs.length >= count) return docs;
    await wait(20);
  }
}
