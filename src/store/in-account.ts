import type pg from 'pg';

/** Reads rows of one account, of both modes, by a connection of the role that serves, for work that goes over all of them. */
export async function inAccount<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  account: string,
  ask: () => Promise<pg.QueryResult<Row>>,
): Promise<Row[]> {
  await client.query('begin read only');
  try {
    await client.query("select set_config('app.account_id', $1, true), set_config('app.test', 'off', true)", [account]);
    return (await ask()).rows;
  } finally {
    await client.query('rollback');
  }
}
