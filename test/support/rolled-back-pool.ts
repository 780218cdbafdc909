import type pg from 'pg';

/**
 * A pool whose every transaction is rolled back where it would commit, and which says that it committed. So an operation
 * can be tried to its end, against every rule of the database, and what it was tried on stays as it was.
 */
export function rolledBackPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (asked: pg.QueryConfig | string) => {
      const { text } = typeof asked === 'string' ? { text: asked } : asked;
      if (text !== 'commit') return client.query(asked);
      return client.query('rollback').then((result) => ({ ...result, command: 'COMMIT' }));
    };
    return Object.assign(Object.create(client), { query, release: (broken?: Error) => client.release(broken) });
  };
  return { connect } as unknown as pg.Pool;
}
