import type pg from 'pg';
import { setAccount } from './row-security.ts';

/**
 * Reads rows of one account, of both modes, on a connection of the application's role, for work
 * across all accounts.
 */
export async function readAsAccount<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  account: string,
  ask: () => Promise<pg.QueryResult<Row>>,
): Promise<Row[]> {
  await client.query('begin read only');
  try {
    for (const { text } of setAccount({ accountId: account, test: false })) await client.query(text);
    return (await ask()).rows;
  } finally {
    await client.query('rollback');
  }
}
