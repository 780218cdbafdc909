import { billKinds } from '../../domain/billing/document/kind.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { sql, type Tx } from '../transaction.ts';

const NEXT = sql`
  select d.id from billing.document d
  where d.account_id = $1 and d.test = $2 and d.kind in ${kindsInSql(billKinds)} and d.number is not null
    and d.emitted_on between $3 and $4
    and ($5::uuid is null or (d.emitted_on, d.id) > (
      select last.emitted_on, last.id from billing.document last where last.account_id = $1 and last.id = $5))
  order by d.emitted_on, d.id limit $6`;

/** Finalized bills of one mode, issued from one day to another. */
type Span = { readonly test: boolean; readonly from: CivilDay; readonly to: CivilDay };

/** The IDs of the next bills of a span after a document, by day of issue; at most `most`. */
export async function billsToRehearse(
  tx: Tx,
  { test, from, to }: Span,
  { after, most }: { readonly after: string | undefined; readonly most: number },
): Promise<string[]> {
  const rows = await tx.read<{ id: string }>(NEXT, [tx.accountId, test, from, to, after ?? null, most]);
  return rows.map(({ id }) => id);
}
