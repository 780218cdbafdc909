import type { CustomerLink, LinkPurpose } from '../../domain/portal/customer-link.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `id, test, purpose, document_id, customer_id, created_by, created_at, ends_at, revoked_at, views,
  first_viewed_at, last_viewed_at`;
const INSERT = sql`
  insert into billing.customer_link (account_id, id, test, purpose, document_id, customer_id, created_by, created_at, ends_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const LOCK = sql`select ${COLUMNS} from billing.customer_link where account_id = $1 and id = $2 for update`;
const OF_DOCUMENT = sql`
  select ${COLUMNS} from billing.customer_link where account_id = $1 and document_id = $2
  order by created_at desc, id desc limit $3`;
const STANDING = sql`
  select ${COLUMNS} from billing.customer_link
  where account_id = $1 and document_id = $2 and purpose = $3 and revoked_at is null for update`;
const VIEW = sql`
  update billing.customer_link
  set views = views + 1, first_viewed_at = coalesce(first_viewed_at, $3), last_viewed_at = greatest(last_viewed_at, $3)
  where account_id = $1 and id = $2`;
const TESTS = sql`select id from billing.customer_link where account_id = $1 and id = any ($2::uuid[]) and test order by id`;
const REVOKE = sql`update billing.customer_link set revoked_at = $3 where account_id = $1 and id = $2`;

/** Links listed per document. */
const LINKS_LISTED_MAX = 50;

/** Which of these links belong to test mode. */
export const testLinksOf = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (await tx.read<{ id: string }>(TESTS, [tx.accountId, ids])).map(({ id }) => id);

/** Inserts a link. */
export function insertLink(tx: Tx, link: CustomerLink): void {
  const { id, test, purpose, documentId, customerId, createdBy, createdAt, endsAt } = link;
  tx.write(INSERT, [
    ...[tx.accountId, id, test, purpose, documentId ?? null, customerId ?? null],
    ...[createdBy, createdAt, endsAt],
  ]);
}

/**
 * A link of the account by its ID, locked until the transaction ends; undefined if there is none.
 */
export async function lockLink(tx: Tx, id: string): Promise<CustomerLink | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, id]);
  return row && linkFrom(row);
}

/** The unrevoked link of a document for a purpose, locked; it may have expired. */
export async function lockActiveLink(
  tx: Tx,
  documentId: string,
  purpose: LinkPurpose,
): Promise<CustomerLink | undefined> {
  const [row] = await tx.read(STANDING, [tx.accountId, documentId, purpose]);
  return row && linkFrom(row);
}

/** All links of a document, newest first; at most `LINKS_LISTED_MAX`. */
export const linksOfDocument = async (tx: Tx, documentId: string): Promise<CustomerLink[]> =>
  (await tx.read(OF_DOCUMENT, [tx.accountId, documentId, LINKS_LISTED_MAX])).map(linkFrom);

/** Counts a visit of a link. */
export const countView = (tx: Tx, id: string, now: number): void => tx.write(VIEW, [tx.accountId, id, now]);

/** Revokes a link for good. */
export const revokeLink = (tx: Tx, id: string, now: number): void => tx.write(REVOKE, [tx.accountId, id, now]);

const linkFrom = (row: Row): CustomerLink => ({
  ...{ id: row.id, test: row.test, purpose: row.purpose, createdBy: row.created_by, views: row.views },
  ...{ createdAt: row.created_at, endsAt: row.ends_at },
  ...(row.document_id !== null && { documentId: row.document_id }),
  ...(row.customer_id !== null && { customerId: row.customer_id }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  ...(row.first_viewed_at !== null && { firstViewedAt: row.first_viewed_at, lastViewedAt: row.last_viewed_at }),
});
