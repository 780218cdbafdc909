import type { CivilDay } from '../../domain/time/civil-day.ts';
import { sql, type Tx } from '../transaction.ts';

/** The credit stated for the return of a period: whole euros. */
export type VatCredit = { readonly from: CivilDay; readonly euros: number };

const INSERT = sql`
  insert into billing.vat_credit (account_id, id, test, period_from, credit_euros, created_at)
  values ($1, $2, $3, $4, $5, $6)`;
// Of statements in one second, IDs keep the order.
const LAST = sql`
  select c.period_from::text as "from", c.credit_euros as euros from billing.vat_credit c
  where c.account_id = $1 and c.test = $2 and c.period_from between $3 and $4
  order by c.period_from desc, c.created_at desc, c.id desc limit 1`;

export const insertVatCredit = (tx: Tx, { id, from, euros, now }: VatCredit & { id: string; now: number }): void =>
  tx.write(INSERT, [tx.accountId, id, tx.test, from, euros, now]);

/** The last statement for the latest stated period that begins within a span of days. */
export async function vatCreditWithin(tx: Tx, from: CivilDay, to: CivilDay): Promise<VatCredit | undefined> {
  const [row] = await tx.read<{ from: string; euros: number }>(LAST, [tx.accountId, tx.test, from, to]);
  return row && { from: row.from, euros: Number(row.euros) };
}
