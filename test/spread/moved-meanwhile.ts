import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { drawLink } from '../../src/deeds/people/draw-link.ts';
import { openPool } from '../../src/store/pool.ts';
import { enterSpread } from '../../src/store/spread/pool-of.ts';
import { inTransaction } from '../../src/store/transaction.ts';
import { PASSWORD } from '../people/people.ts';
import { firstCustomer, ONE_LINE } from '../support/clients-of-processes.ts';
import { httpClient } from '../support/http-client.ts';
import { startProcess } from '../support/server-process.ts';
import { type Found, type Placed, type SpreadGround, twoPlaced } from './spread-ground.ts';

/** Moves there and back while all of it goes on. */
const MOVES = 3;
/** Milliseconds somebody waits who was refused by 503. */
const PAUSE_MS = 50;

/**
 * An account is moved from its node to another and back while people sign up to it one after the other, and commands export its customers,
 * archive its books and verify them. Who signs up is answered, at worst 503, and is in once; every command ends well, and what was archived
 * verifies by itself.
 */
export async function movedMeanwhile(ground: SpreadGround): Promise<Found> {
  const server = await startProcess(ground);
  const folder = await mkdtemp(join(tmpdir(), 'facturier-moved-'));
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  try {
    const [one, other] = await twoPlaced(ground);
    const customer = await firstCustomer(ground, server, one.live);
    const ask = async (path: string, asked: object) => (await http.ask(path, { key: one.live, ...asked })).json;
    const { id } = await ask(`/v2/billing/invoice/${customer}`, { body: { lines: ONE_LINE } });
    await ask(`/v2/billing/${id}/finalize`, { method: 'PATCH' });
    let over = false;
    const isOver = () => over;
    const doing = Promise.all([
      signUps(ground, one, { join: (body) => http.ask('/v2/person/join', { body }), isOver }),
      commands(ground, one, { folder, isOver }),
    ]);
    for (let n = 0; n < MOVES; n++) await Promise.race([moved(ground, one, n % 2 === 0 ? other : one), doing]);
    over = true;
    const [people, made] = await doing;
    const there = await ground.owner.query('select from billing.membership where account_id = $1', [one.id]);
    const statuses = Object.entries(people.statuses).map(([status, n]) => `${n} × ${status}`);
    const isFine = statuses.every((said) => /× (201|503)$/.test(said)) && people.joined > 0 && made.failed.length === 0;
    return {
      held: isFine && there.rowCount === people.joined,
      figures:
        `${MOVES} moves; ${people.joined} signed up (${statuses.join(', ')}), ${there.rowCount} are in; ${made.done} exports, archives and looks at the chain, ${made.failed.length} failed ${made.failed[0] ?? ''}`.trimEnd(),
    };
  } finally {
    http.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const moved = ({ command }: SpreadGround, { id }: Placed, { node }: Placed): Promise<string> =>
  command('place', 'move', '--account', id, '--to', `${node.host}:${node.port}`);

type Join = (body: object) => Promise<{ status: number }>;

/** One after the other, each by a link of his own; who is refused by 503 asks again, and may find that he is in. */
async function signUps(
  ground: SpreadGround,
  { id: accountId }: Placed,
  { join, isOver }: { join: Join; isOver: () => boolean },
) {
  const pool = openPool(ground.database.serving, { size: 1 });
  enterSpread(pool);
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
  const { url } = await inTransaction(pool, { accountId, test: false }, async (tx) => ({
    commit: true,
    answer: drawLink(tx, given),
  }));
  return new URL(url).hash.slice('#secret='.length);
}

/** Commands of the account, one after the other, each of them at least once. */
async function commands(
  { command }: SpreadGround,
  { id }: Placed,
  { folder, isOver }: { folder: string; isOver: () => boolean },
) {
  const failed: string[] = [];
  let done = 0;
  const run = async (...args: string[]) => {
    await command(...args).catch((error: unknown) => failed.push(String(error).slice(0, 300)));
    done += 1;
  };
  const today = new Date().toISOString().slice(0, 10);
  for (let n = 0; n === 0 || !isOver(); n++) {
    const archive = join(folder, `${n}.zip`);
    await run('export', 'customers', join(folder, `${n}.csv`), '--account', id);
    await run('archive', '--account', id, '--from', today, '--to', today, archive);
    await run('verify', '--archive', archive);
    await run('verify', '--account', id);
  }
  return { done, failed };
}
