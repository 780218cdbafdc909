import type pg from 'pg';
import { enableSharding, nodeMonitorOf } from '../../../src/db/sharding/sharded-pools.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';

/**
 * A service that rolls back each transaction instead of committing it, and continues as if it had
 * committed. So an operation runs to its end, under every rule of the database, and leaves the data
 * unchanged. It writes no audit-chain heads to the data folder, because entries that were rolled
 * back would look truncated.
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
