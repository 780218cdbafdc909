import pg from 'pg';
import { type FreshDatabase, testCluster } from '../support/database/test-database.ts';

/** Queries a database as its superuser, who sees every account. */
export async function superuserQuery(database: FreshDatabase) {
  const { superuser } = await testCluster();
  const { database: name } = database.serving as { database: string };
  const client = new pg.Client({ ...superuser, database: name } as pg.ClientConfig);
  await client.connect();
  return {
    query: async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows,
    close: () => client.end(),
  };
}
