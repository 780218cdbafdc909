import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DeliveringService, deliveringService, until } from './delivering.ts';
import { type Receiver, receiver } from './receiver.ts';

let service: DeliveringService;
let hooks: Receiver;
before(async () => {
  service = await deliveringService();
  hooks = await receiver();
});
after(async () => {
  await service.close();
  await hooks.close();
});

test('what happens is delivered at once, signed, and the attempt can be looked at', async () => {
  const { json: webhook } = await service.call('create-webhook', { body: { url: `${hooks.url}first`, events: ['*'] } });
  const { json: tested } = await service.call('test-webhook', { path: { id: webhook.id } });
  await until('the test event', () => hooks.received.length === 1);
  const [one] = hooks.received;
  assert.equal(one?.id, tested.eventId);
  await until(
    'the attempt',
    async () => (await service.call('list-webhook-attempts', { path: { id: webhook.id } })).json.totalDocs === 1,
  );
});
