import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

const STORED = sql`select * from billing.platform_connection where account_id = $1`;

let service: TestService;
let books: Books;
let trials: Books;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  service.services.environment.webhooks.allowedNetworks = [];
  books = booksOf(service);
  trials = booksOf(service, service.test);
  platform = approvedPlatform(service);
});
afterAll(() => service.close());

const refusedBy = (form: object) => books.refusal('connect-platform', undefined, { ...PLATFORM, ...form });

test('connect-platform, list-platform-connections: the secret is checked, encrypted and never returned', async () => {
  const { id, name, sends, receives, isAutomatic, flowUrl } = await books.done('connect-platform', undefined, PLATFORM);
  assert.deepEqual(
    { name, sends, receives, isAutomatic },
    { name: 'platform.example.org', sends: true, receives: true, isAutomatic: false },
  );
  // "/v1" and the slash at the end are pasted by many people.
  assert.equal(flowUrl, 'https://platform.example.org/flow-service');
  const listed = await books.done('list-platform-connections');
  assert.deepEqual(
    listed.connections.map((each: any) => each.id),
    [id],
  );
  assert.doesNotMatch(JSON.stringify(listed), /secret-of-zoe/);
  const stored = await inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: JSON.stringify(await tx.read(STORED, [service.accountId])),
  }));
  assert.match(stored, /platform\.example\.org/);
  assert.doesNotMatch(stored, /secret-of-zoe/);
});

test('a connection replaces those that had its uses, and one may send while another receives', async () => {
  await books.done('connect-platform', undefined, PLATFORM);
  await books.done('connect-platform', undefined, { ...PLATFORM, sends: false });
  const { connections } = await books.done('list-platform-connections');
  assert.deepEqual(
    connections.map(({ sends, receives }: any) => ({ sends, receives })),
    [
      { sends: true, receives: false },
      { sends: false, receives: true },
    ],
  );
  await books.done('connect-platform', undefined, PLATFORM);
  assert.equal((await books.done('list-platform-connections')).connections.length, 1);
});

test('live and test never mix: a sandbox belongs to test mode, whose keys see and change nothing else', async () => {
  await books.done('connect-platform', undefined, { ...PLATFORM, isSandbox: true });
  const live = (await books.done('list-platform-connections')).connections;
  assert.deepEqual(
    live.map((each: any) => each.test),
    [false, true],
  );
  const seen = (await trials.done('list-platform-connections')).connections;
  assert.deepEqual(
    seen.map((each: any) => each.test),
    [true],
  );
  for (const name of ['test-platform-connection', 'disconnect-platform'])
    assert.equal(await trials.refusal(name, seen[0].id), 'live_key_needed', name);
  assert.equal(await trials.refusal('connect-platform', undefined, PLATFORM), 'live_key_needed');
  const change = { isAutomatic: true };
  assert.equal(await trials.refusal('update-platform-connection', seen[0].id, change), 'live_key_needed');
});

test('what is wrong with a connection is said at its field', async () => {
  const { flowUrl: _, ...withoutFlow } = PLATFORM;
  assert.equal(await books.refusal('connect-platform', undefined, withoutFlow), 'platform_address_needed');
  assert.equal(await refusedBy({ flowUrl: 'http://platform.example.org/' }), 'platform_address_not_https');
  assert.equal(await refusedBy({ tokenUrl: 'https://169.254.169.254/token' }), 'platform_address_not_public');
  assert.equal(await refusedBy({ directoryUrl: 'https://localhost/' }), 'platform_address_not_public');
  assert.equal(await refusedBy({ sends: false, receives: false }), 'input_invalid');
  const { clientSecret: __, ...withoutSecret } = PLATFORM;
  assert.equal(await books.refusal('connect-platform', undefined, withoutSecret), 'platform_keys_needed');
  assert.equal(await refusedBy({ clientSecret: 'another' }), 'platform_keys_refused');
  assert.equal(await refusedBy({ flowUrl: 'https://platform.example.org/nothing-here' }), 'platform_answers_otherwise');
  platform.answers = async () => {
    throw new Error('connect ETIMEDOUT');
  };
  assert.equal(await refusedBy({ clientId: 'anew' }), 'platform_unreachable');
  platform.answers = platform.calm;
  assert.equal((await books.done('list-platform-connections')).connections.filter((each: any) => !each.test).length, 1);
});

test('test-platform-connection: a refused secret is shown with the answer of the platform', async () => {
  const { id } = await books.done('connect-platform', undefined, PLATFORM);
  platform.answers = async ({ url }) => ({
    status: url.includes('token') ? 401 : 403,
    headers: {},
    body: Buffer.from('{"error":"revoked"}'),
  });
  const { failure } = await books.done('test-platform-connection', id);
  assert.equal(failure.reason, 'keys_refused');
  platform.answers = platform.calm;
  assert.equal((await books.done('test-platform-connection', id)).failure, undefined);
});

test('update-platform-connection, platform_not_for_sending: a connection for receiving only cannot send documents automatically', async () => {
  const { id } = await books.done('connect-platform', undefined, { ...PLATFORM, sends: false });
  assert.equal(
    await books.refusal('update-platform-connection', id, { isAutomatic: true }),
    'platform_not_for_sending',
  );
});

test('disconnect-platform, platform_connection_not_found: the credentials are deleted', async () => {
  const { id } = await books.done('connect-platform', undefined, PLATFORM);
  await books.done('disconnect-platform', id);
  assert.equal(await books.refusal('disconnect-platform', id), 'platform_connection_not_found');
  assert.equal(await books.refusal('test-platform-connection', id), 'platform_connection_not_found');
});

test('another account neither sees nor changes a connection', async () => {
  const { id } = await books.done('connect-platform', undefined, PLATFORM);
  const other = await testService();
  try {
    assert.equal(await booksOf(other).refusal('disconnect-platform', id), 'platform_connection_not_found');
    assert.deepEqual((await booksOf(other).done('list-platform-connections')).connections, []);
  } finally {
    await other.close();
  }
});
