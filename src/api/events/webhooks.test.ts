import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Said, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ENDPOINTS_MAX } from '../../domain/events/endpoint.ts';
import { publishEvent } from '../../services/events/publish-event.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const HOOK = { url: 'https://example.com/hook', events: ['project.created', 'invoice.paid'] };
const UNKNOWN = '01890a5d-ac96-774b-bcce-b302099a8057';
const ask = (name: string, said: Said = {}) => service.call(name, said);
const made = async (body: object, given: Said = {}) => (await ask('create-webhook', { body, ...given })).json;
const patched = (id: string, body: object, given: Said = {}) => ask('update-webhook', { path: { id }, body, ...given });
const faultsOf = (answer: { faults?: { code: string }[] }) => answer.faults?.map(({ code }) => code);

/** Publishes an event of the account and returns the pending deliveries of each endpoint. */
async function happened(type: 'project.created' | 'invoice.paid' | 'task.created', test = false): Promise<string> {
  return inTransaction(service.services.pool, { accountId: service.accountId, test }, async (tx) => {
    const id = service.services.newId();
    const context = { tx, now: service.clock.now, newId: () => id };
    publishEvent(context, { type, subjectId: id, test }, {});
    return { commit: true, answer: id };
  });
}
const waitingFor = (id: string, account = service.accountId): Promise<string[]> =>
  inTransaction(service.services.pool, { accountId: account, test: false }, async (tx) => {
    const text = 'select subject_id as event_id from billing.job where share_id = $1 order by subject_id';
    const rows = await tx.read({ text }, [id]);
    return { commit: false, answer: rows.map(({ event_id }) => event_id as string) };
  });

test('create-webhook returns the secret and sorted unique types; get-webhook and list-webhooks omit the secret', async () => {
  const body = { ...HOOK, events: ['Project.Created', 'invoice.paid', 'PROJECT.CREATED'], source: 'make' };
  const { secret, ...webhook } = await made(body);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { id, ...rest } = webhook;
  assert.deepEqual(rest, {
    companyId: service.accountId,
    url: 'https://example.com/hook',
    description: '',
    events: ['invoice.paid', 'project.created'],
    isActivated: true,
    test: false,
    createdAt: service.clock.now,
    updatedAt: service.clock.now,
    source: 'make',
    madeBy: null,
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    formerSecretUntil: null,
  });
  assert.deepEqual((await ask('get-webhook', { path: { id } })).json, webhook);
  assert.deepEqual((await ask('list-webhooks', { query: { url: HOOK.url } })).json.docs, [webhook]);
  assert.equal((await ask('list-webhooks', { query: { url: 'https://example.com/other' } })).json.totalDocs, 0);
  assert.deepEqual(
    await made({ ...HOOK, description: 'Again' }),
    webhook,
    'the existing webhook is returned unchanged',
  );
  assert.notEqual(
    (await made({ ...HOOK, events: ['invoice.paid'] })).id,
    id,
    'with other events it is another webhook',
  );
});

test('twenty concurrent requests for the same webhook create one, and one of them gets the secret', async () => {
  const body = { url: 'https://example.com/crowd', events: ['*', 'invoice.paid'] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('create-webhook', { body })));
  assert.deepEqual(
    answers.map((each) => (each.refused ? each.refused : each.status)),
    Array.from({ length: 20 }, () => 201),
  );
  assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
  assert.equal(answers.filter(({ json }) => json.secret).length, 1);
  assert.deepEqual(answers[0]?.json.events, ['*']);
  const control = { url: 'https://example.com/crowd' };
  const others = await Promise.all(
    ['task.created', 'task.updated'].map((type) => made({ ...control, events: [type] })),
  );
  assert.equal(new Set(others.map(({ id }) => id)).size, 2, 'different webhooks stay two');
});

test('creating the same webhook again changes isActivated only if it is given', async () => {
  const body = { url: 'https://example.com/switched', events: ['*'] };
  const { id } = await made({ ...body, isActivated: false });
  assert.equal((await made(body)).isActivated, false, 'without isActivated it stays disabled');
  assert.deepEqual([(await made({ ...body, isActivated: true })).isActivated, id], [true, (await made(body)).id]);
  assert.equal((await made({ ...body, isActivated: false })).isActivated, false);
});

test('secret_shown_once: a retry by idempotency key returns the webhook id; answers without a secret are repeated', async () => {
  const said = { body: { url: 'https://example.com/keyed', events: ['*'] }, idempotencyKey: 'hook-1' };
  const [first, again] = [await ask('create-webhook', said), await ask('create-webhook', said)];
  assert.match(first.json.secret, /^whsec_/);
  assert.deepEqual(again, { refused: 'secret_shown_once', id: first.json.id });

  const there = { ...said, idempotencyKey: 'hook-2' };
  const [found, foundAgain] = [await ask('create-webhook', there), await ask('create-webhook', there)];
  assert.deepEqual([found.json.id, found.json.secret], [first.json.id, undefined]);
  assert.deepEqual(foundAgain.json, found.json);
});

test('a webhook URL uses https, has no credentials or fragment, and at most 2,048 characters', async () => {
  const url = (said: unknown) => ask('create-webhook', { body: { ...HOOK, url: said } }) as Promise<never>;
  assert.deepEqual(faultsOf(await url('https://me:secret@example.com/')), ['url_with_credentials']);
  assert.deepEqual(faultsOf(await url('https://me@example.com/')), ['url_with_credentials']);
  assert.deepEqual(faultsOf(await url('https://example.com/#top')), ['url_with_fragment']);
  for (const malformed of [
    '',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://',
    'file:///etc/passwd',
  ])
    assert.deepEqual(faultsOf(await url(malformed)), ['url_malformed'], malformed);
  assert.equal(
    (await ask('create-webhook', { body: { ...HOOK, url: `https://example.com/${'a'.repeat(2_048)}` } })).refused,
    'input_invalid',
  );
  assert.equal((await made({ ...HOOK, url: 'HTTPS://EXAMPLE.com:443/a b' })).url, 'https://example.com/a%20b');
  assert.equal((await made({ ...HOOK, url: `https://example.com:8443/${'a'.repeat(2_020)}` })).events.length, 2);
});

test('a webhook has at least one event type, and only known ones', async () => {
  for (const events of [[], ['project.exploded'], ['project.*'], 'project.created', ['']])
    assert.equal((await ask('create-webhook', { body: { ...HOOK, events } })).refused, 'input_invalid');
});

test('webhook_url_not_https, webhook_url_not_public: refused unless the operator allows the network', async () => {
  const refusedBy = async (url: string) => (await ask('create-webhook', { body: { ...HOOK, url } })).refused;
  assert.equal(await refusedBy('http://93.184.215.14/'), 'webhook_url_not_https');
  assert.equal(await refusedBy('https://192.168.1.10/'), 'webhook_url_not_public');
  assert.equal(await refusedBy('https://[::ffff:10.0.0.1]/'), 'webhook_url_not_public');
  assert.equal(await refusedBy('http://127.0.0.1:9999/'), undefined, 'tests allow this machine');
  const { webhooks } = service.services.environment;
  service.services.environment.webhooks = { ...webhooks, allowedNetworks: [] };
  for (const local of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://2130706433/',
  ])
    assert.equal(await refusedBy(local), 'webhook_url_not_public', local);
  assert.equal(await refusedBy('http://example.com/'), 'webhook_url_not_https');
  const { id } = await made({ url: 'https://example.com/moving', events: ['*'] });
  assert.equal((await patched(id, { url: 'https://10.0.0.1/' })).refused, 'webhook_url_not_public');
  service.services.environment.webhooks = webhooks;
});

test('update-webhook changes the given members, and resets failures when activated', async () => {
  const { id } = await made({ url: 'https://example.com/patched', events: ['invoice.paid'] });
  service.clock.now += 60;
  const { json } = await patched(id, { events: ['*'], description: 'Tout' });
  assert.deepEqual(
    [json.events, json.description, json.isActivated, json.updatedAt],
    [['*'], 'Tout', true, service.clock.now],
  );
  assert.equal((await patched(id, {})).json.description, 'Tout');
  await inTransaction(service.services.pool, service.live, async (tx) => {
    const text =
      "update billing.endpoint set active = false, failing_since = 5, disabled_at = 6, disabled_reason = 'failing' where id = $1";
    tx.write({ text }, [id]);
    return { commit: true, answer: undefined };
  });
  const marks = ({ json: { isActivated, failingSince, disabledAt, disabledReason } }: { json?: any }) => [
    ...[isActivated, failingSince, disabledAt, disabledReason],
  ];
  assert.deepEqual(marks(await patched(id, { description: 'Rien' })), [false, 5, 6, 'failing']);
  assert.deepEqual(marks(await patched(id, { isActivated: true })), [true, null, null, null]);
});

test('webhook_already_there: a webhook cannot be changed to duplicate another', async () => {
  const one = await made({ url: 'https://example.com/one', events: ['*'] });
  const other = await made({ url: 'https://example.com/two', events: ['*'] });
  const answer = await patched(other.id, { url: 'https://example.com/one' });
  assert.deepEqual(answer, { refused: 'webhook_already_there', webhookId: one.id });
  assert.equal(
    (await patched(one.id, { url: 'https://example.com/one' })).refused,
    undefined,
    'a webhook is no duplicate of itself',
  );
});

test('delete-webhook deletes pending deliveries; concurrent events still succeed', async () => {
  const { id } = await made({ url: 'https://example.com/gone', events: ['invoice.paid'] });
  const before = await happened('invoice.paid');
  assert.deepEqual(await waitingFor(id), [before]);
  const many = Promise.all(Array.from({ length: 20 }, () => happened('invoice.paid')));
  assert.equal((await ask('delete-webhook', { path: { id } })).refused, undefined);
  assert.equal((await many).length, 20);
  assert.deepEqual(await waitingFor(id), []);
  assert.equal((await ask('delete-webhook', { path: { id } })).refused, 'webhook_not_found');
});

test('webhook_not_found: an unknown or malformed id, another account, the other mode', async () => {
  const other = await service.newAccount('Otto Fremd');
  const { id } = await made({ url: 'https://example.com/mine', events: ['*'] });
  const tried = await made({ url: 'https://example.com/mine', events: ['*'] }, { caller: service.test });
  assert.deepEqual([tried.test, tried.id !== id], [true, true]);
  const byId = [
    'get-webhook',
    'update-webhook',
    'delete-webhook',
    'rotate-webhook-secret',
    'test-webhook',
    'list-webhook-attempts',
  ];
  for (const name of byId) {
    for (const unknown of [UNKNOWN, 'x', tried.id])
      assert.equal((await ask(name, { path: { id: unknown } })).refused, 'webhook_not_found', name);
    for (const caller of [other.live, other.test, service.test])
      assert.equal((await ask(name, { path: { id }, caller })).refused, 'webhook_not_found', name);
  }
  const replay = { path: { id: UNKNOWN }, body: { from: service.clock.now } };
  assert.equal((await ask('replay-webhook', replay)).refused, 'webhook_not_found');
});

test('a test event is queued only for test webhooks, a live event only for live ones that subscribe to it', async () => {
  const live = await made({ url: 'https://example.com/modes', events: ['task.created'] });
  const tried = await made({ url: 'https://example.com/modes', events: ['task.created'] }, { caller: service.test });
  const off = await made({ url: 'https://example.com/off', events: ['task.created'], isActivated: false });
  const [liveEvent, testEvent] = [await happened('task.created'), await happened('task.created', true)];
  await happened('project.created');
  assert.deepEqual(await waitingFor(live.id), [liveEvent]);
  assert.deepEqual(await waitingFor(tried.id), [testEvent]);
  assert.deepEqual(await waitingFor(off.id), []);
});

test('rotate-webhook-secret returns a new secret once, and until when the old one still signs', async () => {
  const { id, secret } = await made({ url: 'https://example.com/rotated', events: ['*'] });
  const { json } = await ask('rotate-webhook-secret', { path: { id } });
  assert.match(json.secret, /^whsec_/);
  assert.notEqual(json.secret, secret);
  assert.equal(json.formerSecretUntil, service.clock.now + 24 * 3600);
  assert.equal((await ask('get-webhook', { path: { id } })).json.secret, undefined);
});

test('test-webhook queues a test event for that webhook only; webhook_not_active if it is inactive', async () => {
  const body = { events: ['invoice.paid'] };
  const [one, other] = [
    await made({ ...body, url: 'https://example.com/t1' }),
    await made({ ...body, url: 'https://example.com/t2', events: ['*'] }),
  ];
  const { json } = await ask('test-webhook', { path: { id: one.id } });
  assert.deepEqual([await waitingFor(one.id), await waitingFor(other.id)], [[json.eventId], []]);
  await patched(one.id, { isActivated: false });
  assert.equal((await ask('test-webhook', { path: { id: one.id } })).refused, 'webhook_not_active');
  const replay = { path: { id: one.id }, body: { eventId: json.eventId } };
  assert.equal((await ask('replay-webhook', replay)).refused, 'webhook_not_active');
});

test('replay-webhook queues one event again, or all subscribed events of a period', async () => {
  service.clock.now += 1_000;
  const from = service.clock.now;
  const [paid, created] = [await happened('invoice.paid'), await happened('project.created')];
  await happened('task.created');
  const { id } = await made({ url: 'https://example.com/late', events: HOOK.events });
  const replay = (body: object) => ask('replay-webhook', { path: { id }, body });
  assert.deepEqual((await replay({ from, types: ['invoice.paid', 'task.created'] })).json, { queued: 1 });
  assert.deepEqual(await waitingFor(id), [paid]);
  assert.deepEqual((await replay({ from, to: service.clock.now })).json, { queued: 2 });
  assert.deepEqual(await waitingFor(id), [paid, created]);
  assert.deepEqual((await replay({ from: from + 1 })).json, { queued: 0 });
  assert.deepEqual((await replay({ eventId: paid })).json, { queued: 1 });
});

test('event_not_found, replay_too_old, replay_too_large; an event and a period cannot be combined', async () => {
  const { id } = await made({ url: 'https://example.com/replayed', events: ['*'] });
  const replay = (body: object) => ask('replay-webhook', { path: { id }, body });
  for (const eventId of [UNKNOWN, 'x']) assert.equal((await replay({ eventId })).refused, 'event_not_found');
  const testEvent = await happened('task.created', true);
  assert.equal((await replay({ eventId: testEvent })).refused, 'event_not_found', 'an event of test mode');
  const since = service.clock.now - 30 * 86_400;
  assert.deepEqual(await replay({ from: since - 1 }), { refused: 'replay_too_old', since });
  for (const body of [{}, { to: 5 }, { eventId: UNKNOWN, from: 5 }])
    assert.equal((await replay(body)).refused, 'input_invalid');
  await inTransaction(service.services.pool, service.live, async (tx) => {
    const text = `insert into billing.event (account_id, id, test, type, subject_id, at, body, place)
      select $1, gen_random_uuid(), false, 'task.created', $2, $3, '{}', 1000000 + n from generate_series(1, 10001) n`;
    tx.write({ text }, [service.accountId, UNKNOWN, service.clock.now + 50]);
    return { commit: true, answer: undefined };
  });
  const at = service.clock.now + 50;
  assert.deepEqual(await replay({ from: at, to: at }), { refused: 'replay_too_large', limit: 10_000 });
});

test(`too_many_webhooks: at most ${ENDPOINTS_MAX} per mode, even with concurrent creation`, async () => {
  const { live, test: tried } = await service.newAccount('Viele Haken');
  const ofNumber = (at: number, caller = live) =>
    ask('create-webhook', { caller, body: { url: `https://example.com/${at}`, events: ['*'] } });
  const answers = await Promise.all(Array.from({ length: ENDPOINTS_MAX + 5 }, (_, at) => ofNumber(at)));
  const refused = answers.filter((answer) => answer.refused);
  assert.equal(refused.length, 5);
  assert.deepEqual(refused[0], { refused: 'too_many_webhooks', limit: ENDPOINTS_MAX });
  assert.equal((await ofNumber(1, tried)).refused, undefined);
  const made = answers.findIndex((answer) => !answer.refused);
  assert.equal((await ofNumber(made)).refused, undefined, 'creating an existing webhook again adds none');
});

test('list-webhooks supports numbered pages and cursors', async () => {
  const { live } = await service.newAccount('Drei Haken');
  for (const at of [1, 2, 3]) await made({ url: `https://example.com/${at}`, events: ['*'] }, { caller: live });
  const list = async (query: object) =>
    (await ask('list-webhooks', { caller: live, query: { limit: 2, ...query } })).json;
  const first = await list({});
  assert.deepEqual([first.totalDocs, first.hasNextPage], [3, true]);
  const [byPage, byCursor] = [await list({ page: 2 }), await list({ cursor: first.nextCursor })];
  assert.deepEqual(byCursor.docs, byPage.docs);
  const urls = [...first.docs, ...byPage.docs].map(({ url }) => url.slice(-1));
  assert.deepEqual(urls, ['3', '2', '1']);
});
