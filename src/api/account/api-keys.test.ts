import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scopes } from '../../domain/account/scope.ts';
import { KEYS_MAX } from '../../domain/account/stored-key.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const made = async (body: object = { name: 'Boutique' }, said: object = {}) =>
  (await service.call(createApiKey, { body, ...said })).json;

test('create-api-key returns the key once, with all scopes except account:admin and books:close', async () => {
  const { key, id, ...answered } = await made();
  assert.match(key, /^fk_live_[0-9A-Za-z]{92}$/);
  assert.deepEqual(answered, {
    name: 'Boutique',
    scopes: scopes.filter((scope) => scope !== 'account:admin' && scope !== 'books:close'),
    test: false,
    createdAt: service.clock.now,
    ending: key.slice(-4),
  });
  const { docs } = (await service.call(listApiKeys)).json;
  const listed = docs.find((doc: { id: string }) => doc.id === id);
  assert.deepEqual(listed, { id, ...answered });
});

test('only the last characters of a key are stored, permanently; older keys without them have none', async () => {
  const client = await service.owner.connect();
  await client.query("select set_config('app.account_id', $1, false)", [service.accountId]);
  const { id, key } = await made({ name: 'Vitrine' });
  const kept = await client.query('select k::text as said from billing.api_key k where id = $1', [id]);
  assert.ok(!kept.rows[0].said.includes(key.slice(-5)), kept.rows[0].said);
  assert.ok(kept.rows[0].said.includes(key.slice(-4)));
  const change = (ending: string) => client.query('update billing.api_key set ending = $2 where id = $1', [id, ending]);
  await assert.rejects(change('aaaa'), { code: 'FA003' });
  const older = (await made({ name: 'D’avant' })).id;
  await client.query('alter table billing.api_key disable trigger ending_stays');
  await assert.rejects(change('a key'), { code: '23514' });
  await client.query('update billing.api_key set ending = null where id = $1', [older]);
  await client.query('alter table billing.api_key enable trigger ending_stays');
  client.release(true);
  const { docs } = (await service.call(listApiKeys, { query: { limit: '100' } })).json;
  const endings = docs.map((each: { id: string; ending?: string }) => [each.id, each.ending]);
  assert.deepEqual(Object.fromEntries(endings)[id], key.slice(-4));
  assert.deepEqual(Object.fromEntries(endings)[older], undefined);
});

test('a key has the requested scopes, mode and expiry', async () => {
  const trial = await made({ name: 'Essai', scopes: ['BILLING:READ', 'billing:read'], test: true, expiresIn: 3_600 });
  assert.match(trial.key, /^fk_test_/);
  assert.deepEqual([trial.scopes, trial.test, trial.expiresAt], [['billing:read'], true, service.clock.now + 3_600]);
  assert.equal((await made({ name: 'A', expiresAt: 2_000_000_000 })).expiresAt, 2_000_000_000);
  const twice = { name: 'A', expiresAt: 2_000_000_000, expiresIn: 1 };
  assert.equal((await service.call(createApiKey, { body: twice })).refused, 'input_invalid');
});

test('scope_not_held: a key cannot grant scopes it does not have', async () => {
  const caller = { ...service.live, scopes: ['account:admin', 'billing:write'] as const };
  const granted = (scopes: string[]) => service.call(createApiKey, { body: { name: 'A', scopes }, caller });
  assert.deepEqual(await granted(['billing:read', 'catalog:read']), {
    refused: 'scope_not_held',
    scope: 'catalog:read',
  });
  assert.equal((await granted(['billing:read', 'account:read'])).refused, undefined);
  assert.deepEqual((await made(undefined, { caller })).scopes, ['billing:read', 'billing:write', 'account:read']);

  const { id } = await made({ name: 'A', scopes: ['catalog:read'] });
  const rotation = await service.call(rotateApiKey, { path: { id }, caller });
  assert.deepEqual(rotation, { refused: 'scope_not_held', scope: 'catalog:read' });
});

test('test_key_administers_nothing: a test key never gets account:admin, requested or by default', async () => {
  const asked = { name: 'Essai', test: true, scopes: ['account:admin', 'billing:read'] };
  assert.deepEqual(await service.call(createApiKey, { body: asked }), { refused: 'test_key_administers_nothing' });
  assert.ok(!(await made({ name: 'Essai', test: true })).scopes.includes('account:admin'));
  // Control: a live key can have the scope account:admin.
  assert.deepEqual((await made({ ...asked, test: false })).scopes, asked.scopes);
});

test('live_key_needed: a test key can list test keys but not manage keys', async () => {
  const trial = await made({ name: 'Essai', test: true });
  const caller = service.test;
  for (const operation of [createApiKey, revokeApiKey, rotateApiKey]) {
    const body = operation === createApiKey ? { name: 'A' } : {};
    const { refused } = await service.call(operation, { path: { id: trial.id }, body, caller });
    assert.equal(refused, 'live_key_needed', operation.name);
  }
  const { docs } = (await service.call(listApiKeys, { caller })).json;
  assert.ok(docs.length > 0 && docs.every((doc: { test: boolean }) => doc.test));
});

test('key_not_found: an unknown or malformed id, another account', async () => {
  const other = await service.newAccount('Autre');
  const theirs = await made(undefined, { caller: other.live });
  for (const operation of [revokeApiKey, rotateApiKey])
    for (const id of [unknownId, 'x', theirs.id])
      assert.equal((await service.call(operation, { path: { id } })).refused, 'key_not_found', operation.name);
});

test('key_already_revoked: a revoked key cannot be revoked again or rotated', async () => {
  const { id } = await made();
  assert.equal((await service.call(revokeApiKey, { path: { id } })).refused, undefined);
  const { docs } = (await service.call(listApiKeys, { query: { limit: '100' } })).json;
  assert.equal(docs.find((doc: { id: string }) => doc.id === id).revokedAt, service.clock.now);
  for (const operation of [revokeApiKey, rotateApiKey])
    assert.equal((await service.call(operation, { path: { id } })).refused, 'key_already_revoked', operation.name);
});

test('a rotated key expires at once or after the overlap, and names its successor', async () => {
  const [now, old] = [
    service.clock.now,
    await made({ name: 'Boutique', scopes: ['billing:read'], expiresIn: 90 * 86_400 }),
  ];
  const path = { id: old.id };
  const successor = (await service.call(rotateApiKey, { path, body: { overlapSeconds: 86_400 } })).json;
  assert.deepEqual(
    [successor.name, successor.scopes, successor.expiresAt],
    ['Boutique', ['billing:read'], now + 90 * 86_400],
  );
  assert.notEqual(successor.key, old.key);
  const listed = async (id: string) =>
    (await service.call(listApiKeys, { query: { limit: '100' } })).json.docs.find(
      (doc: { id: string }) => doc.id === id,
    );
  assert.deepEqual([(await listed(old.id)).expiresAt, (await listed(old.id)).replacedBy], [now + 86_400, successor.id]);
  assert.equal((await service.call(rotateApiKey, { path })).refused, 'key_already_revoked');

  await service.call(rotateApiKey, { path: { id: successor.id } });
  assert.equal((await listed(successor.id)).revokedAt, now);
  const tooLong = await service.call(rotateApiKey, { path, body: { overlapSeconds: 7 * 86_400 + 1 } });
  assert.equal(tooLong.refused, 'input_invalid');
});

test('too_many_keys: an account has at most a hundred active keys, even with concurrent creation', async () => {
  const { live } = await service.newAccount('Collection');
  const ask = () => service.call(createApiKey, { body: { name: 'A' }, caller: live });
  const answers = await Promise.all(Array.from({ length: KEYS_MAX + 5 }, ask));
  const refused = answers.filter((answer) => answer.refused);
  assert.equal(refused.length, 5);
  assert.deepEqual(refused[0], { refused: 'too_many_keys', limit: KEYS_MAX });

  const id = answers.find((answer) => !answer.refused)?.json.id;
  await service.call(revokeApiKey, { path: { id }, caller: live });
  assert.equal((await ask()).refused, undefined);
});

test('cursor pagination returns each key once', async () => {
  const { live } = await service.newAccount('Pages');
  for (let made = 0; made < 5; made++) await service.call(createApiKey, { body: { name: `${made}` }, caller: live });
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = (await service.call(listApiKeys, { query: { limit: '2', ...(cursor && { cursor }) }, caller: live }))
      .json;
    read.push(...page.docs.map((doc: { name: string }) => doc.name));
    cursor = page.nextCursor;
  } while (cursor);
  assert.deepEqual(read, ['4', '3', '2', '1', '0']);
});

test('secret_shown_once: a retry creates no second key and returns the id; the secret is never stored', async () => {
  const said = { body: { name: 'Rejouée' }, idempotencyKey: 'c0ffee-1' };
  const first = await service.call(createApiKey, said);
  const again = await service.call(createApiKey, said);
  assert.deepEqual(again, { refused: 'secret_shown_once', id: first.json.id });
  const { docs } = (await service.call(listApiKeys, { query: { limit: '100' } })).json;
  assert.equal(docs.filter(({ name }: { name: string }) => name === 'Rejouée').length, 1);
  const client = await service.owner.connect();
  await client.query("select set_config('app.account_id', $1, false)", [service.accountId]);
  const { rows } = await client.query('select body from billing.idempotency');
  client.release(true);
  assert.deepEqual(rows, [{ body: first.json.id }]);
});

test('key_over_already: a key cannot be created with an expiry in the past', async () => {
  const now = service.clock.now;
  const ask = (expiresAt: number) => service.call(createApiKey, { body: { name: 'A', expiresAt } });
  assert.deepEqual(await ask(now), { refused: 'key_over_already', expiresAt: now });
  assert.equal((await ask(now + 1)).json.expiresAt, now + 1);
});

test('key_outlives_maker: an expiring key cannot create or rotate keys that expire later', async () => {
  const now = service.clock.now;
  const caller = { ...service.live, until: now + 3_600 };
  const ask = (body: object) => service.call(createApiKey, { body: { name: 'A', ...body }, caller });
  assert.deepEqual(await ask({ expiresIn: 3_601 }), { refused: 'key_outlives_maker', expiresAt: now + 3_600 });
  assert.equal((await ask({ expiresIn: 60 })).json.expiresAt, now + 60);
  assert.equal((await ask({})).json.expiresAt, now + 3_600, 'without an expiry the new key expires with its creator');

  const lasting = await made();
  const successor = (await service.call(rotateApiKey, { path: { id: lasting.id }, caller })).json;
  assert.equal(successor.expiresAt, now + 3_600);
  assert.equal((await made()).expiresAt, undefined, 'a key without an expiry creates a key without an expiry');
});
