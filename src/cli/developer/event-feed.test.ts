import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { openPool } from '../../db/connections/pool.ts';
import { NoAnswerError } from '../errors/no-answer.ts';
import { CommandError } from '../terminal/output.ts';
import { callInProcess } from './api-client.ts';
import { eventBefore, type FeedTrouble, followEventFeed, lastEvent } from './event-feed.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const reading = (services = service.services) => ({
  ask: callInProcess({ services }, service.accountId, true),
  test: true,
});

async function happens(): Promise<string> {
  const body = { firstname: 'Léa', lastname: 'Moreau' };
  const { id } = (await service.call('create-contact', { body, caller: service.test })).json;
  const { rows } = await service.owner.query('select id from billing.event where subject_id = $1', [id]);
  return rows[0].id;
}

/** Follows the feed until this many events have arrived. */
async function followed(
  count: number,
  given: { after: string | undefined; onTrouble?: (trouble: FeedTrouble) => void; services?: TestService['services'] },
): Promise<string[]> {
  const ids: string[] = [];
  const { signal } = new AbortController();
  for await (const feedEvent of followEventFeed(reading(given.services), { onTrouble: () => {}, ...given, signal })) {
    ids.push(feedEvent.event.id);
    if (ids.length === count) break;
  }
  return ids;
}

test('without events the feed begins with the first one; 230 at once come page by page, once each', async () => {
  assert.equal(await lastEvent(reading()), undefined);
  const ids: string[] = [];
  for (let n = 0; n < 230; n++) ids.push(await happens());
  assert.deepEqual(await followed(230, { after: undefined }), ids);
  assert.equal(await eventBefore(reading(), ids[0] ?? ''), undefined);
  assert.equal(await eventBefore(reading(), ids[9] ?? ''), ids[8]);
  assert.equal(await lastEvent(reading()), ids.at(-1));
});

test('events arrive at once even while another transaction is open', async () => {
  const last = await lastEvent(reading());
  const slow = await service.owner.connect();
  await slow.query('begin');
  await slow.query('select pg_current_xact_id()');
  const id = await happens();
  assert.deepEqual(await followed(1, { after: last }), [id]);
  await slow.query('commit');
  slow.release();
});

test('if the last event read was deleted, the feed continues with all remaining ones', async () => {
  const last = await happens();
  await service.owner.query('delete from billing.event');
  const id = await happens();
  assert.deepEqual(await followed(1, { after: last }), [id]);
});

test('an unreachable database is reported once and retried; a refusal ends the feed', async () => {
  const last = await lastEvent(reading());
  const id = await happens();
  const gone = openPool({ ...service.database.serving, host: '127.0.0.1', port: 1 });
  const services = { ...service.services, pool: gone };
  await assert.rejects(lastEvent(reading(services)), NoAnswerError);
  const troubles: FeedTrouble[] = [];
  let tries = 0;
  const connect = gone.connect.bind(gone);
  gone.connect = (() => {
    // The database is reachable again after the second failure.
    if (++tries === 2) Object.assign(services, { pool: service.services.pool });
    return connect();
  }) as typeof gone.connect;
  assert.deepEqual(await followed(1, { after: last, services, onTrouble: (trouble) => troubles.push(trouble) }), [id]);
  assert.equal(tries, 2);
  assert.deepEqual(
    troubles.map((trouble) => ('ends' in trouble ? 'ends' : 'begins')),
    ['begins', 'ends'],
  );
  await gone.end();
  await assert.rejects(
    eventBefore(reading(), 'nope'),
    (error) => error instanceof CommandError && !(error instanceof NoAnswerError),
  );
});
