import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type OpenChainSigner, openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { openWebhookSecrets } from '../../src/audit/secrets/webhook-secrets.ts';
import { keysOfChainHeads } from '../../src/db/audit/chain-heads.ts';
import { type Node, shardPlacementOf } from '../../src/db/sharding/shard-placement.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { openExternalDatabase } from '../../src/runtime/database/external-database.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import type { Ground } from '../support/service/server-process.ts';
import { testWebhooks } from '../support/stand-ins/test-webhooks.ts';

/** Maximum bytes of a command’s output. */
const OUTPUT_MAX = 50_000_000;
/**
 * Maximum accounts created until each of two nodes has one: all on one node is one in a million.
 */
const ACCOUNTS_TRIED_MAX = 20;

/** Lines shown of a failed command’s output. */
const SAID_LINES_MAX = 5;

/** The result of a check: whether it passed, and its figures. */
export type Found = { readonly held: boolean; readonly figures: string };

/** An account, its keys and its node. */
export type Placed = { readonly id: string; readonly live: string; readonly test: string; readonly node: Node };

/** Signs the chains of this environment as its processes do. */
export type SealOf = () => Promise<OpenChainSigner>;

/** Runs `facturier` on these machines and returns its output; throws if it fails. */
export type Command = (...args: string[]) => Promise<string>;

/** The machines with sharded tables and the processes that serve from them. */
export type ShardedEnvironment = Ground & {
  readonly command: Command;
  readonly sealOf: SealOf;
  /** Webhook secrets as the services of this environment decrypt them, for deliveries left here. */
  readonly webhooksOf: () => Promise<ReturnType<typeof testWebhooks>>;
  /** The roles that own the tables and that serve. */
  readonly owner: pg.Client;
  readonly serving: pg.Client;
};

/**
 * The environment at an address; undefined without the sharding extension. Throws the output of
 * `migrate`, for example on a database used with other keys.
 */
export async function shardedEnvironment(databaseUrl: string): Promise<ShardedEnvironment | undefined> {
  const database = await openExternalDatabase(databaseUrl);
  if (!database.spread) return undefined;
  const given = process.env.FACTURIER_DATA;
  const dataFolder = given ?? (await mkdtemp(join(tmpdir(), 'facturier-spread-test-')));
  const own = { DATABASE_URL: databaseUrl, FACTURIER_DATA: dataFolder, RATES_URL: '', URSSAF_URL: '' };
  const asked = { env: { ...process.env, ...own }, maxBuffer: OUTPUT_MAX };
  const command: Command = async (...args) => {
    const ended = promisify(execFile)(process.execPath, ['bootstrap/main.mjs', ...args], asked);
    return (await ended.catch(throwWhatItSaid)).stdout;
  };
  await command('migrate');
  const [owner, serving] = [new pg.Client(database.ownerUrl), new pg.Client(database.serving)];
  for (const client of [owner, serving]) client.on('error', () => {});
  await Promise.all([owner.connect(), serving.connect()]);
  const processes: Ground['processes'] = [];
  return {
    database: { ...database, databaseUrl, drop: async () => {} },
    ...{ dataFolder, processes, command, owner, serving },
    webhooksOf: async () => ({ ...testWebhooks(), secrets: await openWebhookSecrets(dataFolder) }),
    sealOf: async () => openChainSigner(dataFolder, { lock: withFileLock, inUse: await keysOfChainHeads(owner) }),
    ca: () => readFile(join(dataFolder, 'tls', 'ca.pem')),
    discard: async () => {
      await Promise.all(processes.map((each) => each.kill()));
      await Promise.all([owner.end(), serving.end()]).catch(() => {});
      if (given === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The end of a failed command’s output, because its name alone explains nothing. */
function throwWhatItSaid(error: Error & { stdout?: string; stderr?: string }): never {
  const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').slice(-SAID_LINES_MAX).join(' | ');
  throw new Error(`${error.message}: ${said}`);
}

/** Two new accounts on two nodes, each with a key of either mode. */
export async function accountOnEachNode({ command, owner }: ShardedEnvironment): Promise<[Placed, Placed]> {
  const said = async <T>(...args: string[]): Promise<T> => JSON.parse(await command(...args, '--json'));
  const placed = async (id: string, node: Node): Promise<Placed> => {
    const keyOf = async (...mode: string[]) =>
      (await said<{ key: string }>('key', 'create', '--name', 'spread', '--account', id, ...mode)).key;
    return { id, node, live: await keyOf('--scopes', scopes.join(',')), test: await keyOf('--test') };
  };
  let first: { id: string; node: Node } | undefined;
  for (let n = 0; n < ACCOUNTS_TRIED_MAX; n++) {
    const { id } = await said<{ id: string }>('account', 'create', '--name', `Spread ${n}`);
    const node = (await shardPlacementOf(owner, id))?.from;
    if (!node) throw new Error(`account ${id} is nowhere`);
    if (first && first.node.port !== node.port) return [await placed(first.id, first.node), await placed(id, node)];
    if (first && first.node.host !== node.host) return [await placed(first.id, first.node), await placed(id, node)];
    first ??= { id, node };
  }
  throw new Error(`${ACCOUNTS_TRIED_MAX} accounts are all on one node: two that hold accounts are needed`);
}
