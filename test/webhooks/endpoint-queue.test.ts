import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { until } from '../support/runner/wait-until.ts';
import { type DeliveryFixture, deliveryFixture } from './delivery-fixtures.ts';
import { type Receiver, receiver } from './receiver.ts';
import { superuserQuery } from './superuser-query.ts';

// The queue of an endpoint: which delivery is next, which are parked, and which return. Nothing is
// delivered here.

let service: DeliveryFixture;
let hooks: Receiver;
beforeAll(async () => {
  service = await deliveryFixture();
  hooks = await receiver();
});
beforeEach(() => service.stop());
afterAll(async () => {
  await service.close();
  await hooks.close();
});

const create = async (path: string, body: object) =>
  (await service.call('create-webhook', { caller: service.live, body: { url: `${hooks.url}${path}`, ...body } })).json;

test('claims skip deliveries for unreachable or disabled endpoints, which return when due', async () => {
  const ids: string[] = [];
  for (const name of ['well', 'failing', 'off'])
    ids.push((await create(`passed-${name}`, { events: ['task.updated'] })).id);
  const [well, failing, off] = ids;
  await service.emitEvents(2, { type: 'task.updated' });
  await service.query('update billing.endpoint set failing_since = $2 where id = $1', [failing, service.clock.now]);
  await service.query('update billing.endpoint set active = false where id = $1', [off]);
  const tracks = async () =>
    Object.fromEntries(
      (
        await service.query(
          `select share_id, string_agg(distinct case when ready then track else 'held' end, ' ') as track from billing.job
          where share_id = any($1) group by share_id`,
          [ids],
        )
      ).map((row) => [row.share_id, row.track]),
    );
  const claim = (troubled: boolean) =>
    service.query(
      "select share_id from billing.claim_jobs($1, $2, $3, 60, 100, 100, 100, '{}'::uuid[], '{}'::int[], '{}'::uuid[], '{}'::int[], $4, $4)",
      ['delivery', troubled, service.clock.now, '00000000-0000-0000-0000-000000000000'],
    );
  assert.equal((await claim(false)).filter(({ share_id }) => ids.includes(share_id)).length, 2);
  assert.deepEqual(await tracks(), {
    [well as string]: 'held',
    [failing as string]: 'troubled',
    [off as string]: 'off',
  });
  assert.equal((await claim(true)).filter(({ share_id }) => share_id === failing).length, 2);
  // Once enabled, the endpoint's queued deliveries can be claimed at once.
  await service.query('update billing.endpoint set active = true where id = $1', [off]);
  assert.equal((await claim(false)).filter(({ share_id }) => share_id === off).length, 2);
});

test('an endpoint enabled while another worker parks its deliveries keeps them queued or gets them back', async () => {
  const { id } = await create('just-on', { events: ['task.created'] });
  await service.emitEvents(3, { type: 'task.created' });
  await service.query('update billing.endpoint set active = false where id = $1', [id]);
  const inTrack = async (track: string) =>
    (await service.query('select 1 from billing.job where share_id = $1 and track = $2', [id, track])).length;
  const [{ account_id }] = await service.query('select account_id from billing.endpoint where id = $1', [id]);
  const putAside = (asking: { query: typeof service.query }) =>
    asking.query("select billing.change_track($1, $2, 'delivery', '{well}', 'off')", [account_id, id]);
  const other = await superuserQuery(service.database);
  try {
    await other.query('begin');
    await other.query('update billing.endpoint set active = true where id = $1', [id]);
    await putAside(service);
    await other.query('commit');
    assert.equal(await inTrack('well'), 3, 'it is being switched on: nobody puts them aside');

    await service.query('update billing.endpoint set active = false where id = $1', [id]);
    await other.query('begin');
    await putAside(other);
    const on = service.query('update billing.endpoint set active = true where id = $1', [id]);
    await until('it to wait', async () => (await other.query(WAITING_FOR_IT)).length > 0);
    await other.query('commit');
    await on;
    assert.deepEqual([await inTrack('well'), await inTrack('off')], [1, 2], 'come by for one, which brings the others');
  } finally {
    await other.close();
  }
});

const WAITING_FOR_IT = 'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';

/**
 * Deliveries that another worker claimed or parked and never returned: the queue continues without
 * them.
 */
const ID_OF_TURN = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const inLine = (endpointId: string, many: number, { from = 1, due = 0, ready = true, track = 'well' } = {}) =>
  service.query(
    `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready, track)
    select account_id, ${ID_OF_TURN}, 'delivery', id, test, $3, $4, $5
    from billing.endpoint, generate_series($2::int, $6::int) n where id = $1`,
    [endpointId, from, due, ready, track, from + many - 1],
  );
const claimed = async (lane = 'delivery') =>
  service.query(
    "select subject_id, share_id, test from billing.claim_jobs($1, false, $2, 60, 100, 100, 100, '{}'::uuid[], '{}'::int[], '{}'::uuid[], '{}'::int[], $3, $3)",
    [lane, service.clock.now, '00000000-0000-0000-0000-000000000000'],
  );

test('with a large backlog of disabled endpoints one claim parks a bounded number and takes the deliveries behind', async () => {
  await service.query('delete from billing.job');
  const ids: string[] = [];
  for (let nth = 0; nth < 7; nth++) ids.push((await create(`aside-${nth}`, { events: ['task.updated'] })).id);
  const well = ids.pop() as string;
  for (const id of ids) await inLine(id, 1_000);
  await inLine(well, 1);
  await service.query('update billing.endpoint set active = false where id = any($1)', [ids]);
  const aside = async () =>
    (await service.query("select count(*)::int as many from billing.job where track = 'off'"))[0]?.many;
  assert.deepEqual(
    (await claimed()).map(({ share_id }) => share_id),
    [well],
  );
  assert.equal(await aside(), 5_000);
  assert.deepEqual(await claimed(), []);
  assert.equal(await aside(), 6_000);
  await service.query('delete from billing.job');
});

test('when an enabled endpoint’s oldest delivery expires, the next one is queued', async () => {
  const { id } = await create('forgetting', { events: ['task.created'] });
  await service.query('update billing.endpoint set active = false where id = $1', [id]);
  await inLine(id, 3, { track: 'off' });
  const other = await superuserQuery(service.database);
  try {
    await other.query('begin');
    await other.query(
      `delete from billing.job where share_id = $1 and subject_id = (select ${ID_OF_TURN} from generate_series(1, 1) n)`,
      [id],
    );
    const on = service.query('update billing.endpoint set active = true where id = $1', [id]);
    await until('it to wait', async () => (await other.query(WAITING_FOR_IT)).length > 0);
    await other.query('commit');
    await on;
    assert.deepEqual(
      (await service.query('select track from billing.job where share_id = $1 order by subject_id', [id])).map(
        ({ track }) => track,
      ),
      ['well', 'off'],
    );
  } finally {
    await other.close();
  }
});

test('deliveries left parked for an enabled endpoint are queued when its next delivery settles', async () => {
  await service.query('delete from billing.job');
  const { id } = await create('left-aside', { events: ['task.created'] });
  await inLine(id, 1);
  const [held] = await claimed();
  // As left by a process that was killed while it queued them again.
  await inLine(id, 2, { from: 2, track: 'off' });
  assert.deepEqual(await claimed(), []);
  const [job] = await service.query('select * from billing.job where subject_id = $1', [held?.subject_id]);
  const result = { ...job, at: service.clock.now, latency_ms: 1, status: 200 };
  await service.query('select * from billing.settle_delivery_jobs($1, $2, 1000)', [
    JSON.stringify([result]),
    service.clock.now,
  ]);
  assert.equal((await claimed()).length, 2);
  await service.query('delete from billing.job');
});

test('leases of a dead process do not keep later deliveries parked', async () => {
  await service.query('delete from billing.job');
  const { id } = await create('held', { events: ['task.created'] });
  await inLine(id, 1_000, { ready: false, due: 1 });
  await inLine(id, 1, { from: 1_001, ready: false, due: 2 });
  const other = await superuserQuery(service.database);
  try {
    await other.query('begin');
    await other.query('select from billing.job where due_at = 1 for update');
    await service.query('select billing.wake_jobs($1)', [service.clock.now]);
    const awake = await service.query('select due_at::int as due from billing.job where ready');
    assert.deepEqual(awake, [{ due: 2 }]);
  } finally {
    await other.close();
  }
  await service.query('delete from billing.job');
});

test('of one endpoint in both modes, the due delivery is taken and the other stays parked', async () => {
  await service.query(
    `insert into billing.job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select account_id, account_id, 'closures', account_id, test, case when test then $1::bigint + 60 else 0 end, not test
    from billing.account, (values (true), (false)) as mode (test)`,
    [service.clock.now],
  );
  const taken = await claimed('closures');
  assert.ok(taken.length > 0);
  assert.deepEqual(
    taken.filter(({ test }) => test),
    [],
  );
});
