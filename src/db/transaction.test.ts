import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../test/support/database/test-database.ts';
import { type TestService, testService } from '../../test/support/service/in-process-service.ts';
import { isConnectionLost } from './connections/connection-lost.ts';
import { openPool } from './connections/pool.ts';
import { createWalPositions } from './connections/wal-positions.ts';
import { NO_ACCOUNT_SCOPE } from './job-queue.ts';
import { enableSharding } from './sharding/sharded-pools.ts';
import { inTransaction, sql, trackWalPositions } from './transaction.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const FAIL = sql`select 1 / 0`;
const ONE = sql`select 1 as one`;

test('if two reads sent together both fail, the second does not end the process', async () => {
  const { services, live } = service;
  const both = inTransaction(services.pool, live, async (tx) => {
    const first = tx.read(FAIL);
    const second = tx.read(ONE);
    await first;
    return { commit: true, answer: await second };
  });
  await assert.rejects(both, { code: '22012' });
});

test('a transaction fails with the failing write, not with the read after it', async () => {
  const { services, live } = service;
  const written = inTransaction(services.pool, live, async (tx) => {
    tx.write(FAIL);
    return { commit: true, answer: await tx.read(ONE) };
  });
  // A deadlock is reported in the same way, and only then is the request retried.
  await assert.rejects(written, { code: '22012' });
});

test('a guard that refuses stops two reads sent together, and neither ends the process', async () => {
  const { services, live } = service;
  const answer = await inTransaction<string>(
    services.pool,
    live,
    async (tx) => {
      const first = tx.read(ONE);
      const second = tx.read(ONE);
      await first;
      return { commit: true, answer: `work ${(await second).length}` };
    },
    { ask: async () => 'guard' },
  );
  assert.equal(answer, 'guard');
});

test('a caller reads its own and every acknowledged write, on a replica too, also after a commit without an answer', async () => {
  const { database, live } = service;
  const pool = openPool(database.serving, { size: 1 });
  const positions = createWalPositions();
  try {
    trackWalPositions(pool, positions);
    positions.settle(0, positions.unsure());
    assert.equal(positions.needed(live.accountId), 0);
    const { rows } = await service.owner.query("select (pg_current_wal_lsn() - '0/0')::bigint as position");
    const work = async () => ({ commit: true, answer: 'work' });
    assert.equal(await inTransaction(pool, live, work, { ask: async () => 'guard' }), 'guard');
    assert.ok(positions.needed(live.accountId) >= rows[0].position);
    assert.ok(positions.latest() >= rows[0].position);

    const other = { ...live, accountId: '01890a5d-0000-7000-8000-000000000001' };
    assert.equal(positions.needed(other.accountId), 0);
    const unanswered = inTransaction(pool, live, async (tx) => {
      tx.write(sql`select pg_terminate_backend(pg_backend_pid())`);
      return { commit: true, answer: undefined };
    });
    await assert.rejects(unanswered, isConnectionLost);
    assert.equal(positions.needed(other.accountId), Number.POSITIVE_INFINITY);
  } finally {
    await pool.end();
  }
});

test('statements left running by failed work read nothing of the next account on the connection', async () => {
  const { database, live } = service;
  const pool = openPool(database.serving, { size: 1 });
  const WHOSE = sql`select current_setting('app.account_id') as account`;
  const inside = Promise.withResolvers<void>();
  let late: Promise<unknown> | undefined;
  const failed = inTransaction(pool, live, async (tx) => {
    const goesOn = async () => {
      await tx.read(ONE);
      await inside.promise;
      return tx.read(WHOSE);
    };
    late = goesOn();
    throw new Error('broken');
  });
  await assert.rejects(failed, { message: 'broken' });
  const other = await service.newAccount('Other');
  await inTransaction(pool, other.live, async (tx) => {
    await tx.read(ONE);
    inside.resolve();
    await assert.rejects(late as Promise<unknown>, { message: 'the transaction is over' });
    return { commit: true, answer: undefined };
  });
  await pool.end();
});

test('a connection closed by PostgreSQL between two reads fails its request only, not the process or the next request', async () => {
  const { live, database } = service;
  const pool = openPool(database.serving, { size: 1 });
  // An unhandled 'error' event ends the process, and the test runner would keep it alive.
  const held = await pool.connect();
  assert.ok(held.listenerCount('error') > 0);
  held.release();
  const { database: name } = database.serving as { database: string };
  const superuser = new pg.Client({ ...(await testCluster()).superuser, database: name } as pg.ClientConfig);
  await superuser.connect();
  const ended = inTransaction(pool, live, async (tx) => {
    const [row] = await tx.read<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await superuser.query('select pg_terminate_backend($1, 5000)', [row?.pid]);
    await wait(50);
    return { commit: true, answer: await tx.read(ONE) };
  });
  await assert.rejects(ended, (error) => isConnectionLost(error));
  const answer = await inTransaction(pool, live, async (tx) => ({ commit: true, answer: await tx.read(ONE) }));
  assert.deepEqual(answer, [{ one: 1 }]);
  await Promise.all([superuser.end(), pool.end()]);
});

test('locks of a vanished machine are released when PostgreSQL ends its transaction after 2 minutes', async () => {
  const { database, live } = service;
  const leaving = openPool(database.serving, { size: 1 });
  const other = openPool(database.serving, { size: 1 });
  const gone = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  try {
    const left = inTransaction(leaving, live, async (tx) => {
      await tx.read(HOLD, [live.accountId]);
      // Simulates that two minutes pass while the lock is held.
      await tx.read(LEAVE_OPEN);
      held.resolve();
      await gone.promise;
      return { commit: true, answer: await tx.read(ONE) };
    });
    left.catch(held.reject);
    await held.promise;
    const [row] = await inTransaction(other, live, async (tx) => {
      await tx.read(HOLD, [live.accountId]);
      return { commit: true, answer: await tx.read(LEFT_OPEN) };
    });
    assert.deepEqual(row, { after: '2min' });
    gone.resolve();
    await assert.rejects(left, isConnectionLost);
    // A process that was suspended sees only the error code on its next statement.
    const told = (code: string) => isConnectionLost(Object.assign(new Error('told'), { code }));
    assert.deepEqual(['25P03', '25P04', '25P02'].map(told), [true, true, false]);
  } finally {
    gone.resolve();
    await Promise.all([leaving.end(), other.end()]);
  }
});

const HOLD = sql`select from billing.account where account_id = $1 for update`;
const LEAVE_OPEN = sql`select set_config('idle_in_transaction_session_timeout', '1', true)`;
const LEFT_OPEN = sql`select current_setting('idle_in_transaction_session_timeout') as after`;

test('a transaction without account is supported: the job queue uses it, and it sees no row of any account', async () => {
  const { services, live } = service;
  const SEEN = sql`select count(*)::int as many from billing.chain_head`;
  const seen = (whose: { accountId: string; test: boolean }) =>
    inTransaction(services.pool, whose, async (tx) => ({ commit: true, answer: (await tx.read(SEEN))[0]?.many }));
  assert.equal(await seen(NO_ACCOUNT_SCOPE), 0);
  assert.equal(await seen(live), 2, 'control: an account sees its own two chains');
  // The account becomes part of the SQL text, so anything but a UUID must be refused.
  await assert.rejects(seen({ accountId: "'; drop", test: false }), { message: /UUID/ });
});

const MANY = sql`
  select 9007199254740991::bigint as whole, date '2027-02-28' as day, '\x00ff'::bytea as bytes, true as yes, null as nothing,
    array['a', 'b'] as list, $1::text as said`;
const DIVIDED = sql`select 60 / $1::int as share`;

test('statements are sent before earlier ones are answered, and each reads its own rows', async () => {
  const { database, live } = service;
  const pool = openPool(database.serving, { size: 1 });
  const read = () =>
    inTransaction(pool, live, async (tx) => ({
      commit: true,
      answer: await Promise.all([tx.read(MANY, ['«é»']), tx.read(ONE), tx.read(DIVIDED, [4])]),
    }));
  const first = await read();
  assert.deepEqual(first[0], [
    {
      whole: 9007199254740991,
      day: '2027-02-28',
      bytes: Buffer.from([0, 255]),
      yes: true,
      nothing: null,
      list: ['a', 'b'],
      said: '«é»',
    },
  ]);
  assert.deepEqual(await read(), first, 'prepared by now');
  await pool.end();
});

test('statements after a failing one are not executed, the first failure is reported, and the connection stays usable', async () => {
  const { database, live } = service;
  const pool = openPool(database.serving, { size: 1 });
  const shares = (...by: unknown[]) =>
    inTransaction(pool, live, async (tx) => ({
      commit: true,
      answer: await Promise.allSettled(by.map(async (each) => (await tx.read(DIVIDED, [each]))[0]?.share)),
    }));
  const whole = await shares(4);
  assert.deepEqual(whole, [{ status: 'fulfilled', value: 15 }]);
  let settled: PromiseSettledResult<unknown>[] = [];
  const failed = inTransaction(pool, live, async (tx) => {
    settled = await Promise.allSettled([5, 0, 6].map((by) => tx.read(DIVIDED, [by])));
    return { commit: true, answer: undefined };
  });
  await assert.rejects(failed, { code: '22012' });
  assert.deepEqual(
    settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code)),
    [[{ share: 12 }], '22012', '25P02'],
  );
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  await assert.rejects(shares(4, circle), /circular/i);
  // Other statements of the failed transaction are rolled back too.
  const given = inTransaction(pool, live, async (tx) => {
    tx.write(DIVIDED, [0]);
    throw new Error('given up');
  });
  await assert.rejects(given, { message: 'given up' });
  assert.deepEqual(await shares(4), whole);
  await pool.end();
});

test('work undone by an account move is retried a limited number of times, and only with distributed tables', async () => {
  const { database, live } = service;
  const visit = async () => ({ holds: () => {}, leave: () => {} });
  const triesOf = async (times: number, { isSharded }: { isSharded: boolean }) => {
    const pool = openPool(database.serving, { size: 1 });
    if (isSharded) enableSharding(pool, { enter: visit, enterAll: visit, enterAnswering: visit });
    let [begun, committed] = [0, 0];
    const ended = await inTransaction(pool, live, async (tx) => {
      tx.afterCommit(() => (committed += 1));
      begun += 1;
      await tx.read(ONE);
      if (begun <= times)
        throw Object.assign(new Error('could not find valid entry for shard 102008'), { code: 'XX000' });
      return { commit: true, answer: 'done' };
    }).catch((error: { code?: string }) => error.code);
    await pool.end();
    return { ended, begun, committed };
  };
  assert.deepEqual(await triesOf(3, { isSharded: true }), { ended: 'done', begun: 4, committed: 1 });
  assert.deepEqual(await triesOf(4, { isSharded: true }), { ended: 'XX000', begun: 4, committed: 0 });
  assert.deepEqual(await triesOf(1, { isSharded: false }), { ended: 'XX000', begun: 1, committed: 0 }, 'control');
});
