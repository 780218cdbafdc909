import pg from 'pg';
import { DatabaseClient } from '../connections/database-client.ts';
import type { Statement } from '../sql.ts';
import { type NodeConnections, type NodeMonitor, openNodeMonitor } from './node-monitor.ts';

/** Pools of sharded databases and their node monitors. */
const spread = new WeakMap<pg.Pool, NodeMonitor>();

/**
 * From now on, transactions of `pool` set their account on the nodes, pin its shard, and do not
 * wait for unresponsive nodes.
 */
export const enableSharding = (pool: pg.Pool, watch: NodeMonitor = openNodeMonitor(nodeConnectionsOf(pool))): void =>
  void spread.set(pool, watch);

/** The node monitor of a pool; undefined without sharding. */
export const nodeMonitorOf = (pool: pg.Pool): NodeMonitor | undefined => spread.get(pool);

/** Whether the tables of `pool` are distributed. */
export const isSharded = (pool: pg.Pool): boolean => spread.has(pool);

/**
 * The only place that chooses connections for an account. Today all use the same entry node, which
 * forwards queries; connecting directly to an account's node can be added here.
 * docs/decisions/0061-spread.md
 */
export const poolOf = (pool: pg.Pool, _accountId: string): pg.Pool => pool;

/**
 * A deletion that matches no row. Any write keeps the rows of an account on their node until the
 * transaction ends. A row lock does not: rows locked before a move could change after it.
 */
export const PIN_SHARD: Statement = {
  name: 'hold_place',
  text: "delete from billing.theme_default where account_id = $1 and kind = '-'",
};

/** The timeout for an answer; a healthy node answers in milliseconds. */
const PATIENCE = '2s';
/**
 * Milliseconds to wait for the entry node, which itself waits for ever for a node that accepts
 * connections but does not answer.
 */
const PATIENCE_WITH_ENTRY_MS = 3_000;

const NODE_OF = `
  select n.nodename || ':' || n.nodeport as node from pg_dist_placement p join pg_dist_node n using (groupid)
  where p.shardid = get_shard_id_for_distribution_column('billing.account', $1::uuid) and n.noderole = 'primary'`;
const ALL = `
  select nodename || ':' || nodeport as node from pg_dist_node
  where noderole = 'primary' and isactive and shouldhaveshards`;
/** The application name of the entry node's connections on other nodes identifies them. */
const LET_GO = `
  select w.success from (
    select array_agg(n.nodename) as names, array_agg(n.nodeport) as ports, array_agg(format(
      'select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = %L', 'citus_internal gpid=' || me.gpid)) as texts
    from pg_dist_node n cross join (
      select citus_calculate_gpid(e.nodeid, $1::int) as gpid from pg_dist_node e join pg_dist_local_group g using (groupid) where e.noderole = 'primary') me
    where n.noderole = 'primary' and n.isactive and n.nodename || ':' || n.nodeport <> $2) a
  cross join lateral master_run_on_worker(a.names, a.ports, a.texts, true) w`;
const REACH = "select success from master_run_on_worker(array[$1], array[$2::int], array['select 1'], true)";

/**
 * Finds nodes through the entry node on a pooled connection. Checks a node on a separate
 * connection, because all pooled ones may be blocked. Ends leftover sessions on other nodes with
 * the role of these sessions (both application roles).
 */
export const nodeConnectionsOf = (pool: pg.Pool): NodeConnections => ({
  nodeOf: async (accountId) => {
    const { rows } = await pool.query<{ node: string }>({ name: 'node_of', text: NODE_OF, values: [accountId] });
    return rows[0]?.node;
  },
  all: async () => (await pool.query<{ node: string }>(ALL)).rows.map(({ node }) => node),
  answers: async (node) => {
    const at = node.lastIndexOf(':');
    let entryAnswers = false;
    try {
      return await aside(pool, async (client) => {
        entryAnswers = true;
        const { rows } = await client.query<{ success: boolean }>(REACH, [node.slice(0, at), node.slice(at + 1)]);
        return rows[0]?.success === true;
      });
    } catch {
      // If the entry node does not answer, nothing is known about other nodes.
      return !entryAnswers;
    }
  },
  letGo: (pid, silent) =>
    aside(pool, async (client) => {
      await client.query('set role none');
      await client.query(LET_GO, [pid, silent]);
    }),
});

/**
 * Runs `work` on a connection of its own and cuts the connection afterwards: a graceful end would
 * wait as long as the entry node does.
 */
async function aside<T>(pool: pg.Pool, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const own = { application_name: 'facturier nodes', query_timeout: PATIENCE_WITH_ENTRY_MS };
  // A pool hides its password from copies of its options.
  const client = new DatabaseClient({ ...pool.options, password: pool.options.password, ...own });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`set citus.node_connection_timeout = '${PATIENCE}'`);
    const done = await work(client);
    await client.end();
    return done;
  } catch (error) {
    client.cut();
    throw error;
  }
}
