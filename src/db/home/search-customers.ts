import type { Party } from '../../domain/customers/party.ts';
import { likePatterns } from '../billing/search-text.ts';
import { partyFromRows } from '../customers/customers.ts';
import { type Row, sql, type Tx, unprepared } from '../transaction.ts';

type SearchQuery = { readonly words: string; readonly test: boolean; readonly limit: number };

/**
 * The first customers by name that are scanned before the index is used: frequent words match
 * among them.
 */
const NEAR = 300;

/** The first customers of both kinds matching these words, by name, without archived ones. */
export async function findMatchingCustomers(tx: Tx, query: SearchQuery): Promise<Party[]> {
  const { words, test, limit } = query;
  const near = await tx.read(FIRST_BY_NAME, [tx.accountId, test, limit, likePatterns(words)]);
  const rows = near.length === limit ? near : await foundByIndex(tx, query);
  return rows.map((row) =>
    partyFromRows(
      row,
      row.o_id ? { id: row.o_id, kind: row.o_kind, test: row.o_test, content: row.o_content } : undefined,
    ),
  );
}

const COLUMNS =
  'c.id, c.kind, c.test, c.is_default, c.content, o.id as o_id, o.kind as o_kind, o.test as o_test, o.content as o_content';
const ORGANIZATION = 'left join billing.customer o on o.account_id = $1 and o.id = c.organization_id';

/** The first customers of one kind; merging both kinds gives the first of all. */
const firstOf = (kind: 'contact' | 'organization'): string => `
  (select id, sort_name, found_by from billing.customer where account_id = $1 and kind = '${kind}' and test = $2 and archived_at is null
    order by sort_name, id limit ${String(NEAR)})`;

const FIRST_BY_NAME = sql`
  with near as materialized (
    select * from (${firstOf('contact')} union all ${firstOf('organization')}) of_both order by sort_name, id limit ${String(NEAR)})
  select ${COLUMNS} from (select id, sort_name from near where found_by like all ($4::text[]) order by sort_name, id limit $3) n
  join billing.customer c on c.account_id = $1 and c.id = n.id ${ORGANIZATION}
  order by n.sort_name, n.id`;

async function foundByIndex(tx: Tx, { words, test, limit }: SearchQuery): Promise<Row[]> {
  const patterns = likePatterns(words);
  const found = patterns.map((_, place) => `and c.id in (select billing.customers_found($${place + 4}))`).join(' ');
  return tx.read(
    unprepared(sql`
      select ${COLUMNS} from billing.customer c ${ORGANIZATION}
      where c.account_id = $1 and c.test = $2 and c.archived_at is null ${found}
      order by c.sort_name, c.id limit $3`),
    [tx.accountId, test, limit, ...patterns],
  );
}
