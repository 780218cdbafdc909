import pg from 'pg';
import { DatabaseClient } from '../connections/database-client.ts';
import type { Node } from './shard-placement.ts';

/** The rows of reachable nodes, and the nodes that did not answer. */
export type ReachableRows = { readonly said: readonly string[]; readonly away: readonly Node[] };

/** A healthy node answers in milliseconds; all are contacted at once with this timeout. */
const PATIENCE = '2s';

/**
 * Milliseconds reachable nodes may take to answer, in case one accepts the connection and then
 * hangs.
 */
const TELLING_MS = 60_000;

const PARTS = `
  select n.nodename as host, n.nodeport as port, array_agg(p.shardid::text) as parts
  from pg_dist_node n left join (
    select p.groupid, p.shardid from pg_dist_shard s join pg_dist_placement p using (shardid)
    where s.logicalrelid = to_regclass('billing.' || $1)) p using (groupid)
  where n.noderole = 'primary' and n.isactive and n.shouldhaveshards group by n.nodename, n.nodeport order by 1, 2`;
const ON_NODES =
  'select node_name as host, node_port as port, success, result from master_run_on_worker($1, $2, $3, true)';

/** The unreachable nodes. `owner` connects as the table owner, here and below. */
export const unreachableNodes = async (owner: pg.ClientConfig): Promise<readonly Node[]> =>
  (await queryNodes(owner, 'account', () => 'select null::text where false')).away;

/**
 * Distinct texts from the shards of a table on reachable nodes. Each node is queried separately, so
 * that a node that is down does not make the query fail. `of` returns a one-column statement for
 * the name of a shard.
 */
export const readFromReachableNodes = (
  owner: pg.ClientConfig,
  table: string,
  of: (part: string) => string,
): Promise<ReachableRows> => queryNodes(owner, table, of);

async function queryNodes(owner: pg.ClientConfig, table: string, of: (part: string) => string): Promise<ReachableRows> {
  const client = new DatabaseClient({ application_name: 'facturier nodes', query_timeout: TELLING_MS, ...owner });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`set citus.node_connection_timeout = '${PATIENCE}'`);
    const { rows: nodes } = await client.query<Node & { parts: (string | null)[] }>(PARTS, [table]);
    if (nodes.length === 0) {
      await client.end();
      return { said: [], away: [] };
    }
    const texts = nodes.map(({ parts }) => {
      const each = parts.filter((part) => part !== null).map((part) => `(${of(`billing.${table}_${part}`)})`);
      return `select coalesce(json_agg(distinct v), '[]') from (${each.join(' union all ') || 'select null::text where false'}) t (v)`;
    });
    const values = [nodes.map(({ host }) => host), nodes.map(({ port }) => port), texts];
    const { rows } = await client.query<Node & { success: boolean; result: string }>(ON_NODES, values);
    await client.end();
    return {
      said: [...new Set(rows.flatMap(({ success, result }) => (success ? (JSON.parse(result) as string[]) : [])))],
      away: rows.filter(({ success }) => !success).map(({ host, port }) => ({ host, port: Number(port) })),
    };
  } catch (error) {
    client.cut();
    throw error;
  }
}
