import { sql } from '../../transaction.ts';
import { PAYMENT_COLUMNS, paymentDigest } from '../row-digests.ts';
import type { Found, QueryFn } from './finding.ts';
import { lastDigestJoin, ROWS_AT_ONCE } from './last-digests.ts';
import { paged } from './stored-state.ts';

// An entry holds the digest of the payment's text, and the row holds that text unchanged.
const LINKED = `
  with linked as materialized (
    select seq, substring(link from '"sha256":"([0-9a-f]{64})"') as sha256,
      substring(link from '"number":"([^"]*)"') as number
    from billing.chain_link
    where account_id = $1 and test = $2 and link like '%"subject":{"id":"%","kind":"payment"%'),
  paid as materialized (
    select p.id, p.document_id, encode(sha256(convert_to(p.content, 'UTF8')), 'hex') as sha256
    from billing.payment p where p.account_id = $1 and p.test = $2)`;
const UNLINKED = sql`${LINKED}
  select paid.id, d.number from paid
  join billing.document d on d.account_id = $1 and d.id = paid.document_id
  where not exists (select from linked where linked.sha256 = paid.sha256) limit 1000`;
const MISSING = sql`${LINKED}
  select seq, number from linked where not exists (select from paid where paid.sha256 = linked.sha256)
  order by seq limit 1000`;
const COLUMNS = sql`
  with page as materialized (
    select ${PAYMENT_COLUMNS} from billing.payment p
    where p.account_id = $1 and p.test = $2 and ($3::uuid is null or p.id > $3) order by p.id limit ${String(ROWS_AT_ONCE)})
  select page.*, told.sha256 as told from page ${lastDigestJoin("'payment ' || page.id")} order by page.id`;
const SUMS = sql`
  select d.id, d.number from billing.document d
  where d.account_id = $1 and d.test = $2 and d.number is not null and d.paid_cents <> coalesce((
    select sum(p.amount_cents) from billing.payment p where p.account_id = $1 and p.document_id = d.id), 0)
  limit 1000`;

/**
 * Payments that disagree with the entries that recorded them, with their own text or with their
 * documents.
 */
export async function paymentFindings(
  ask: QueryFn,
  account: string,
  test: boolean,
): Promise<{ count: number; findings: Found[] }> {
  const findings: Found[] = [];
  for (const { id, number } of await ask(UNLINKED, [account, test])) {
    findings.push({ fault: 'payment_without_link', number, at: id });
  }
  for (const { seq, number } of await ask(MISSING, [account, test])) {
    findings.push({ fault: 'payment_missing', seq, ...(number && { number }) });
  }
  for (const { id, number } of await ask(SUMS, [account, test])) {
    findings.push({ fault: 'paid_amount_differs', number, at: id });
  }
  const count = await paged({ ask, account, test }, COLUMNS, (row) => {
    const stands = row.told === null || row.told === paymentDigest(row);
    if (!stands || !columnsAgree(row)) findings.push({ fault: 'payment_columns_differ', at: row.id });
  });
  return { count, findings };
}

/** Whether the columns PostgreSQL sums and joins by agree with the text. */
function columnsAgree(row: Record<string, unknown> & { content?: string }): boolean {
  try {
    const content = JSON.parse(String(row.content)) as Record<string, unknown>;
    const pairs = [
      [content.id, row.id],
      [content.documentId, row.document_id],
      [content.amount, row.amount_cents],
      [content.createdAt, row.created_at],
      [content.method, row.method],
      [content.reversesId, row.reverses_id],
    ];
    return pairs.every(([sealed, kept]) => (sealed ?? null) === kept);
  } catch {
    return false;
  }
}
