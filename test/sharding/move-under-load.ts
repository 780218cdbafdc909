import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { openPool } from '../../src/db/connections/pool.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createInvitationLink } from '../../src/services/people/invitations/invitation-link.ts';
import { PASSWORD } from '../people/people-fixtures.ts';
import { httpClient } from '../support/service/http-client.ts';
import { firstCustomer, ONE_LINE } from '../support/service/retrying-client.ts';
import { startProcess } from '../support/service/server-process.ts';
import { accountOnEachNode, type Found, type Placed, type ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

/** Moves back and forth while the load runs. */
const MOVES = 3;
/** Milliseconds a client waits after a 503. */
const PAUSE_MS = 50;
/** Characters of the log shown on failure. */
const LOG_TOLD = 3_000;

/**
 * Moves an account between nodes while people join it and commands export its customers, archive
 * its books and verify them. Each person gets a response, at worst 503, and joins once; each
 * command succeeds, at worst after a retry, and the archive verifies on its own.
 */
export async function movedMeanwhile(ground: ShardedEnvironment): Promise<Found> {
  const server = await startProcess(ground);
  const folder = await mkdtemp(join(tmpdir(), 'facturier-moved-'));
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  let over = false;
  const isOver = () => over;
  let doing: ReturnType<typeof allOf> | undefined;
  try {
    const [one, other] = await accountOnEachNode(ground);
    const customer = await firstCustomer(ground, server, one.live);
    const ask = async (path: string, asked: object) => (await http.ask(path, { key: one.live, ...asked })).json;
    const { id } = await ask(`/v2/billing/invoice/${customer}`, { body: { lines: ONE_LINE } });
    await ask(`/v2/billing/${id}/finalize`, { method: 'PATCH' });
    doing = allOf(ground, one, { join: (body) => http.ask('/v2/person/join', { body }), folder, isOver });
    for (let n = 0; n < MOVES; n++) await Promise.race([moved(ground, one, n % 2 === 0 ? other : one), doing]);
    over = true;
    const [people, made] = await doing;
    const there = await ground.owner.query('select from billing.membership where account_id = $1', [one.id]);
    const statuses = Object.entries(people.statuses).map(([status, n]) => `${n} × ${status}`);
    const isFine = statuses.every((said) => /× (201|503)$/.test(said)) && people.joined > 0 && made.failed.length === 0;
    const held = isFine && there.rowCount === people.joined;
    const figures = `${MOVES} moves; ${people.joined} signed up (${statuses.join(', ')}), ${there.rowCount} are in; ${made.done} exports, archives and looks at the chain, ${made.heldUp} of them told to try again meanwhile, ${made.failed.length} failed`;
    return {
      held,
      figures: held ? figures : `${figures} ${made.failed.join('; ')} ${server.log().slice(0, LOG_TOLD)}`,
    };
  } finally {
    over = true;
    await doing?.catch(() => {});
    http.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Moving back to a node is refused until commands that still read the old copy there have ended.
 */
const moved = ({ command }: ShardedEnvironment, { id }: Placed, { node }: Placed): Promise<void> =>
  until('a move', () =>
    command('place', 'move', '--account', id, '--to', `${node.host}:${node.port}`).then(
      () => true,
      (error: unknown) => {
        if (STILL_READ.test(String(error))) return false;
        throw error;
      },
    ),
  );

const STILL_READ = /encore lu|still being read/;
/** The message of a command that waited too long for a move. */
const LOCK_TIMEOUT_MESSAGE = /Recommencez dans un instant|Try again in a moment/;

const allOf = (ground: ShardedEnvironment, one: Placed, given: { join: Join; folder: string; isOver: () => boolean }) =>
  Promise.all([signUps(ground, one, given), commands(ground, one, given)]);

type Join = (body: object) => Promise<{ status: number }>;

/**
 * People join one after the other, each by their own link; after a 503 they retry and may find they
 * already joined.
 */
async function signUps(
  ground: ShardedEnvironment,
  { id: accountId }: Placed,
  { join, isOver }: { join: Join; isOver: () => boolean },
) {
  const pool = openPool(ground.database.serving, { size: 1 });
  enableSharding(pool);
  const statuses: Record<number, number> = {};
  let joined = 0;
  try {
    while (!isOver()) {
      const secret = await linkInto(pool, accountId, `moved-${accountId}-${joined}@example.org`);
      for (let isIn = false; !isIn; ) {
        const { status } = await join({ secret, name: 'Paul', password: PASSWORD });
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status !== 503 && status !== 201) return { statuses, joined };
        isIn = status === 201;
        await wait(PAUSE_MS);
      }
      joined += 1;
    }
    return { statuses, joined };
  } finally {
    await pool.end();
  }
}

async function linkInto(pool: ReturnType<typeof openPool>, accountId: string, email: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const given = { id: v7(), now, publicUrl: 'https://localhost', email, role: 'member', invitedBy: 'test' } as const;
  const draw = () =>
    inTransaction(pool, { accountId, test: false }, async (tx) => ({
      commit: true,
      answer: createInvitationLink(tx, given).url,
    }));
  let url = '';
  // As the service answers an invitation with 503 while a move takes long.
  await until('a link', async () => {
    url = await draw().catch((error: { code?: string }) => {
      if (error.code !== '57014') throw error;
      return '';
    });
    return url !== '';
  });
  return new URL(url).hash.slice('#secret='.length);
}

/** Runs the account’s commands one after the other, each at least once. */
async function commands(
  { command }: ShardedEnvironment,
  { id }: Placed,
  { folder, isOver }: { folder: string; isOver: () => boolean },
) {
  const failed: string[] = [];
  let [done, heldUp] = [0, 0];
  const run = async (...args: string[]) => {
    for (;;) {
      const why = await command(...args).then(
        () => undefined,
        (error: unknown) => String(error),
      );
      if (why === undefined || !LOCK_TIMEOUT_MESSAGE.test(why)) {
        done += 1;
        if (why !== undefined) failed.push(why.slice(0, 300));
        return;
      }
      heldUp += 1;
    }
  };
  const today = new Date().toISOString().slice(0, 10);
  for (let n = 0; n === 0 || !isOver(); n++) {
    const archive = join(folder, `${n}.zip`);
    await run('export', 'customers', join(folder, `${n}.csv`), '--account', id);
    await run('archive', '--account', id, '--from', today, '--to', today, archive);
    await run('verify', '--archive', archive);
    await run('verify', '--account', id);
  }
  return { done, failed, heldUp };
}
