import { evenRanks, type Rank } from '../../domain/projects/rank.ts';
import { sql, type Tx } from '../transaction.ts';

/** A manual order: the columns of a board, the projects of a column, the tasks of a mode. */
export type Order = { readonly of: keyof typeof statements; readonly within: readonly unknown[] };

export const boardOrder: Order = { of: 'category', within: [] };
export const columnOrder = (categoryId: string, test: boolean): Order => ({
  of: 'project',
  within: [categoryId, test],
});
export const taskOrder = (test: boolean): Order => ({ of: 'task', within: [test] });

/** Sorts after every rank. */
const END = '~';

// $1 is the account; the parameters of the order's scope start at $2.
const statementsOf = (table: string, within: string, from: number, versioned: boolean) => {
  const own = `account_id = $1${within}`;
  const [at, except] = [`$${from}`, `$${from + 1}`];
  return {
    before: sql`select rank from billing.${table} where ${own} and rank <= ${at} and id is distinct from ${except}
      order by rank desc limit 1`,
    after: sql`select rank from billing.${table} where ${own} and rank > ${at} and id is distinct from ${except}
      order by rank limit 1`,
    ids: sql`select id, rank from billing.${table} where ${own} and id is distinct from ${at} order by rank, id`,
    deal: sql`update billing.${table} set rank = dealt.rank${versioned ? ', version = version + 1' : ''}
      from unnest($2::uuid[], $3::text[]) dealt (id, rank) where account_id = $1 and ${table}.id = dealt.id`,
  };
};
const statements = {
  category: statementsOf('category', '', 2, false),
  project: statementsOf('project', ' and category_id = $2 and test = $3', 4, true),
  task: statementsOf('task', ' and test = $2', 3, true),
};

export type Neighbours = { before?: Rank; after?: Rank };

/**
 * The ranks before and after a position in an order: beside the item `at`, at the beginning for
 * null, at the end for undefined. `itself` is the item to place. The order must be locked.
 */
export async function neighboursOf(
  tx: Tx,
  { of, within }: Order,
  at: Rank | null | undefined,
  itself?: string,
): Promise<Neighbours> {
  const values = [tx.accountId, ...within, at === undefined ? END : (at ?? ''), itself ?? null];
  const [[before], [after]] = await Promise.all([
    tx.read<{ rank: Rank }>(statements[of].before, values),
    tx.read<{ rank: Rank }>(statements[of].after, values),
  ]);
  return { ...(before && { before: before.rank }), ...(after && { after: after.rank }) };
}

/**
 * Assigns new ranks to all items of a locked order, keeping their order, and returns the
 * neighbours of a position.
 */
export async function rerank(tx: Tx, { of, within }: Order, place: Neighbours, itself?: string): Promise<Neighbours> {
  const kept = await tx.read<{ id: string; rank: Rank }>(statements[of].ids, [tx.accountId, ...within, itself ?? null]);
  const ranks = evenRanks(kept.length);
  tx.write(statements[of].deal, [tx.accountId, kept.map(({ id }) => id), ranks]);
  const { before } = place;
  const isBefore = before === undefined ? 0 : kept.findLastIndex(({ rank }) => rank <= before) + 1;
  const around = { before: ranks[isBefore - 1], after: ranks[isBefore] };
  return { ...(around.before && { before: around.before }), ...(around.after && { after: around.after }) };
}
