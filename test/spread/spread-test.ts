import { parseArgs } from 'node:util';
import type pg from 'pg';
import { entering } from '../../src/store/entering.ts';
import { balancingMoves, listPlaces, type Move, moveGroup } from '../../src/store/spread/places.ts';
import { readTables } from '../../src/store/spread/read-tables.ts';
import { heldPlace } from './held-place.ts';
import { jobsOnNodes } from './jobs-on-nodes.ts';
import { type Killing, killedNode } from './killed-node.ts';
import { olderInstallation } from './older-installation.ts';
import { matrixOnNodes, probesOnNodes } from './operations-on-nodes.ts';
import { placesOnNodes } from './places-on-nodes.ts';
import { scopesOnNodes } from './scopes-on-nodes.ts';
import { silentNode } from './silent-node.ts';
import { silentTurn } from './silent-turn.ts';
import { type Command, type Found, type SpreadGround, spreadGround } from './spread-ground.ts';
import { workBeside } from './work-beside.ts';

// npm run spread-test -- --database URL [--years 4] [--only jobs,matrix] [--kill LINE --revive LINE] [--freeze LINE --thaw LINE] [--older URL]: what must hold where tables are spread
// over machines, on machines that are there. The database is filled with accounts that stay: give one that is empty, or FACTURIER_DATA with
// its keys. `--kill` and `--revive` are lines for a shell that kill the node at $NODE_HOST:$NODE_PORT and start it again; `--freeze` and
// `--thaw` have it say nothing, and speak again. `--older`: a second database of the same nodes, empty.
// Exit code 0 all held, 1 something did not, 2 nothing to run on.

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    years: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    kill: { type: 'string' },
    revive: { type: 'string' },
    freeze: { type: 'string' },
    thaw: { type: 'string' },
    older: { type: 'string' },
  },
});
const years = Number(values.years);
const NO_ENGINE = `Give a database that has the extension citus, by its coordinator:
  npm run spread-test -- --database postgresql://user@coordinator:5432/facturier
docs/operating/spread.md says how such a database is made.`;

type Year = { account: string; moments: readonly { number: string }[] };
type Row = readonly [name: string, look: () => Promise<Found>];

process.exitCode = values.database === undefined ? withoutEngine() : await run(values.database);

function withoutEngine(): number {
  process.stderr.write(`${NO_ENGINE}\n`);
  return 2;
}

async function run(databaseUrl: string): Promise<number> {
  const ground = await spreadGround(databaseUrl);
  if (!ground) return withoutEngine();
  try {
    let all = true;
    for (const [name, look] of rowsOf(ground)) {
      const began = performance.now();
      const { held, figures } = await look().catch((error: unknown) => ({
        held: false,
        figures: String(error).slice(0, 300),
      }));
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      process.stdout.write(`${held ? '✔' : '✖'} ${name} (${seconds} s): ${figures}\n`);
      all &&= held;
    }
    return all ? 0 : 1;
  } finally {
    await ground.discard();
  }
}

/** What is looked at, in its order: `verify` after all that writes. */
function rowsOf(ground: SpreadGround): readonly Row[] {
  const { command, owner, serving } = ground;
  const lived: Year[] = [];
  const { kill, revive, freeze, thaw, older } = values;
  const killing: Killing | undefined = kill && revive ? { kill, revive } : undefined;
  const freezing: Killing | undefined = freeze && thaw ? { kill: freeze, revive: thaw } : undefined;
  const rows: readonly Row[] = [
    ['an older installation', async () => (older ? olderInstallation(ground, older) : NOT_OLDER)],
    ['life cycle', () => liveYears(command, lived)],
    ['a move under load', () => moveMeanwhile(owner, () => liveYears(command, lived))],
    ['a held place', () => heldPlace(ground, lived[0]?.account ?? '')],
    ['isolation of rows', () => isolation(owner, serving, lived)],
    ['isolation of operations', () => probesOnNodes(ground)],
    ['matrix', () => matrixOnNodes(ground)],
    ['scopes', () => scopesOnNodes(ground)],
    ['jobs', () => jobsOnNodes(ground)],
    ['a killed node', async () => (killing ? killedNode(ground, killing) : NOT_KILLED)],
    ['work beside', async () => (killing ? workBeside(ground, killing) : NOT_KILLED)],
    ['a silent node', async () => (freezing ? silentNode(ground, freezing) : NOT_FROZEN)],
    ['a turn beside a silent one', async () => (freezing ? silentTurn(ground, freezing) : NOT_FROZEN)],
    ['work beside a silent one', async () => (freezing ? workBeside(ground, freezing) : NOT_FROZEN)],
    ['places', () => placesOnNodes(ground, freezing)],
    ['numbers and feed', () => order(owner)],
    ['balance', () => balance(owner)],
    ['verify', async () => ({ held: true, figures: (await command('verify')).trim().split('\n').at(-1) ?? '' })],
  ];
  const only = values.only.split(',').filter(Boolean);
  return rows.filter(([name]) => only.length === 0 || only.some((part) => name.includes(part)));
}

const NOT_KILLED: Found = { held: true, figures: 'not tried: say --kill and --revive' };
const NOT_OLDER: Found = { held: true, figures: 'not tried: say --older' };
const NOT_FROZEN: Found = { held: true, figures: 'not tried: say --freeze and --thaw' };

/** Years of a freelancer, side by side, each in an account of its own, over HTTPS: a request that is refused or fails ends one. */
async function liveYears(command: Command, lived: Year[]): Promise<Found> {
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

/** Groups go from their node to the next, one after the other, as long as the load lasts. */
async function moveMeanwhile(owner: pg.Client, load: () => Promise<Found>): Promise<Found> {
  let over = false;
  const moved = { count: 0, longestMs: 0 };
  const moving = (async () => {
    while (!over)
      for (const move of await nextMoves(owner)) {
        if (over) break;
        const began = performance.now();
        await moveGroup(owner, move);
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

async function nextMoves(owner: pg.Client): Promise<Move[]> {
  const nodes = await listPlaces(owner);
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

/** One account in hand, no row of another is seen in any table, and its own are; the owner sees both. */
async function isolation(owner: pg.Client, serving: pg.Client, lived: readonly Year[]): Promise<Found> {
  const tables = (await readTables(owner)).filter(({ ledBy }) => ledBy === 'account_id');
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
    for (const { text } of entering({ accountId: one.account, test: true })) await serving.query(text);
    seen.own += await count(serving, name, one.account);
    seen.others += await count(serving, name, other.account);
    await serving.query('rollback');
  }
  const figures = `${String(tables.length)} tables: ${String(seen.own)} own rows seen, ${String(seen.others)} of ${String(there.others)} of another`;
  return { held: seen.own > 0 && seen.others === 0 && there.others > 0, figures };
}

/** No number twice and none left out, no place of the feed twice, whatever was moved. */
async function order(owner: pg.Client): Promise<Found> {
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

async function balance(owner: pg.Client): Promise<Found> {
  for (const move of await balancingMoves(owner)) await moveGroup(owner, move);
  const left = (await balancingMoves(owner)).length;
  const nodes = await listPlaces(owner);
  return {
    held: left === 0,
    figures: nodes.map(({ port, accounts }) => `${String(port)}: ${String(accounts)}`).join(', '),
  };
}
