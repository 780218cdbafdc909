import { isRefusal } from '../../domain/refusal.ts';
import { type ListedDocument, listDocuments, readListed } from '../billing/document-list.ts';
import type { StoredDocument } from '../billing/read-document-group.ts';
import { likePatterns } from '../billing/search-text.ts';
import { sql, type Tx } from '../transaction.ts';

/**
 * The newest documents that are scanned before the index is used: frequent words match among them.
 */
const NEAR = 300;

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
    where d.account_id = $1 and d.test = $2 order by d.emitted_on desc, d.id desc limit ${String(NEAR)})
  select n.id, n.number is null as is_draft from near n
  left join billing.customer c on c.account_id = $1 and c.id = n.customer_id and n.number is null
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  where not exists (select from unnest($4::text[]) word where n.found_by not like word
    and coalesce(c.sort_name not like word, true) and coalesce(o.sort_name not like word, true))
  order by n.emitted_on desc, n.id desc limit $3`;
