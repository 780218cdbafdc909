import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteOldAttempts } from '../../src/db/events/delivery-attempts.ts';
import { deleteOldEvents, EVENTS_KEPT_SECONDS } from '../../src/db/events/events.ts';
import { until } from '../support/runner/wait-until.ts';
import { testWebhooks } from '../support/stand-ins/test-webhooks.ts';
import { type DeliveryFixture, deliveryFixture } from './delivery-fixtures.ts';
import { type Received, type Receiver, receiver } from './receiver.ts';
import { superuserQuery } from './superuser-query.ts';

const HOUR = 3600;

let service: DeliveryFixture;
let hooks: Receiver;
beforeAll(async () => {
  service = await deliveryFixture();
  hooks = await receiver();
});
afterAll(async () => {
  await service.close();
  await hooks.close();
});

const create = async (path: string, body: object, caller = service.live) => {
  const url = `${hooks.url}${path}`;
  return (await service.call('create-webhook', { caller, body: { url, ...body } })).json;
};
const receivedAt = (path: string): Received[] => hooks.received.filter((one) => one.path === `/${path}`);

/**
 * Whether the Standard Webhooks library accepts the signature with this secret, at the time of the
 * message.
 */
function isSignedBy(secret: string, { id, headers, body }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(id, at, body);
  return headers['webhook-signature']?.split(' ').includes(expected) ?? false;
}

test('an event is delivered at once as signed JSON, and the attempt can be viewed', async () => {
  const { id, secret } = await create('first', { events: ['*'] });
  const { json: tested } = await service.call('test-webhook', { path: { id } });
  await until('the test event', () => receivedAt('first').length === 1);
  const [one] = receivedAt('first') as [Received];
  assert.equal(one.id, tested.eventId);
  assert.equal(one.headers['content-type'], 'application/json');
  assert.equal(one.headers['user-agent'], 'Facturier-Webhooks/1');
  assert.equal(one.headers['webhook-timestamp'], String(service.clock.now));
  assert.ok(isSignedBy(secret, one));
  assert.ok(!isSignedBy(secret, { ...one, body: `${one.body} ` }), 'control: another body');
  const { webhook, event } = JSON.parse(one.body);
  assert.deepEqual([webhook.id, event.id, event.type], [id, tested.eventId, 'webhook.test']);

  const attempts = async () => (await service.call('list-webhook-attempts', { path: { id } })).json;
  await until('the attempt', async () => (await attempts()).totalDocs === 1);
  const [{ latencyMs, ...attempt }] = (await attempts()).docs;
  assert.deepEqual(attempt, {
    ...{ eventId: tested.eventId, type: 'webhook.test', n: 1, at: service.clock.now, status: 200 },
    ...{ fault: null, answer: 'ok', state: 'delivered', nextAttemptAt: null },
  });
  assert.ok(latencyMs >= 0);
});

test('a change made through the API is delivered: a created contact', async () => {
  await create('contacts', { events: ['contact.created'] });
  const contact = await service.call('create-contact', { body: { firstname: 'Léa', lastname: 'Moreau' } });
  await until('the event', () => receivedAt('contacts').length === 1);
  assert.ok(receivedAt('contacts')[0]?.body.includes(contact.json.id));
});

test('for 24 hours after a rotation one header has signatures of both secrets, then only of the new one', async () => {
  const { id, secret: old } = await create('rotated', { events: ['task.created'] });
  const { json } = await service.call('rotate-webhook-secret', { path: { id } });
  const began = service.clock.now;
  const signers: boolean[][] = [];
  for (const hours of [0, 6, 12, 18, 24 - 1 / HOUR, 24, 30]) {
    service.clock.now = Math.round(began + hours * HOUR);
    const [eventId] = await service.emitEvents(1, { type: 'task.created' });
    const arrived = () => receivedAt('rotated').find((each) => each.id === eventId);
    await until(`the event after ${hours} h`, () => arrived() !== undefined);
    await service.allTried();
    const one = arrived() as Received;
    signers.push([isSignedBy(old, one), isSignedBy(json.secret, one)]);
  }
  const both = [true, true];
  assert.deepEqual(signers, [both, both, both, both, both, [false, true], [false, true]]);
});

test('a replay keeps its event ID, and attempts continue counting', async () => {
  const { id } = await create('replayed', { events: ['task.deleted'] });
  const [eventId] = await service.emitEvents(1, { type: 'task.deleted' });
  await until('the event', () => receivedAt('replayed').length === 1);
  const attempts = async () => (await service.call('list-webhook-attempts', { path: { id } })).json.docs;
  await until('its attempt', async () => (await attempts()).length === 1);
  service.clock.now += HOUR;
  await service.call('replay-webhook', { path: { id }, body: { eventId } });
  await until('the event again', () => receivedAt('replayed').length === 2);
  assert.deepEqual(
    receivedAt('replayed').map((one) => one.id),
    [eventId, eventId],
  );
  await until('its second attempt', async () => (await attempts()).length === 2);
  assert.deepEqual(
    (await attempts()).map(({ n }: { n: number }) => n),
    [2, 1],
  );
});

test('deliveries never cross accounts or modes', async () => {
  const other = await service.newAccount('Otto Fremd');
  const callers = { own: service.live, ownTest: service.test, other: other.live, otherTest: other.test };
  const told = new Map<string, string[]>();
  for (const [name, caller] of Object.entries(callers)) await create(name, { events: ['product.created'] }, caller);
  for (const [name, caller] of Object.entries(callers))
    told.set(name, await service.emitEvents(25, { type: 'product.created', caller }));
  await until('all of them', () => Object.keys(callers).every((name) => receivedAt(name).length >= 25));
  for (const name of Object.keys(callers)) {
    const ids = receivedAt(name).map(({ id }) => id);
    assert.deepEqual(ids.sort(), told.get(name)?.sort(), name);
  }
});

test('webhook secrets are not in the database, the log or stored idempotent responses', async () => {
  const { secret, id } = await create('secretive', { events: ['*'] });
  const key = { idempotencyKey: 'secretive-1' };
  const body = { url: `${hooks.url}kept`, events: ['*'] };
  const { json: kept } = await service.call('create-webhook', { body, ...key });
  const { json: rotated } = await service.call('rotate-webhook-secret', { path: { id } });
  const { query, close } = await superuserQuery(service.database);
  const tables = await query("select tablename as name from pg_tables where schemaname = 'billing'");
  let rows = '';
  for (const { name } of tables)
    rows += (await query(`select t::text as row from billing."${name}" t`)).map(({ row }) => row).join('\n');
  await close();
  assert.ok(rows.includes(id) && rows.includes(`${hooks.url}secretive`), 'control: what is there is found');
  for (const each of [secret, kept.secret, rotated.secret]) {
    const bare = each.slice('whsec_'.length);
    for (const text of [each, bare, Buffer.from(bare, 'base64').toString('hex')]) {
      assert.ok(!rows.includes(text), 'in the database');
      assert.ok(!service.logged.join('').includes(text), 'in the log');
    }
  }
});

test('deleting, changing and replaying webhooks during delivery do not block each other', async () => {
  const type = 'product.updated';
  for (let round = 0; round < 8; round++) {
    const [first, second, third] = await Promise.all(
      ['a', 'b', 'c'].map((name) => create(`${name}${round}`, { events: [type] })),
    );
    await service.emitEvents(60, { type });
    const from = service.clock.now;
    await Promise.all([
      service.call('replay-webhook', { path: { id: second.id }, body: { from } }),
      service.call('delete-webhook', { path: { id: first.id } }),
      service.call('update-webhook', { path: { id: third.id }, body: { description: 'Autre' } }),
      service.emitEvents(20, { type }),
      service.call('replay-webhook', { path: { id: third.id }, body: { from } }),
      service.call('rotate-webhook-secret', { path: { id: second.id } }),
    ]);
    const arrived = (path: string) => new Set(receivedAt(path).map(({ id }) => id)).size;
    await until(`round ${round}`, () => arrived(`b${round}`) >= 80 && arrived(`c${round}`) >= 80);
    for (const { id } of [second, third]) await service.call('delete-webhook', { path: { id } });
  }
  assert.deepEqual(
    service.logged.filter((line) => line.includes('could not be claimed')),
    [],
  );
});

test('a webhook with an undecryptable secret is reported once and waits; others continue, and it resumes after rotation', async () => {
  const type = 'product.deleted';
  const { id } = await create('rekeyed', { events: [type] });
  await create('beside-rekeyed', { events: [type] });
  const foreign = testWebhooks().secrets.lock('whsec_AAAA', id);
  await service.query(
    "update billing.endpoint set content = jsonb_set(content::jsonb, '{secret}', to_jsonb($2::text))::text where id = $1",
    [id, foreign],
  );
  await service.emitEvents(3, { type });
  const attempts = async () => (await service.call('list-webhook-attempts', { path: { id } })).json.docs;
  await until('a try of each', async () => (await attempts()).length === 3);
  await until('those of the other', () => receivedAt('beside-rekeyed').length === 3);
  const [{ fault, state, status }] = await attempts();
  assert.deepEqual([fault, state, status], ['secret_unreadable', 'waiting', null]);
  assert.equal(receivedAt('rekeyed').length, 0);
  const told = () => service.logged.map((line) => JSON.parse(line)).filter(({ webhook }) => webhook === id);
  assert.equal(told().length, 1, 'once, whatever waits for it');
  const [{ remedy, account, err }] = told();
  assert.match(remedy, /KEYS_FOLDER.*rotate the secret/);
  assert.deepEqual([account, err], [service.accountId, undefined]);

  // For a day after a rotation the former secret also signs. Here it cannot be decrypted, and must
  // not block anything.
  const { secret } = (await service.call('rotate-webhook-secret', { path: { id } })).json;
  await service.allTried();
  service.clock.now += HOUR;
  await until('all that had waited', () => receivedAt('rekeyed').length === 3);
  assert.ok(receivedAt('rekeyed').every((one) => isSignedBy(secret, one)));
});

test('attempts and events are kept for 30 days, and deliveries are deleted with them', async () => {
  const { id } = await create('kept', { events: ['task.updated'] });
  await service.emitEvents(3, { type: 'task.updated' });
  const attempts = async () => (await service.call('list-webhook-attempts', { path: { id } })).json.totalDocs;
  await until('the attempts', async () => (await attempts()) === 3);
  const before = service.clock.now;
  await deleteOldAttempts({ pool: service.services.pool }, before);
  assert.equal(await attempts(), 3);
  await deleteOldAttempts({ pool: service.services.pool }, before + 1);
  assert.equal(await attempts(), 0);
  await service.stop();
  await service.emitEvents(2, { type: 'task.updated' });
  service.clock.now += 1;
  await service.emitEvents(1, { type: 'task.updated' });
  const deliveries = async () =>
    (await service.query('select count(*)::int as many from billing.job where share_id = $1', [id]))[0]?.many;
  assert.equal(await deliveries(), 3);
  // A batch has a maximum size, however many events share one second. A process that is shutting
  // down leaves the rest to the next.
  const asked = { pool: service.services.pool };
  const over = service.clock.now + EVENTS_KEPT_SECONDS;
  let batches = 0;
  const gone = await deleteOldEvents({ ...asked, most: 1, isEnding: () => batches++ > 0 }, over + 1);
  assert.equal(gone, 1);
  assert.ok((await deliveries()) > 0);
  await deleteOldEvents(asked, over);
  assert.equal(await deliveries(), 1);
  await deleteOldEvents(asked, over + 1);
  assert.equal(await deliveries(), 0);
});
