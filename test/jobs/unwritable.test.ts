import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DeliveringService, deliveringService, until } from '../webhooks/delivering.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';

// What runs came to is written together, with the next claim, for every account: one that cannot be written must not keep the
// others from it.

let service: DeliveringService;
let hooks: Receiver;
before(async () => {
  hooks = await receiver();
  service = await deliveringService();
  const body = { url: `${hooks.url}hook`, events: ['project.created'] };
  await service.call('create-webhook', { body });
});
after(async () => {
  await service.close();
  await hooks.close();
});

const waiting = async () =>
  (await service.query('select subject_id as id from billing.job where lane = $1', ['delivery'])).map(({ id }) => id);
const tries = async (id: string) =>
  (await service.query('select n, status from billing.try where subject_id = $1 order by n', [id])).map((row) => row);

test('a result that cannot be written is told and left, and everything else of the queue goes on', async () => {
  await service.stop();
  const [broken, ...others] = await service.tellMany(5);
  // A try of the same number is there already: nothing that works leads to it.
  await service.query(
    `insert into billing.try (account_id, subject_id, lane, share_id, test, n, at, latency_ms)
     select account_id, subject_id, lane, share_id, test, 1, due_at, 0 from billing.job where subject_id = $1`,
    [broken],
  );
  service.start();
  await until('the others to be settled', async () => (await waiting()).length === 1);
  assert.deepEqual(await waiting(), [broken]);
  for (const id of others) assert.deepEqual(await tries(id), [{ n: 1, status: 200 }]);
  const told = (text: string) => service.logged.filter((line) => line.includes(text));
  assert.ok(told('jobs could not be claimed or settled').length > 0, 'control: together they could not be written');
  assert.equal(told('what became of a job could not be written').length, 1);
  assert.match(told('what became of a job could not be written')[0] ?? '', new RegExp(String(broken)));

  const [later] = await service.tellMany(1);
  await until('what comes later', async () => (await tries(String(later))).length === 1);
  await until('it alone to be left', async () => (await waiting()).join() === broken);

  // Once it can be written it is, when its lease has ended.
  await service.query('delete from billing.try where subject_id = $1', [broken]);
  service.clock.now += 60;
  await until('it to be written, too', async () => (await waiting()).length === 0);
  assert.deepEqual(await tries(String(broken)), [{ n: 1, status: 200 }]);
});
