import { listNodes, type NodeUsage, shardPlacementOf } from '../../src/db/sharding/shard-placement.ts';
import { type Killing, onNode } from './killed-node.ts';
import { accountOnEachNode, type Found, type ShardedEnvironment } from './sharded-environment.ts';

/** Number of processes that move the same account at once. */
const MOVERS = 3;

/**
 * Concurrent moves of one account: one moves it, the others wait and find it placed. Each node
 * reports its accounts; an unresponsive node is listed as such, and nothing is moved.
 */
export async function shardPlacement(ground: ShardedEnvironment, freezing: Killing | undefined): Promise<Found> {
  const { command, owner } = ground;
  const [one, other] = await accountOnEachNode(ground);
  const to = ['--to', `${other.node.host}:${other.node.port}`];
  const move = async () =>
    JSON.parse(await command('place', 'move', '--account', one.id, ...to, '--json')).moved.length;
  const moved: number[] = await Promise.all(Array.from({ length: MOVERS }, move));
  const at = (await shardPlacementOf(owner, one.id))?.from;
  const isMovedOnce = moved.reduce((sum, each) => sum + each) === 1 && at?.port === other.node.port;
  const places = await listNodes(owner);
  const there = Number((await owner.query('select count(*) as n from billing.account')).rows[0].n);
  const counted = places.reduce((sum, { accounts }) => sum + accounts, 0);
  const beside = freezing ? await besideSilent(ground, { freezing, move, places }) : undefined;
  return {
    held: isMovedOnce && counted === there && places.every(({ answers }) => answers) && beside?.held !== false,
    figures: `${MOVERS} moves of an account at once moved it ${moved.join(' + ')} times; ${counted} of ${there} accounts listed; ${beside?.figures ?? 'beside a silent node not tried: say --freeze and --thaw'}`,
  };
}

async function besideSilent(
  { command }: ShardedEnvironment,
  { freezing, move, places }: { freezing: Killing; move: () => Promise<unknown>; places: readonly NodeUsage[] },
): Promise<Found> {
  const [silent] = places as [NodeUsage];
  await onNode(freezing.kill, silent);
  try {
    const said: NodeUsage[] = JSON.parse(await command('place', 'list', '--json')).nodes;
    const refused = await move().then(
      () => 'MOVED',
      (error: unknown) => String(error),
    );
    const away = said.filter(({ answers }) => !answers);
    const isTold = away.length === 1 && away[0]?.port === silent.port && said.length === places.length;
    return {
      held: isTold && refused.includes(`${silent.host}:${silent.port}`),
      figures: `beside a silent node ${said.length - away.length} of ${said.length} say what they hold, and a move is refused: ${refused.replaceAll('\n', ' ').slice(-150)}`,
    };
  } finally {
    await onNode(freezing.revive, silent);
  }
}
