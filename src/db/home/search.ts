import type { Party } from '../../domain/customers/party.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type ListedDocument, listDocuments, readListed } from '../billing/document-list.ts';
import type { StoredDocument } from '../billing/read-document-group.ts';
import { likePatterns } from '../billing/search-text.ts';
import { partyFromRows } from '../customers/customers.ts';
import { type Row, sql, type Tx, unprepared } from '../transaction.ts';

/**
 * The newest documents that are scanned before the index is used: frequent words match among them.
 */
const DOCUMENTS_SCANNED = 300;

/**
 * The newest documents matching these words, in list order. For frequent words the index would
 * find ten thousand matches to show five, so the newest are scanned first; if enough of them
 * match, these are the result.
 */
export async function findMatchingDocuments(
  tx: Tx,
  { words, test, limit }: { words: string; test: boolean; limit: number },
): Promise<StoredDocument[]> {
  const near = await tx.read<Found>(NEWEST, [tx.accountId, test, limit, likePatterns(words)]);
  if (near.length === limit) return read(await readListed(tx, near));
  const page = await listDocuments(tx, { search: words, test }, { limit, page: 1, uncounted: true });
  // The list itself reports pages whose documents are too large.
  return isRefusal(page) ? [] : read(page.documents);
}

type Found = { id: string; is_draft: boolean };

const read = (listed: readonly ListedDocument[]): StoredDocument[] => listed.map((each) => each.read());

// As in `document-filter.ts`: documents match by their own text, drafts also by the current name of
// their customer.
const NEWEST = sql`
  with near as materialized (
    select d.id, d.emitted_on, d.number, d.customer_id, d.found_by from billing.document d
    where d.account_id = $1 and d.test = $2 order by d.emitted_on desc, d.id desc limit ${String(DOCUMENTS_SCANNED)})
  select n.id, n.number is null as is_draft from near n
  left join billing.customer c on c.account_id = $1 and c.id = n.customer_id and n.number is null
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  where not exists (select from unnest($4::text[]) word where n.found_by not like word
    and coalesce(c.sort_name not like word, true) and coalesce(o.sort_name not like word, true))
  order by n.emitted_on desc, n.id desc limit $3`;

type SearchQuery = { readonly words: string; readonly test: boolean; readonly limit: number };

/**
 * The first customers by name that are scanned before the index is used: frequent words match
 * among them.
 */
const CUSTOMERS_SCANNED = 300;

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
    order by sort_name, id limit ${String(CUSTOMERS_SCANNED)})`;

const FIRST_BY_NAME = sql`
  with near as materialized (
    select * from (${firstOf('contact')} union all ${firstOf('organization')}) of_both order by sort_name, id limit ${String(CUSTOMERS_SCANNED)})
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
