// Loaded into each end-to-end test process first. Browser tests are sequential and end last, so
// they have priority; the other files use the remaining CPU time.
import { setPriority } from 'node:os';
import { expect } from 'vitest';

/**
 * From 19 (lowest) to 0 (default). The shared PostgreSQL stays at 0; PDF and load processes run at
 * 10.
 */
const BEHIND_JOURNEYS = 5;

if (!expect.getState().testPath?.endsWith('test/web/e2e.test.ts')) setPriority(BEHIND_JOURNEYS);
