import {
  type AccountingBasis,
  type AccountRole,
  type ChartOfAccounts,
  type ChosenAccount,
  chartByDefault,
} from '../../domain/books/accounting/chart-of-accounts.ts';
import { sql, type Tx } from '../transaction.ts';

const CHART = sql`
  select (select b.basis from billing.accounting_basis b where b.account_id = $1) as basis,
    (select json_agg(json_build_array(l.role, l.number, l.label) order by l.role)
     from billing.ledger_account l where l.account_id = $1)::text as accounts`;
const SET_BASIS = sql`
  insert into billing.accounting_basis (account_id, basis, updated_at) values ($1, $2, $3)
  on conflict (account_id) do update set basis = excluded.basis, updated_at = excluded.updated_at`;
const CLEAR = sql`delete from billing.ledger_account where account_id = $1`;
const INSERT = sql`
  insert into billing.ledger_account (account_id, role, number, label)
  select a.account_id, chosen.role, chosen.number, chosen.label
  from billing.account a, unnest($2::text[], $3::text[], $4::text[]) as chosen (role, number, label)
  where a.account_id = $1`;

type StoredAccount = [role: AccountRole, number: string, label: string];

/** The chart of the account, or the one by default. */
export async function chartOfAccounts(tx: Tx): Promise<ChartOfAccounts> {
  const [row] = await tx.read<{ basis: AccountingBasis | null; accounts: string | null }>(CHART, [tx.accountId]);
  const stored = JSON.parse(row?.accounts ?? '[]') as StoredAccount[];
  return {
    basis: row?.basis ?? chartByDefault.basis,
    chosen: stored.map(([role, number, label]): ChosenAccount => ({ role, number, label })),
  };
}

/** Replaces the chart. The row of the basis serializes two changes at once. */
export function storeChart(tx: Tx, { basis, chosen }: ChartOfAccounts, now: number): void {
  tx.write(SET_BASIS, [tx.accountId, basis, now]);
  tx.write(CLEAR, [tx.accountId]);
  if (chosen.length === 0) return;
  const column = (of: keyof ChosenAccount): string[] => chosen.map((account) => account[of]);
  tx.write(INSERT, [tx.accountId, column('role'), column('number'), column('label')]);
}
