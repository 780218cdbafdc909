import { isRefusal } from '../../domain/refusal.ts';
import { type Listed, listDocuments, withContents } from '../billing/document-list.ts';
import type { Remembered } from '../billing/read-document-group.ts';
import { likePatterns } from '../billing/search-text.ts';
import { sql, type Tx } from '../transaction.ts';

/** How many of the newest are looked at one by one before an index is asked: what many have, some of them have. */
const NEAR = 300;

/**
 * The newest documents that have these words, in the order of their lists. Words that most have would be found ten thousand times by the
 * index to show five: so the newest are looked at first, and where enough of them have the words, these are the first of all.
 */
export async function findMatchingDocuments(
  tx: Tx,
  { words, test, limit }: { words: string; test: boolean; limit: number },
): Promise<Remembered[]> {
  const near = await tx.read<Found>(NEWEST, [tx.accountId, test, limit, likePatterns(words)]);
  if (near.length === limit) return read(await withContents<never>(tx, near, () => undefined));
  const page = await listDocuments<never>(
    tx,
    { search: words, test },
    { limit, page: 1, uncounted: true },
    () => undefined,
  );
  // Of papers too large for a page the list itself says so.
  return isRefusal(page) ? [] : read(page.documents);
}

type Found = { id: string; mark: null };

const read = (listed: readonly Listed<never>[]): Remembered[] =>
  listed.flatMap((each) => ('known' in each ? [] : [each.read()]));

// As `document-filter.ts` finds them: by their own words, and a draft by its customer as he is called today.
const NEWEST = sql`
  with near as materialized (
    select d.id, d.emitted_on, d.number, d.customer_id, d.found_by from billing.document d
    where d.account_id = $1 and d.test = $2 order by d.emitted_on desc, d.id desc limit ${String(NEAR)})
  select n.id, null as mark from near n
  left join billing.customer c on c.account_id = $1 and c.id = n.customer_id and n.number is null
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  where not exists (select from unnest($4::text[]) word where n.found_by not like word
    and coalesce(c.sort_name not like word, true) and coalesce(o.sort_name not like word, true))
  order by n.emitted_on desc, n.id desc limit $3`;
