import pg from 'pg';
import type { NodesAsked } from './node-watch.ts';

/** A node that answers does so in milliseconds; one is waited for so long. */
const PATIENCE = '2s';
/** A statement took longer than one may. */
const CANCELED = '57014';

const NODE_OF = `
  select n.nodename || ':' || n.nodeport as node from pg_dist_placement p join pg_dist_node n using (groupid)
  where p.shardid = get_shard_id_for_distribution_column('billing.account', $1::uuid) and n.noderole = 'primary'`;
const REACH = "select success from master_run_on_worker(array[$1], array[$2::int], array['select 1'], true)";

/** Finds nodes by what the entry knows, on a connection of the pool; reaches for one on a connection of its own, since all others may wait for it. */
export const nodesAskedBy = (pool: pg.Pool): NodesAsked => ({
  nodeOf: async (accountId) => {
    const { rows } = await pool.query<{ node: string }>({ name: 'node_of', text: NODE_OF, values: [accountId] });
    return rows[0]?.node;
  },
  answers: async (node) => {
    const at = node.lastIndexOf(':');
    const client = new pg.Client({ ...pool.options, application_name: 'facturier nodes' });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`set citus.node_connection_timeout = '${PATIENCE}'`);
      const { rows } = await client.query<{ success: boolean }>(REACH, [node.slice(0, at), node.slice(at + 1)]);
      return rows[0]?.success === true;
    } catch (error) {
      // Where the entry does not answer, nothing is known of a node.
      return (error as { code?: string }).code !== CANCELED;
    } finally {
      await client.end().catch(() => {});
    }
  },
});
