import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { waitingForLocks } from '../../../test/support/database/waiting-for-locks.ts';
import { until } from '../../../test/support/runner/wait-until.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { emitEvents } from '../../../test/webhooks/emit-events.ts';
import { superuserQuery } from '../../../test/webhooks/superuser-query.ts';
import { assignFeedPositions } from '../../jobs/events/assign-feed-positions.ts';
import { startQueueWorker } from '../../queue/worker.ts';
import type { Caller } from '../../services/caller.ts';
import { publishEvent } from '../../services/events/publish-event.ts';
import { inTransaction } from '../transaction.ts';
import { readEvents } from './events.ts';
import { EVENTS_AT_ONCE_MAX } from './outbox.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Publishes `many` events in one transaction and returns their IDs in order. */
const happens = (caller: Caller, many = 1, pause: () => Promise<unknown> = async () => {}): Promise<string[]> =>
  inTransaction(service.services.pool, caller, async (tx) => {
    const ids: string[] = [];
    const newId = () => ids[ids.push(service.services.newId()) - 1] as string;
    const happened = { type: 'project.created', subjectId: service.accountId, test: caller.test } as const;
    for (let n = 0; n < many; n++) publishEvent({ tx, now: service.clock.now, newId }, happened, { project: {} });
    await pause();
    return { commit: true, answer: ids };
  });

/** The events of a feed after one, in pages so small that the cursor moves often. */
async function readOn(
  whose: Caller,
  after: string | undefined,
  pool: pg.Pool = service.services.pool,
): Promise<string[]> {
  const filter = { test: whose.test, after, since: 0, newestFirst: false, limit: 3 };
  const answer = await inTransaction(pool, whose, async (tx) => ({
    commit: true,
    answer: await readEvents(tx, filter),
  }));
  return answer.events.map(({ id }) => id);
}

/** Follows a feed from event to event until there are no more and writing has stopped. */
async function followed(whose: Caller, isWriting: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const goesOn = isWriting();
    const page = await readOn(whose, seen.at(-1));
    seen.push(...page);
    if (page.length === 0 && !goesOn) return seen;
  }
}

test('with twelve concurrent writers in two modes, a feed reader sees each event once, in transaction order', async () => {
  const { live, test: testing } = await service.newAccount('Douze');
  let isWriting = true;
  const told: Record<'live' | 'test', string[][]> = { live: [], test: [] };
  const writers = Array.from({ length: 12 }, async (_, w) => {
    const mode = w % 2 === 0 ? 'live' : 'test';
    for (let n = 0; n < 8; n++) {
      const ids = await happens(mode === 'live' ? live : testing, 1 + ((w + n) % 3), () => turn());
      told[mode].push(ids);
    }
  });
  const following = [live, testing].map((whose) => followed(whose, () => isWriting));
  await Promise.all(writers);
  isWriting = false;
  const [seenLive = [], seenTest = []] = await Promise.all(following);
  for (const [seen, ids] of [
    [seenLive, told.live],
    [seenTest, told.test],
  ] as const) {
    assert.deepEqual(seen.toSorted(), ids.flat().toSorted());
    // The events of one transaction are consecutive and in order.
    for (const together of ids) {
      const place = seen.indexOf(together[0] as string);
      assert.deepEqual(seen.slice(place, place + together.length), together);
    }
  }
});

const INSERT = `insert into billing.event (account_id, id, test, type, subject_id, place, at, body)
  values ($1, $2, false, 'project.created', $1, $3, 1, '{}')`;

test('a later writer waits for an earlier one, so no event appears behind the cursor; control: without the lock it does', async () => {
  const { live, accountId } = await service.newAccount('Deux');
  const slow = await superuserQuery(service.database);
  const [early, late] = [service.services.newId(), service.services.newId()];
  await slow.query('begin');
  await slow.query(`select billing.tell($1, false, $2, '{project.created}', $2, '{1}', '{"{}"}')`, [
    accountId,
    [early],
  ]);
  const waiting = happens(live);
  await waitingForLocks(service.database, 1);
  assert.deepEqual(await readOn(live, undefined), []);
  await slow.query('commit');
  const [second] = await waiting;
  assert.deepEqual(await readOn(live, undefined), [early, second]);

  // Negative control: positions from a counter without a lock, like a sequence.
  const other = await service.newAccount('Sans verrou');
  await slow.query('begin');
  await slow.query(INSERT, [other.accountId, early, 1]);
  const quick = await superuserQuery(service.database);
  await quick.query(INSERT, [other.accountId, late, 2]);
  assert.deepEqual(await readOn(other.live, undefined), [late]);
  await slow.query('commit');
  assert.deepEqual(await readOn(other.live, late), [], 'a reader never gets the first event');
  await Promise.all([slow.close(), quick.close()]);
});

test('events in bulk are readable once a job has numbered them, and other writers of the account do not wait', async () => {
  const { live, accountId } = await service.newAccount('Milliers');
  const webhook = { url: 'https://hooks.example.org/all', events: ['*'] };
  assert.equal((await service.call('create-webhook', { body: webhook, caller: live })).refused, undefined);
  const many = await emitEvents(service, EVENTS_AT_ONCE_MAX + 200, { type: 'project.created', caller: live });
  const [alone] = await happens(live);
  assert.deepEqual(await readOn(live, undefined), [alone]);
  // A receiver that continues from an event delivered by webhook, before the event has a position,
  // gets nothing: no event follows yet, and none comes twice.
  assert.deepEqual(await readOn(live, many[0]), []);
  const queued = `select count(*)::int as many from billing.job where account_id = $1 and lane = 'delivery'`;
  const above = await superuserQuery(service.database);
  assert.deepEqual(await above.query(queued, [accountId]), [{ many: EVENTS_AT_ONCE_MAX + 201 }]);

  const worker = startQueueWorker(service.services, pino({ level: 'silent' }), {
    connection: service.database.serving,
    jobs: [assignFeedPositions],
    pollMs: 20,
  });
  const placed = `select count(*)::int as many from billing.event where account_id = $1 and place > 0`;
  await until('every place', async () => (await above.query(placed, [accountId]))[0]?.many === many.length + 1);
  await worker.stop();
  const order = `select id from billing.event where account_id = $1 order by place`;
  const ids = (await above.query(order, [accountId])).map(({ id }) => id);
  assert.deepEqual(ids, [alone, ...many]);
  assert.deepEqual(await readOn(live, alone), many.slice(0, 3));
  await above.close();
});

test('positions are never reused or changed: PostgreSQL refuses it', async () => {
  const { live, accountId } = await service.newAccount('Garde');
  await happens(live, 2);
  const above = await superuserQuery(service.database);
  const refused = (text: string, code: string) =>
    assert.rejects(above.query(text, [accountId]), (error: { code?: string }) => error.code === code, text);
  await refused('update billing.feed set last = last - 1 where account_id = $1', 'FA002');
  await refused('delete from billing.feed where account_id = $1', 'FA002');
  await refused('update billing.event set place = place + 7 where account_id = $1', 'FA002');
  await refused(`update billing.event set place = 0 where account_id = $1`, 'FA002');
  await assert.rejects(above.query(INSERT, [accountId, service.services.newId(), 2]), { code: '23505' });
  await above.close();
});

test('a thousand rows of the previous version, without positions, are numbered in order, and later events follow', async () => {
  const { live, accountId } = await service.newAccount('Avant');
  const ids = Array.from({ length: 1_100 }, () => service.services.newId());
  const above = await superuserQuery(service.database);
  await above.query(
    `insert into billing.event (account_id, id, test, type, subject_id, at, body)
     select $1, n.id, false, 'project.created', $1, 1, '{}' from unnest($2::uuid[]) with ordinality n (id, turn) order by n.turn`,
    [accountId, ids],
  );
  const [next] = await happens(live);
  const order = 'select id from billing.event where account_id = $1 order by place';
  const read = (await above.query(order, [accountId])).map(({ id }) => id);
  assert.deepEqual(read, [...ids, next]);
  const { moves } =
    (await above.query('select last / 500 as moves from billing.feed where account_id = $1', [accountId]))[0] ?? {};
  assert.equal(Number(moves), 3, 'the counter was moved three times for them');
  await above.close();
});
