import type { Operation } from '../../pipeline/operation.ts';
import { listEventTypes } from './list-event-types.ts';
import { listEvents } from './list-events.ts';

/** The event feed, for polling. */
export const eventOperations: readonly Operation[] = [listEventTypes, listEvents];
