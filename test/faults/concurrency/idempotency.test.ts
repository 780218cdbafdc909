import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { waitingForLocks } from '../../support/database/waiting-for-locks.ts';
import { isLongForm } from '../../support/runner/long-form.ts';
import type { Answered } from '../../support/service/http-client.ts';
import { ONE_LINE } from '../../support/service/retrying-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';

const KEYS = isLongForm ? 100 : 40;
const REPEATS = 5;
/** Parallel keys: a busy server closes connections whose TLS handshake takes ten seconds. */
const AT_ONCE = 20;

let service: ServiceOverHttps;
let customerId: string;
let other: Awaited<ReturnType<ServiceOverHttps['another']>>;
beforeAll(async () => {
  service = await serviceOverHttps();
  other = await service.another();
  const billingAddress = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };
  const contact = await service.ask('/contact', { body: { firstname: 'Léa', lastname: 'Moreau', billingAddress } });
  customerId = contact.json.id;
});
afterAll(async () => {
  await other.stop();
  await service.close();
});

/** Sends requests to the two servers in turn. */
const ask = (turn: number, path: string, asked: object): Promise<Answered> =>
  turn % 2 === 0 ? service.ask(path, asked) : other.client.ask(path, { key: service.keys.live, ...asked });

const withKey = (key: string, body: unknown = { lines: ONE_LINE }) => ({
  method: 'POST',
  body,
  headers: { 'idempotency-key': key },
});
const invoices = async (): Promise<number> => (await service.ask('/v2/billings?limit=1')).json.totalDocs;

/** Responses of a slow server without a free connection or turn: retry. */
const LATER = [429, 503];

/** Repeats a request while its duplicate is still running or a retry is requested. */
async function settled(turn: number, path: string, asked: object): Promise<Answered & { inFlight: number }> {
  for (let inFlight = 0; ; inFlight++) {
    const answer = await ask(turn, path, asked);
    const isLater = LATER.includes(answer.status);
    if (!isLater && answer.json?.code !== 'idempotency.in_flight') return { ...answer, inFlight };
    if (!isLater) assert.deepEqual([answer.status, answer.headers['retry-after']], [409, '1']);
    await wait(20);
  }
}

test(`${KEYS} keys sent ${REPEATS} times at once to two servers have ${KEYS} effects and identical responses`, async () => {
  const before = await invoices();
  const path = `/v2/billing/invoice/${customerId}`;
  const answers: Answered[][] = [];
  for (let from = 0; from < KEYS; from += AT_ONCE) {
    const sent = Array.from({ length: AT_ONCE }, (_, at) =>
      Promise.all(Array.from({ length: REPEATS }, (__, turn) => settled(turn, path, withKey(`key-${from + at}`)))),
    );
    answers.push(...(await Promise.all(sent)));
  }
  assert.equal((await invoices()) - before, KEYS);
  for (const [key, repeats] of answers.entries()) {
    const first = repeats[0] as Answered;
    for (const { status, text, headers } of repeats) {
      assert.equal(status, 201, text);
      assert.equal(text, first.text, `key-${key}`);
      assert.equal(headers.etag, first.headers.etag);
    }
    const fresh = repeats.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
    assert.equal(fresh.length, 1, `key-${key} was answered ${fresh.length} times as new`);
  }
  assert.equal(new Set(answers.flat().map(({ json }) => json.id)).size, KEYS);
});

test(`control: without an idempotency key the same requests have ${KEYS * REPEATS} effects`, async () => {
  const before = await invoices();
  const path = `/v2/billing/invoice/${customerId}`;
  const asked = { method: 'POST', body: { lines: ONE_LINE } };
  const answers: Answered[] = [];
  for (let from = 0; from < KEYS * REPEATS; from += AT_ONCE * REPEATS)
    answers.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE * REPEATS }, (_, turn) => settled(turn, path, asked)))),
    );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal((await invoices()) - before, KEYS * REPEATS);
});

test('20 finalizations sent 5 times at once give 20 consecutive numbers and replay their responses', async () => {
  const drafts = await Promise.all(
    Array.from({ length: 20 }, () => service.ask(`/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } })),
  );
  const answers = await Promise.all(
    drafts.map(({ json }) =>
      Promise.all(
        Array.from({ length: REPEATS }, (_, turn) =>
          settled(turn, `/v2/billing/${json.id}/finalize`, { ...withKey(`seal-${json.id}`, {}), method: 'PATCH' }),
        ),
      ),
    ),
  );
  for (const repeats of answers) {
    assert.deepEqual(new Set(repeats.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(repeats.map(({ text }) => text)).size, 1);
  }
  const numbers = answers.map(([first]) => first?.json.number).toSorted();
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, at) => `F-2026-${String(at + 1).padStart(4, '0')}`),
  );
  assert.deepEqual(service.logged, []);
});

test('an idempotency key reused for another body or operation is refused with 422', async () => {
  const path = `/v2/billing/invoice/${customerId}`;
  const first = await service.ask(path, withKey('once'));
  assert.equal(first.status, 201);
  const count = await invoices();
  const reused = [
    await service.ask(path, withKey('once', { lines: [] })),
    await service.ask(`/v2/billing/estimate/${customerId}`, withKey('once')),
    await service.ask(path, { ...withKey('once'), headers: { 'idempotency-key': '"once"' }, body: { title: 'x' } }),
  ];
  for (const { status, json } of reused) assert.deepEqual([status, json.code], [422, 'idempotency.key_reused']);
  assert.equal(await invoices(), count);
  const testKey = await service.ask('/v2/billing/asset', { ...withKey('once', {}), key: service.keys.test });
  assert.equal(testKey.status, 201, 'the keys of test documents are their own');
});

test('a refusal is not stored: the same key succeeds once the draft has lines', async () => {
  const draft = await service.ask(`/v2/billing/invoice/${customerId}`, { body: {} });
  const path = `/v2/billing/${draft.json.id}`;
  const seal = { ...withKey('patience', {}), method: 'PATCH' };
  assert.equal((await service.ask(`${path}/finalize`, seal)).status, 422);
  assert.equal((await service.ask(`${path}/lines`, { method: 'PATCH', body: { lines: ONE_LINE } })).status, 200);
  const sealed = await service.ask(`${path}/finalize`, seal);
  assert.deepEqual([sealed.status, sealed.headers['idempotent-replayed']], [200, undefined]);
});

test('a repeat is refused with 409 while the first request is still running', async () => {
  const draft = await service.ask(`/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } });
  const path = `/v2/billing/${draft.json.id}/finalize`;
  const seal = { ...withKey('slow', {}), method: 'PATCH' };
  const holder = await service.owner.connect();
  await holder.query('begin');
  await holder.query("select set_config('app.account_id', $1, true)", [service.accountId]);
  await holder.query('select from billing.document where account_id = $1 and id = $2 for update', [
    service.accountId,
    draft.json.id,
  ]);
  const first = service.ask(path, seal);
  await waitingForLocks(service.database, 1);
  const repeat = other.client.ask(path, { key: service.keys.live, ...seal });
  // The repeat has looked up its key by then and waits with its other reads.
  await waitingForLocks(service.database, 2);
  await holder.query('rollback');
  holder.release();
  const answers = await Promise.all([first, repeat]);
  assert.deepEqual([answers[0].status, answers[1].status, answers[1].json.code], [200, 409, 'idempotency.in_flight']);
  const later = await service.ask(path, seal);
  assert.deepEqual([later.text, later.headers['idempotent-replayed']], [answers[0].text, 'true']);
});

test('after a restart the repeat gets the identical response, and nothing happens again', async () => {
  const path = `/v2/billing/invoice/${customerId}`;
  const first = await service.ask(path, withKey('lasting'));
  const count = await invoices();
  await service.restart();
  const again = await service.ask(path, withKey('lasting'));
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true']);
  assert.equal(await invoices(), count);
});
