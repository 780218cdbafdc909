import type pg from 'pg';
import { enableSharding, nodeMonitorOf } from '../../../src/db/sharding/sharded-pools.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';

/**
 * A service whose every transaction is rolled back where it would commit, and is told that it
 * committed. So an operation can be tried to its end, against every rule of the database, and what
 * it was tried on stays as it was. Heads that no chain came to are not noted in the data folder: it
 * would show for ever that they were cut off.
 */
export function rolledBackServices(services: AppServices): AppServices {
  const seal = { ...services.environment.seal, anchor: () => {} };
  return { ...services, pool: rolledBackPool(services.pool), environment: { ...services.environment, seal } };
}

function rolledBackPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = async (asked: pg.QueryConfig): Promise<pg.QueryResult> => {
      if (asked.text !== 'commit') return client.query(asked);
      return { ...(await client.query('rollback')), command: 'COMMIT' };
    };
    return Object.assign(Object.create(client), { query, release: (broken?: Error) => client.release(broken) });
  };
  const rolledBack = { connect } as unknown as pg.Pool;
  const watch = nodeMonitorOf(pool);
  if (watch) enableSharding(rolledBack, watch);
  return rolledBack;
}
