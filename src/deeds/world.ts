import type pg from 'pg';
import type { Surroundings } from './surroundings.ts';

/** Everything a process lends to the requests it performs. */
export type World = { pool: pg.Pool; surroundings: Surroundings; now: () => number; newId: () => string };
