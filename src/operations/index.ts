import type { Operation } from './operation.ts';

/** Everything that can be asked: the table of contents of the service. */
export const operations: readonly Operation[] = [];
