import type { Operation } from '../../pipeline/operation.ts';
import { listEventTypes } from './list-event-types.ts';
import { listEvents } from './list-events.ts';

/** What happened, for whoever asks instead of being told. */
export const eventOperations: readonly Operation[] = [listEventTypes, listEvents];
