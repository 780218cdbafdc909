import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../support/documents/example-books.ts';
import { until } from '../support/runner/wait-until.ts';
import { type DeliveryFixture, deliveryFixture } from '../webhooks/delivery-fixtures.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';

let service: DeliveryFixture;
let hooks: Receiver;
beforeAll(async () => {
  service = await deliveryFixture();
  hooks = await receiver({ clear: true, behave: (_, response) => void response.writeHead(410).end() });
  await booksOf(service).company({ name: 'Zoé Martin EI', email: 'zoe@example.org' });
});
afterAll(async () => {
  await service.close();
  await hooks.close();
});

const written = async (test: boolean): Promise<any[]> =>
  (await service.query('select state, purpose, content from billing.mail where test = $1 order by id', [test])).map(
    ({ state, purpose, content }) => ({ state, purpose, ...JSON.parse(content) }),
  );

/** A webhook that answers 410, and an event for it; resolves once it is disabled. */
async function disabled(caller = service.live): Promise<string> {
  const said = { url: `${hooks.url}secret-path`, events: ['invoice.paid'] };
  const { id } = (await service.call('create-webhook', { caller, body: said })).json;
  await service.emitEvents(1, { type: 'invoice.paid', caller });
  const seen = async () => (await service.call('get-webhook', { caller, path: { id } })).json;
  await until('the webhook to be off', async () => !(await seen()).isActivated);
  await service.call('delete-webhook', { caller, path: { id } });
  return id;
}

test('a mail tells the owner that a webhook was disabled and why, without its URL', async () => {
  await disabled();
  const [notice, ...others] = await written(false);
  assert.deepEqual([notice.state, notice.purpose, others.length], ['waiting', 'notice', 0]);
  assert.deepEqual(notice.recipients, [{ address: 'zoe@example.org', as: 'to', state: 'waiting' }]);
  assert.equal(notice.subject, `Webhook désactivé\u00a0: 127.0.0.1:${hooks.port}`);
  assert.match(notice.text, /n’existe plus \(410\)/);
  assert.ok(!notice.text.includes('secret-path'));
});

test('a test webhook reports to the mailbox; without mail server or address it is still disabled', async () => {
  await disabled(service.test);
  assert.deepEqual(
    (await written(true)).map(({ state, purpose }) => [state, purpose]),
    [['kept', 'notice']],
  );
  const { mail } = service.services.environment;
  service.services.environment.mail = undefined;
  await disabled();
  service.services.environment.mail = mail;
  await booksOf(service).company({ email: null });
  await disabled();
  assert.equal((await written(false)).length, 1);
});
