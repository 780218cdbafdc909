import type pg from 'pg';
import { setAccount } from '../../src/db/row-security.ts';
import { readSchemaTables } from '../../src/db/sharding/distribute-tables.ts';
import { listNodes, moveShardGroup, rebalancingMoves, type ShardMove } from '../../src/db/sharding/shard-placement.ts';
import type { Command, Found } from './sharded-environment.ts';

/** A simulated year: its account and its results. */
export type Year = { readonly account: string; readonly moments: readonly { readonly number: string }[] };

/**
 * Runs freelancer years concurrently over HTTPS, one account each; a refused or failed request ends
 * a year.
 */
export async function liveYears(command: Command, years: number, lived: Year[]): Promise<Found> {
  const began = performance.now();
  const ended = await Promise.allSettled(
    Array.from({ length: years }, async () => JSON.parse(await command('demo', '--json')) as Year),
  );
  for (const year of ended) if (year.status === 'fulfilled') lived.push(year.value);
  const failed = ended.flatMap((year) =>
    year.status === 'rejected' ? [String(year.reason.stderr ?? year.reason)] : [],
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  return {
    held: failed.length === 0,
    figures: `${String(years - failed.length)} of ${String(years)} years in ${seconds} s ${failed[0]?.slice(0, 300) ?? ''}`,
  };
}

/** Moves shard groups from node to node, one after the other, during the load. */
export async function moveMeanwhile(owner: pg.Client, load: () => Promise<Found>): Promise<Found> {
  let over = false;
  const moved = { count: 0, longestMs: 0 };
  const moving = (async () => {
    while (!over)
      for (const move of await nextMoves(owner)) {
        if (over) break;
        const began = performance.now();
        await moveShardGroup(owner, move);
        moved.count += 1;
        moved.longestMs = Math.max(moved.longestMs, performance.now() - began);
      }
  })();
  const found = await load().finally(() => {
    over = true;
  });
  await moving;
  const figures = `${found.figures}; ${String(moved.count)} moves, the longest ${(moved.longestMs / 1000).toFixed(1)} s`;
  return { held: found.held && moved.count > 0, figures };
}

async function nextMoves(owner: pg.Client): Promise<ShardMove[]> {
  const nodes = await listNodes(owner);
  const { rows } = await owner.query<{ shard: string; host: string; port: number }>(
    "select shardid as shard, nodename as host, nodeport as port from citus_shards where table_name = 'billing.account'::regclass",
  );
  return rows.map(({ shard, host, port }) => {
    const at = nodes.findIndex((node) => node.host === host && node.port === Number(port));
    const next = nodes[(at + 1) % nodes.length];
    if (!next || nodes.length < 2) throw new Error('a move needs two nodes that hold accounts');
    return { group: Number(shard), from: { host, port: Number(port) }, to: { host: next.host, port: next.port } };
  });
}

/** With one account set, each table shows its rows and no others; the owner sees both accounts. */
export async function isolation(owner: pg.Client, serving: pg.Client, lived: readonly Year[]): Promise<Found> {
  const tables = (await readSchemaTables(owner)).filter(({ ledBy }) => ledBy === 'account_id');
  const [one, other] = lived;
  if (!one || !other) return { held: false, figures: 'no two accounts lived' };
  const [seen, there] = [{ own: 0, others: 0 }, { others: 0 }];
  const count = async (client: pg.Client, table: string, account: string): Promise<number> =>
    Number(
      (await client.query(`select count(*) as n from billing.${table} where account_id = $1`, [account])).rows[0].n,
    );
  for (const { name } of tables) {
    there.others += await count(owner, name, other.account);
    const { rows } = await serving.query("select has_table_privilege($1, 'select') as may", [`billing.${name}`]);
    if (!rows[0].may) continue;
    await serving.query('begin');
    for (const { text } of setAccount({ accountId: one.account, test: true })) await serving.query(text);
    seen.own += await count(serving, name, one.account);
    seen.others += await count(serving, name, other.account);
    await serving.query('rollback');
  }
  const figures = `${String(tables.length)} tables: ${String(seen.own)} own rows seen, ${String(seen.others)} of ${String(there.others)} of another`;
  return { held: seen.own > 0 && seen.others === 0 && there.others > 0, figures };
}

/** Numbers have no duplicates or gaps, and event positions no duplicates, whatever was moved. */
export async function order(owner: pg.Client): Promise<Found> {
  const { rows } = await owner.query(`
    select count(*) as series, coalesce(sum(n), 0) as numbers, count(*) filter (where n <> last) as gaps from (
      select account_id, test, substring(number from '^(.*-)[0-9]+$') as prefix, count(distinct number) as n,
        max(substring(number from '([0-9]+)$')::bigint) as last
      from billing.document where number is not null group by 1, 2, 3) s`);
  const feed = await owner.query(`
    select coalesce(sum(n), 0) as events, count(*) filter (where n <> places) as feeds from (
      select account_id, test, count(*) as n, count(distinct place) as places from billing.event group by 1, 2) f`);
  const figures = `${rows[0].numbers} numbers in ${rows[0].series} series, ${rows[0].gaps} with a gap; ${feed.rows[0].events} events, ${feed.rows[0].feeds} feeds with a place twice`;
  return {
    held: Number(rows[0].gaps) === 0 && Number(rows[0].numbers) > 0 && Number(feed.rows[0].feeds) === 0,
    figures,
  };
}

/** Moves shard groups until all nodes hold about the same amount. */
export async function balance(owner: pg.Client): Promise<Found> {
  for (const move of await rebalancingMoves(owner)) await moveShardGroup(owner, move);
  const left = (await rebalancingMoves(owner)).length;
  const nodes = await listNodes(owner);
  return {
    held: left === 0,
    figures: nodes.map(({ port, accounts }) => `${String(port)}: ${String(accounts)}`).join(', '),
  };
}
