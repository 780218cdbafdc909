import type { Operation } from '../operation.ts';
import { listEvents } from './list-events.ts';

/** What happened, for whoever asks instead of being told. */
export const eventOperations: readonly Operation[] = [listEvents];
