import { sql, type Tx } from './transaction.ts';

/** Records of an account with an ID in their URL. */
const recordKinds = ['document', 'contact', 'organization', 'product', 'project', 'task'] as const;
export type RecordKind = (typeof recordKinds)[number];

const KIND = sql`
  select 'document' as kind from billing.document where account_id = $1 and id = any($2)
  union all select kind from billing.customer where account_id = $1 and id = any($2)
  union all select 'product' from billing.product where account_id = $1 and id = any($2)
  union all select 'project' from billing.project where account_id = $1 and id = any($2)
  union all select 'task' from billing.task where account_id = $1 and id = any($2)`;

/** The kinds of the records with these IDs (UUIDs) in the transaction's account and mode. */
export async function kindsOfIds(tx: Tx, ids: readonly string[]): Promise<RecordKind[]> {
  const rows = await tx.read<{ kind: RecordKind }>(KIND, [tx.accountId, ids]);
  return rows.map(({ kind }) => kind);
}
