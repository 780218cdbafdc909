import type pg from 'pg';
import type { Replica } from '../db/connections/replica.ts';
import type { WalPositions } from '../db/connections/wal-positions.ts';
import type { AppEnvironment } from './app-environment.ts';

/** What a process provides to its requests. */
export type AppServices = {
  pool: pg.Pool;
  /**
   * The WAL position after writes by `pool`, for a read replica (READ_DATABASE_URL); absent
   * without one.
   */
  positions?: WalPositions;
  replica?: Replica;
  environment: AppEnvironment;
  now: () => number;
  newId: () => string;
};
