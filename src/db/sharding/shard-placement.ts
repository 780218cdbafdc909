import type pg from 'pg';

/** A machine with accounts, as the nodes address each other. */
export type Node = { readonly host: string; readonly port: number };

/**
 * The contents of a node: its shard groups, number of accounts and bytes of their rows; only the
 * groups if it does not answer.
 */
export type NodeUsage = Node & {
  readonly groups: number;
  readonly accounts: number;
  readonly bytes: number;
  readonly answers: boolean;
};

/** A move of a shard group between nodes; `group` is Citus's number. */
export type ShardMove = { readonly group: number; readonly from: Node; readonly to: Node };

/** A healthy node answers in milliseconds; all are contacted at once with this timeout. */
const PATIENCE = '2s';

// Leftovers of a move are not counted until Citus removes them.
const COUNT_ON_NODES = `
  with held as (
    select n.nodename as host, n.nodeport as port,
      coalesce(array_agg(p.shardid) filter (where p.shardid is not null), '{}') as parts,
      coalesce(array_agg(p.shardid) filter (where p.is_account), '{}') as groups
    from pg_dist_node n left join (
      select p.groupid, p.shardid, s.logicalrelid = 'billing.account'::regclass as is_account
      from pg_dist_shard s join pg_dist_placement p using (shardid)
      join pg_dist_partition t on t.logicalrelid = s.logicalrelid and t.partmethod = 'h'
      join pg_class c on c.oid = s.logicalrelid where c.relnamespace = 'billing'::regnamespace) p using (groupid)
    where n.noderole = 'primary' and n.isactive and n.shouldhaveshards group by n.nodename, n.nodeport),
  asked as (
    select array_agg(host) as hosts, array_agg(port) as ports, array_agg(format($node$
      select json_build_object('accounts', (select count(*) from (select where false %s) a), 'bytes', (
        select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c
        where c.relnamespace = to_regnamespace('billing') and c.relkind = 'r'
          and substring(c.relname from '_([0-9]{6,})$')::bigint = any(%L::bigint[])))$node$,
      (select string_agg(format('union all select from billing.account_%s', g), ' ') from unnest(groups) g), parts)) as texts
    from held)
  select held.host, held.port, cardinality(held.groups) as groups, w.success as answers, case when w.success then w.result end as said
  from asked cross join lateral master_run_on_worker(asked.hosts, asked.ports, asked.texts, true) w
  join held on held.host = w.node_name and held.port = w.node_port order by held.host, held.port`;

/**
 * Every node that may hold accounts, with its contents. Needs the table owner; each node is
 * queried separately.
 */
export async function listNodes(owner: pg.Client): Promise<NodeUsage[]> {
  await owner.query(`set citus.node_connection_timeout = '${PATIENCE}'`);
  const { rows } = await owner.query<Row<Node & Pick<NodeUsage, 'groups'>> & { answers: boolean; said: string | null }>(
    COUNT_ON_NODES,
  );
  await owner.query('reset citus.node_connection_timeout');
  return rows.map(({ host, port, groups, answers, said }) => {
    const { accounts = 0, bytes = 0 } = said === null ? {} : (JSON.parse(said) as Partial<NodeUsage>);
    return { host: String(host), port: Number(port), groups: Number(groups), accounts, bytes, answers };
  });
}

/**
 * The shard group and node of an account; undefined if there is no such account. `accountId` must
 * be a UUID.
 */
export async function shardPlacementOf(
  owner: pg.Client,
  accountId: string,
): Promise<Omit<ShardMove, 'to'> | undefined> {
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

/**
 * The moves that balance the nodes, as planned by Citus. Citus names every table of a shard group;
 * one table per group is enough.
 */
export async function rebalancingMoves(owner: pg.Client): Promise<ShardMove[]> {
  const { rows } = await owner.query<Row<{ shard: number; a: string; b: number; c: string; d: number }>>(`
    select shardid as shard, sourcename as a, sourceport as b, targetname as c, targetport as d
    from get_rebalance_table_shards_plan('billing.account')
    where shardid in (select shardid from pg_dist_shard where logicalrelid = 'billing.account'::regclass)`);
  const moves = new Map<string, ShardMove>();
  for (const { shard, a, b, c, d } of rows)
    moves.set(String(shard), {
      ...{ group: Number(shard), from: { host: String(a), port: Number(b) }, to: { host: String(c), port: Number(d) } },
    });
  return [...moves.values()];
}

/** An arbitrary lock number other than that of migrations, so that no start waits for a move. */
const MOVING_LOCK = 7_306_520_260_002;

/**
 * Prevents concurrent move plans until the connection ends: Citus refuses two moves at once, and a
 * plan is obsolete after another move. `tell` is called if another plan is running, before this
 * call waits for it.
 */
export async function blockOtherMoves(owner: pg.Client, tell: () => void): Promise<void> {
  const { rows } = await owner.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [MOVING_LOCK]);
  if (rows[0]?.held) return;
  tell();
  await owner.query('select pg_advisory_lock($1)', [MOVING_LOCK]);
}

/** Whether a move failed because Citus is running one started by someone else. */
export const isMovedByOthers = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/**
 * Whether a move failed because the leftovers of the previous one are still read by a long
 * transaction.
 */
export const isStillRead = (error: unknown): boolean => /orphaned shard/.test((error as Error).message);

/**
 * Moves a shard group with every row of its accounts. Their writers wait meanwhile; all others
 * continue. An aborted move leaves the group where it was.
 */
export async function moveShardGroup(owner: pg.Client, { group, from, to }: ShardMove): Promise<void> {
  await owner.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')", [
    ...[group, from.host, from.port, to.host, to.port],
  ]);
}

type Row<T> = { [K in keyof T]: T[K] | string };
