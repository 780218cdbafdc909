import type pg from 'pg';

/** A machine that holds accounts, as the nodes know each other. */
export type Node = { readonly host: string; readonly port: number };

/** What a node holds: groups of accounts that move together, how many accounts, and the bytes of all their rows. */
export type Place = Node & { readonly groups: number; readonly accounts: number; readonly bytes: number };

/** A group of accounts on its way from one node to another; `group` is the engine's own number of it. */
export type Move = { readonly group: number; readonly from: Node; readonly to: Node };

/** Every node that may hold accounts, and what it holds. Needs the owner of the tables; counts on every node. */
export async function listPlaces(owner: pg.Client): Promise<Place[]> {
  const { rows } = await owner.query<Row<Place>>(`
    with counted as (
      select shardid, result::bigint as accounts from run_command_on_shards('billing.account', 'select count(*) from %s') where success),
    held as (
      select nodename, nodeport, sum(shard_size) as bytes from citus_shards
      where table_name::text like 'billing.%' and citus_table_type = 'distributed' group by nodename, nodeport),
    grouped as (
      select s.nodename, s.nodeport, count(*) as groups, coalesce(sum(c.accounts), 0) as accounts
      from citus_shards s left join counted c using (shardid)
      where s.table_name = 'billing.account'::regclass group by s.nodename, s.nodeport)
    select n.nodename as host, n.nodeport as port, coalesce(g.groups, 0)::bigint as groups,
      coalesce(g.accounts, 0)::bigint as accounts, coalesce(h.bytes, 0)::bigint as bytes
    from pg_dist_node n left join grouped g using (nodename, nodeport) left join held h using (nodename, nodeport)
    where n.noderole = 'primary' and n.isactive and n.shouldhaveshards order by n.nodename, n.nodeport`);
  return rows.map(({ host, port, ...counts }) => ({
    ...{ host, port: Number(port) },
    ...{ groups: Number(counts.groups), accounts: Number(counts.accounts), bytes: Number(counts.bytes) },
  }));
}

/** Where an account is: its group and its node; undefined where there is no such account. `accountId` must be a UUID. */
export async function placeOf(owner: pg.Client, accountId: string): Promise<Omit<Move, 'to'> | undefined> {
  const { rows } = await owner.query<{ shard: string; host: string; port: number }>(
    `select p.shardid as shard, n.nodename as host, n.nodeport as port
    from pg_dist_placement p join pg_dist_node n using (groupid)
    where p.shardid = get_shard_id_for_distribution_column('billing.account', $1::uuid) and n.noderole = 'primary'
      and (select count(*) from billing.account where account_id = $1::uuid) = 1`,
    [accountId],
  );
  const [at] = rows;
  return at && { group: Number(at.shard), from: { host: at.host, port: Number(at.port) } };
}

/** The moves by which every node would hold about as much, as the engine plans them. */
export async function balancingMoves(owner: pg.Client): Promise<Move[]> {
  const { rows } = await owner.query<Row<{ shard: number; a: string; b: number; c: string; d: number }>>(`
    select shardid as shard, sourcename as a, sourceport as b, targetname as c, targetport as d
    from get_rebalance_table_shards_plan('billing.account')`);
  const moves = new Map<string, Move>();
  for (const { shard, a, b, c, d } of rows)
    moves.set(String(shard), {
      ...{ group: Number(shard), from: { host: String(a), port: Number(b) }, to: { host: String(c), port: Number(d) } },
    });
  return [...moves.values()];
}

/**
 * Moves a group of accounts, every row of every table of theirs. Who writes for one of them waits meanwhile; all others work on.
 * A move that is cut off leaves the group where it was.
 */
export async function moveGroup(owner: pg.Client, { group, from, to }: Move): Promise<void> {
  await owner.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')", [
    ...[group, from.host, from.port, to.host, to.port],
  ]);
}

type Row<T> = { [K in keyof T]: T[K] | string };
