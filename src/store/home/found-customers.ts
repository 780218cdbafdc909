import type { Party } from '../../domain/customers/party.ts';
import { likePatterns } from '../billing/found-by.ts';
import { partyFromRows } from '../customers/customers.ts';
import { sql, type Tx, unprepared } from '../transaction.ts';

/** The first customers of both kinds that have these words, by name; archived ones are left out. */
export async function foundCustomers(
  tx: Tx,
  { words, test, limit }: { words: string; test: boolean; limit: number },
): Promise<Party[]> {
  const patterns = likePatterns(words);
  const found = patterns.map((_, place) => `and c.id in (select billing.customers_found($${place + 4}))`).join(' ');
  const rows = await tx.read(
    unprepared(sql`
      select c.id, c.kind, c.test, c.is_default, c.content, o.id as o_id, o.kind as o_kind, o.test as o_test, o.content as o_content
      from billing.customer c left join billing.customer o on o.account_id = c.account_id and o.id = c.organization_id
      where c.account_id = $1 and c.test = $2 and c.archived_at is null ${found}
      order by c.sort_name, c.id limit $3`),
    [tx.accountId, test, limit, ...patterns],
  );
  return rows.map((row) =>
    partyFromRows(
      row,
      row.o_id ? { id: row.o_id, kind: row.o_kind, test: row.o_test, content: row.o_content } : undefined,
    ),
  );
}
