import { keysOfChainHeads } from '../../src/db/audit/chain-heads.ts';
import { openPool } from '../../src/db/connections/pool.ts';
import { httpClient } from '../support/service/http-client.ts';
import { startProcess } from '../support/service/server-process.ts';
import type { Found, Placed, ShardedEnvironment } from './sharded-environment.ts';

const UNREACHED = 503;

/**
 * A process starts while the node of `struck` is down and serves the other account. Control: a
 * startup query across all nodes fails elsewhere.
 */
export async function startBeside(ground: ShardedEnvironment, spared: Placed, struck: Placed): Promise<Found> {
  const control = await whyNotAcrossAll(ground);
  const server = await startProcess(ground);
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  try {
    const statusOf = async ({ live: key }: Placed) => (await http.ask('/v2/billings', { key })).status;
    const [served, refused] = [await statusOf(spared), await statusOf(struck)];
    return {
      held: served === 200 && refused === UNREACHED && control !== undefined,
      figures: `a process that starts answers the other ${served}, its own ${refused} (control, asked across all: ${control ?? 'ANSWERED'})`,
    };
  } finally {
    http.close();
    await server.stop();
  }
}

async function whyNotAcrossAll({ database }: ShardedEnvironment): Promise<string | undefined> {
  const owner = openPool(database.ownerUrl, { size: 1 });
  try {
    await keysOfChainHeads(owner);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await owner.end();
  }
}
