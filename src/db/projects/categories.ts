import { cents } from '../../domain/money/cents.ts';
import type { Category, CountedCategory } from '../../domain/projects/category.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'k.id, k.rank, k.is_done, k.is_lost, k.content, k.created_at';

// Projects are counted in the mode of the key; archived ones are excluded.
const BOARD = sql`
  select ${COLUMNS}, p.count, p.amount
  from billing.category k cross join lateral (
    select count(*) as count, coalesce(sum(p.amount_cents), 0)::bigint as amount from billing.project p
    where p.account_id = $1 and p.test = $2 and p.category_id = k.id and p.archived_at is null
  ) p where k.account_id = $1 order by k.rank, k.id`;
const LOCK = sql`select ${COLUMNS} from billing.category k where k.account_id = $1 and k.id = $2 for no key update`;
const LOCK_BOARD = sql`select from billing.account where account_id = $1 for no key update`;
const IN_USE = sql`select exists (select from billing.project where account_id = $1 and category_id = $2) as in_use`;
const INSERT = sql`
  insert into billing.category (account_id, id, rank, is_done, is_lost, content, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;
const UPDATE = sql`
  update billing.category set rank = $3, is_done = $4, is_lost = $5, content = $6 where account_id = $1 and id = $2`;
const LOCK_TO_DELETE = sql`select from billing.category where account_id = $1 and id = $2 for update`;
const DELETE = sql`delete from billing.category where account_id = $1 and id = $2`;

/** The columns of the board from left to right with their number of projects. */
export const readBoard = async (tx: Tx): Promise<CountedCategory[]> =>
  (await tx.read(BOARD, [tx.accountId, tx.test])).map((row) => ({
    category: categoryFrom(row),
    count: row.count,
    amount: cents(row.amount),
  }));

/**
 * One column, locked until the transaction ends: adding projects to it is serialized and it cannot
 * be deleted meanwhile. `id` must be a UUID.
 */
export async function lockCategory(tx: Tx, id: string): Promise<Category | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, id]);
  return row && categoryFrom(row);
}

/** Locks the account's board and task order: changes across columns are serialized. */
export const lockBoard = (tx: Tx): void => tx.write(LOCK_BOARD, [tx.accountId]);

/** Whether a column contains a live or test project. Call it with the column locked. */
export async function isCategoryUsed(tx: Tx, id: string): Promise<boolean> {
  tx.write(LOCK_TO_DELETE, [tx.accountId, id]);
  const [row] = await tx.read<{ in_use: boolean }>(IN_USE, [tx.accountId, id]);
  return row?.in_use ?? false;
}

export const insertCategory = (tx: Tx, category: Category): void =>
  tx.write(INSERT, [tx.accountId, ...valuesOf(category), category.createdAt]);

/** Updates a column; the board must be locked. */
export const updateCategory = (tx: Tx, category: Category): void =>
  tx.write(UPDATE, [tx.accountId, ...valuesOf(category)]);

export const deleteCategory = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, id]);

const categoryFrom = (row: Row): Category => ({
  ...JSON.parse(row.content),
  id: row.id,
  rank: row.rank,
  isDone: row.is_done,
  isLost: row.is_lost,
  createdAt: row.created_at,
});

function valuesOf({ id, rank, isDone, isLost, createdAt: _, ...content }: Category): unknown[] {
  return [id, rank, isDone, isLost, JSON.stringify(content)];
}
