import assert from 'node:assert/strict';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { deliverEvent } from '../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { until } from '../support/runner/wait-until.ts';
import { type DeliveryFixture, deliveryFixture } from '../webhooks/delivery-fixtures.ts';
import { type Receiver, receiver, receiverCa } from '../webhooks/receiver.ts';

// Results are written together with the next claim, for every account: an unwritable one must
// neither block the others nor be repeated forever.

let service: DeliveryFixture;
let hooks: Receiver;
beforeAll(async () => {
  hooks = await receiver();
  service = await deliveryFixture();
  const body = { url: `${hooks.url}hook`, events: ['project.created'] };
  await service.call('create-webhook', { body });
});
afterAll(async () => {
  await service.close();
  await hooks.close();
});

const waiting = async () =>
  (await service.query('select subject_id as id from billing.job where lane = $1', ['delivery'])).map(({ id }) => id);
const tries = async (id: string) =>
  (await service.query('select n, status from billing.try where subject_id = $1 order by n', [id])).map((row) => row);

const heardOf = (id: unknown) => hooks.received.filter((received) => received.id === id).length;
const told = (text: string) => service.logged.filter((line) => line.includes(text));
/**
 * Inserts attempts with these numbers, which cannot exist otherwise: the next ones cannot be
 * written.
 */
const spoil = (id: unknown, numbers: number) =>
  service.query(
    `insert into billing.try (account_id, subject_id, lane, share_id, test, n, at, latency_ms)
     select account_id, subject_id, lane, share_id, test, n, due_at, 0 from billing.job, generate_series(1, $2::int) n
     where subject_id = $1`,
    [id, numbers],
  );

test('a delivery whose result cannot be written is reported and not sent again, and the queue continues', async () => {
  await service.stop();
  const [broken, ...others] = await service.emitEvents(5);
  await spoil(broken, 1);
  service.start();
  await until('all to be settled', async () => (await waiting()).length === 0);
  for (const id of others) assert.deepEqual(await tries(id), [{ n: 1, status: 200 }]);
  assert.ok(told('jobs could not be claimed or settled').length > 0, 'control: together they could not be written');
  const [said, ...more] = told('the outcome of a job was written in part').map((line) => JSON.parse(line));
  assert.deepEqual([said.subject, said.written, more.length], [broken, 'without the attempt', 0]);
  for (const _ of [1, 2, 3]) {
    service.clock.now += 60;
    const [later] = await service.emitEvents(1);
    await until('what comes later', async () => (await tries(String(later))).length === 1);
  }
  assert.equal(heardOf(broken), 1);
});

test('a refused delivery is tried ten times with its delays even if no attempt can be written, then given up', async () => {
  hooks.behave((_, response) => void response.writeHead(500).end());
  await service.stop();
  const [broken] = await service.emitEvents(1);
  await spoil(broken, 20);
  const dueAt = async () =>
    (await service.query('select due_at from billing.job where subject_id = $1', [broken]))[0]?.due_at;
  let due = service.clock.now;
  service.start();
  for (let tried = 1; tried <= 10; tried++) {
    await until(`try ${tried} to be settled`, async () => (await dueAt()) !== due);
    assert.equal(heardOf(broken), tried);
    if (tried === 10) break;
    due = await dueAt();
    assert.ok(due > service.clock.now, 'not at once');
    service.clock.now = due;
  }
  assert.deepEqual(await waiting(), []);
  assert.equal(told('"written":"without the attempt"').length, 11);
});

test('a result PostgreSQL refuses in any form is reported and left to its lease; other jobs continue', async () => {
  hooks.behave((_, response) => void response.end('ok'));
  await service.stop();
  const [broken, other] = await service.emitEvents(2);
  await service.query(`create function billing.stick() returns trigger language plpgsql as
    $$ begin if old.subject_id = '${broken}' then raise check_violation; end if; return old; end $$`);
  await service.query(
    'create trigger stick before delete on billing.job for each row execute function billing.stick()',
  );
  service.start();
  await until('the other to be settled', async () => (await tries(String(other))).length === 1);
  await until('it alone to be left', async () => (await waiting()).join() === broken);
  await until('it to be told', () => told('the outcome of a job could not be written').length === 1);
  await service.query('drop trigger stick on billing.job');
  service.clock.now += 60;
  await until('it to be written, too', async () => (await waiting()).length === 0);
  assert.deepEqual([await tries(String(broken)), heardOf(broken)], [[{ n: 1, status: 200 }], 2]);
});

test('if our code fails on the response of one endpoint, that job is settled alone and the queue continues', async () => {
  await service.stop();
  const [broken, other] = await service.emitEvents(2);
  const real = deliverEvent(service.services.environment, { ca: receiverCa, resolve: async () => ['127.0.0.1'] });
  let fails = 0;
  const settle: typeof real.settle = (tx, settled, services, log) => {
    if (settled.some(({ job }) => job.subjectId === broken)) throw new TypeError(`a bug, ${++fails}`);
    return real.settle?.(tx, settled, services, log) as Promise<void>;
  };
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const { database, services } = service;
  const worker = startQueueWorker(services, log, {
    connection: database.serving,
    jobs: [{ ...real, settle }],
    pollMs: 20,
  });
  await until('both to be settled', async () => (await waiting()).length === 0);
  await worker.stop();
  assert.ok(fails > 0, 'control: it failed');
  assert.deepEqual([await tries(String(other)), heardOf(other)], [[{ n: 1, status: 200 }], 1]);
  assert.deepEqual([await tries(String(broken)), heardOf(broken)], [[{ n: 1, status: 200 }], 1]);
  assert.equal(logged.filter((line) => line.includes('written without its extra writes')).length, 1);
});
