import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { killPostgres, ownPostgres, verifyOwnBooks } from '../../support/database/own-postgres.ts';
import { type Chance, seeded } from '../../support/runner/seeded-random.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { type Ground, type ServerProcess, startProcess } from '../../support/service/server-process.ts';

const PROGRAM = new URL('./trial-platform-process.ts', import.meta.url).pathname;
/** The company of the tests. */
const SIREN = '732829320';
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };
const LYON = { address: '12 rue des Tanneurs', city: 'Lyon', zipCode: '69001', country: 'FR' };
/** What the buyer's side of the platform says of each invoice. */
const CODES = [200, 201, 202, 203, 205];
/** Milliseconds between the restart after a kill and the next kill. */
const LIFE_MS_MAX = 2_000;
const CLIENTS = 4;
/** Of ten deposits one is taken without an answer. */
const CUT_OFF_OF = 10;
const LOOK_MS = 500;
const SETTLED_WITHIN_MS = 900_000;
const START_TRIES = 20;

const victims = ['web', 'worker', 'postgres', 'platform'] as const;
type Victim = (typeof victims)[number];

export type KilledPlatform = {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly documents: number;
  /** Documents the platform has not accepted, and those it has accepted more than once. */
  readonly lost: number;
  readonly doubled: number;
  readonly statuses: number;
  readonly statusesLost: number;
  readonly statusesDoubled: number;
  readonly problems: readonly string[];
};

type Killing = {
  readonly documents: number;
  readonly kills: number;
  readonly seed: number;
  /** Control: the platform finds nothing again and takes everything. */
  readonly isUnguarded?: boolean;
  readonly onKill?: (done: number) => void;
};

/**
 * Sends documents through a platform in a process of its own and reads their statuses, while the
 * web process, the worker, PostgreSQL and the platform are killed (SIGKILL) in turn at random
 * moments. Each document must be at the platform once, and each status in the books once.
 */
export async function killPlatform(given: Killing): Promise<KilledPlatform> {
  const on = await ownPostgres();
  const database = await openEmbeddedDatabase(on.dataFolder, { keepRunning: true });
  const ask = asking(database.ownerUrl);
  const world: World = {
    on,
    ask,
    web: await startProcess(on, { role: 'web' }),
    worker: undefined,
    platform: undefined,
  };
  try {
    const [account] = await ask('select account_id as id from billing.accounts_known()');
    world.platform = await startPlatform({ ...given, dataFolder: on.dataFolder, accountId: account?.id, port: 0 });
    world.worker = await startProcess(on, { role: 'worker' });
    const keys = world.web.welcome.keys as { live: string; test: string };
    await firstCustomer(on, world.web, keys.live);
    await connected(world, keys.live);
    const client = await patientClient(on, { key: keys.test, ports: [world.web.port] });
    const body = { ...LUMEN, billingAddress: LYON };
    const { id: customerId } = (await client.insist('/organization', { method: 'POST', body }, 'lumen')).json;
    const storm = { isOver: false };
    const working = Promise.all(
      Array.from({ length: CLIENTS }, (_, place) => billed(client, { customerId, place, ...given })),
    ).finally(() => {
      storm.isOver = true;
    });
    working.catch(() => {});
    const kills = await killedInTurn(world, { ...given, storm, accountId: account?.id });
    await working;
    client.close();
    const counted = await settled(world, given.documents);
    for (const process of [world.web, world.worker]) await process.stop();
    world.platform.child.kill('SIGKILL');
    await database.leave();
    const { problems } = await verifyOwnBooks(on.dataFolder);
    return { kills, documents: given.documents, ...counted, problems };
  } finally {
    world.platform?.child.kill('SIGKILL');
    await database.leave().catch(() => {});
    await on.discard();
  }
}

type Platform = { readonly child: ChildProcess; readonly url: string };
type World = {
  readonly on: Ground;
  readonly ask: (text: string) => Promise<Record<string, any>[]>;
  web: ServerProcess;
  worker: ServerProcess | undefined;
  platform: Platform | undefined;
};

/** Statements as the owner, repeated while PostgreSQL is away. Row-level security applies to it. */
function asking(url: pg.ClientConfig) {
  return async (text: string): Promise<Record<string, any>[]> => {
    for (let tries = 0; ; tries += 1) {
      const client = new pg.Client(url);
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query(
          `select set_config('app.account_id', account_id::text, false) from billing.accounts_known()`,
        );
        return (await client.query(text)).rows;
      } catch (error) {
        if (tries >= START_TRIES * 5) throw error;
        await wait(LOOK_MS);
      } finally {
        await client.end().catch(() => {});
      }
    }
  };
}

async function startPlatform(given: Record<string, unknown>): Promise<Platform> {
  const cutOff = { cut_after_acceptance: { times: Math.ceil(Number(given.documents) / CUT_OFF_OF) } };
  const said = { faults: cutOff, siren: SIREN, ...given };
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(said)];
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [heard] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    const url = String(heard).trim();
    if (url.startsWith('http')) return { child, url };
    child.kill('SIGKILL');
    await wait(LOOK_MS);
  }
  throw new Error('the platform did not start');
}

/** The sandbox of the account: finalized test documents go there at once, without PDFs. */
async function connected({ on, web, platform }: World, key: string): Promise<void> {
  const client = await patientClient(on, { key, ports: [web.port] });
  const url = platform?.url;
  const body = {
    ...{ preset: 'standard', isSandbox: true, isAutomatic: true, syntax: 'CII' },
    ...{ flowUrl: `${url}/flow-service`, tokenUrl: `${url}/oauth2/token` },
    ...{ clientId: `trial-${SIREN}`, clientSecret: 'secret' },
  };
  await client.insist('/v2/e-invoicing/connections', { method: 'POST', body }, 'connect');
  client.close();
}

async function billed(
  client: PatientClient,
  { customerId, place, documents, seed }: { customerId: string; place: number; documents: number; seed: number },
): Promise<void> {
  for (let n = place; n < documents; n += CLIENTS) {
    const made = { method: 'POST', body: { lines: ONE_LINE } };
    const { json } = await client.insist(`/v2/billing/invoice/${customerId}`, made, `make-${seed}-${n}`);
    await client.insist(`/v2/billing/${json.id}/finalize`, { method: 'PATCH' }, `seal-${seed}-${n}`);
  }
}

type Storm = {
  kills: number;
  seed: number;
  storm: { isOver: boolean };
  accountId: string;
  onKill?: (n: number) => void;
};

/** Kills one after the other, until the number is reached and all documents are written. */
async function killedInTurn(world: World, given: Storm & Killing): Promise<Record<Victim, number>> {
  const chance = seeded(given.seed);
  const kills = { web: 0, worker: 0, postgres: 0, platform: 0 };
  for (let n = 0; n < given.kills; n += 1) {
    await wait(chance.int(0, LIFE_MS_MAX));
    const victim = n < victims.length ? (victims[n] as Victim) : drawn(chance);
    await killed(world, victim, given);
    kills[victim] += 1;
    given.onKill?.(n + 1);
  }
  return kills;
}

const drawn = (chance: Chance): Victim => victims[chance.int(0, victims.length - 1)] as Victim;

async function killed(world: World, victim: Victim, given: Storm & Killing): Promise<void> {
  const { on, web, worker, platform } = world;
  if (victim === 'postgres') return killPostgres(on.dataFolder);
  if (victim === 'platform') {
    platform?.child.kill('SIGKILL');
    const port = Number(new URL(platform?.url ?? '').port);
    world.platform = await startPlatform({ ...given, dataFolder: on.dataFolder, port });
    return;
  }
  const dead = victim === 'web' ? web : worker;
  await dead?.kill();
  const again = await restarted(on, victim, victim === 'web' ? web.port : undefined);
  if (victim === 'web') world.web = again;
  else {
    world.worker = again;
    // The leases of the killed worker.
    await world.ask(`update billing.job set ready = true, leased_until = null, due_at = 0 where lane like 'platform%'`);
  }
}

/** A start may meet a PostgreSQL that was killed just before. */
async function restarted(on: Ground, role: 'web' | 'worker', port: number | undefined): Promise<ServerProcess> {
  for (let tries = 1; ; tries += 1)
    try {
      return await startProcess(on, { role, ...(port !== undefined && { port }) });
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await wait(LOOK_MS);
    }
}

const NUMBERS = `select count(*)::int as n from billing.document where test and number is not null`;
const FLOWS = `select content::jsonb #>> '{invoice,number}' as number,
    count(*) filter (where content::jsonb #>> '{ack,status}' = 'Ok')::int as accepted
  from billing.trial_flow where content::jsonb ->> 'direction' = 'Out' and content::jsonb ? 'invoice' group by 1`;
const STATUSES = `select document_id as id, code, count(*)::int as n from billing.platform_status group by 1, 2`;
/** What waits for its next attempt is due now: the intervals of retries are not tested here. */
const DUE = `update billing.job set ready = true, due_at = 0 where lane like 'platform%' and leased_until is null`;

/** Counts what the platform and the books have, when all has arrived or the time is up. */
async function settled({ ask }: World, documents: number) {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const [{ n } = { n: 0 }] = await ask(NUMBERS);
    const [flows, statuses] = [await ask(FLOWS), await ask(STATUSES)];
    const expected = documents * CODES.length;
    const known = statuses.filter(({ code }) => CODES.includes(code));
    const counted = {
      lost: documents - flows.filter(({ accepted }) => accepted > 0).length + (documents - n),
      doubled: flows.filter(({ accepted }) => accepted > 1).length,
      statuses: statuses.reduce((sum, each) => sum + each.n, 0),
      statusesLost: expected - known.length,
      statusesDoubled: known.filter((each) => each.n > 1).length,
    };
    if ((counted.lost === 0 && counted.statusesLost === 0) || performance.now() > until) return counted;
    await ask(DUE);
    await wait(LOOK_MS);
  }
}
