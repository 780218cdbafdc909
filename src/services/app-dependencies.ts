import type pg from 'pg';
import type { Replica } from '../db/connections/replica.ts';
import type { WalPositions } from '../db/connections/wal-positions.ts';
import type { AppEnvironment } from './app-environment.ts';

/** Everything a process lends to the requests it performs. */
export type AppServices = {
  pool: pg.Pool;
  /** Where the log stood after what was written by `pool`, and a replica to read from (READ_DATABASE_URL); absent where none is named. */
  positions?: WalPositions;
  replica?: Replica;
  environment: AppEnvironment;
  now: () => number;
  newId: () => string;
};
