import type pg from 'pg';
import type { Statement } from './sql.ts';

/** An account ID that sees no rows. Work for the whole installation uses functions that may. */
export const NO_ACCOUNT = '';

/**
 * Sets the account and mode for row-level security until the transaction ends, as commands with
 * literal values: with sharding `set local` reaches the nodes, but a function's setting does not.
 * Throws if the account is not a UUID, because it becomes part of the SQL text.
 */
export function setAccount({ accountId, test }: { accountId: string; test: boolean }): Statement[] {
  assertUuid('an account', accountId || ZERO_UUID);
  return [
    { text: `set local app.account_id = '${accountId}'` },
    { text: `set local app.test = '${test ? 'on' : 'off'}'` },
  ];
}

/** Sets the person whose own rows are visible until the transaction ends. */
export function setPerson(personId: string): Statement {
  assertUuid('a person', personId);
  return { text: `set local app.person_id = '${personId}'` };
}

/** Throws if `id` is not a UUID. */
export function assertUuid(whose: 'an account' | 'a person', id: string): void {
  if (!UUID.test(id)) throw new Error(`the ID of ${whose} must be a UUID`);
}

const ZERO_UUID = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
