import type pg from 'pg';
import { readAsAccount } from '../row-security.ts';

/** Objects read per batch. */
const OBJECTS_AT_ONCE = 5_000;

/** Files in the object store, by account and hash, in batches. */
export async function* readExternalFiles(
  client: pg.ClientBase,
  accounts: readonly string[],
): AsyncGenerator<{ account: string; sha256: string }[]> {
  for (const account of accounts) {
    for (let after = ''; ; ) {
      const last = after;
      const rows = await readAsAccount(client, account, () =>
        client.query<{ sha256: string }>(
          `select encode(sha256, 'hex') as sha256 from billing.file
           where account_id = $1 and bytes is null and sha256 > decode($2, 'hex') order by sha256 limit $3`,
          [account, last, OBJECTS_AT_ONCE],
        ),
      );
      if (rows.length > 0) yield rows.map(({ sha256 }) => ({ account, sha256 }));
      if (rows.length < OBJECTS_AT_ONCE) break;
      after = rows.at(-1)?.sha256 ?? '';
    }
  }
}
