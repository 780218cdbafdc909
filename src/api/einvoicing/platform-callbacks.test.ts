import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { assertStandard, checked } from '../../../test/trial-platform/standard.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';
import { processLimits } from '../../limits/process-limits.ts';
import type { Callback } from '../../trial-platform/webhooks.ts';

// Webhooks of an approved platform: it calls, and what changed is read at once.

const MINUTE = 60;
const HOUR = 3_600;
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };
const PUBLIC = 'https://factures.example.org';

let service: ServiceOverHttps;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await serviceOverHttps();
  service.services.environment.publicUrl = PUBLIC;
  books = booksOf(service);
  life = lived(service, [sendToPlatform, readPlatform]);
});
beforeEach(async () => {
  service.services.environment.publicUrl = PUBLIC;
  platform = approvedPlatform(service);
  await books.done('connect-platform', undefined, PLATFORM);
  await later(1);
});
afterAll(() => service.close());

const later = (seconds: number) => life.until(service.clock.now + seconds);
const connection = async () =>
  (await books.done('list-platform-connections')).connections.find((each: any) => !each.test);
const webhooks = async () => {
  const token = await platform.calm({
    ...{ method: 'POST', url: PLATFORM.tokenUrl, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    body: Buffer.from(
      `grant_type=client_credentials&client_id=${PLATFORM.clientId}&client_secret=${PLATFORM.clientSecret}`,
    ),
  });
  const { access_token } = JSON.parse(Buffer.from(token.body).toString());
  const headers = { authorization: `Bearer ${access_token}` };
  const url = `${PLATFORM.flowUrl}webhooks`;
  return JSON.parse(Buffer.from((await platform.calm({ method: 'GET', url, headers })).body).toString()).webhooks;
};
/** Posts a call as the platform sent it, or changed. */
const posted = ({ url, headers, body }: Callback, changed: { url?: string; headers?: object; body?: string } = {}) =>
  service.ask(new URL(changed.url ?? url).pathname, {
    ...{ method: 'POST', key: undefined, body: changed.body ?? body },
    headers: { ...headers, ...changed.headers },
  });
const searches = (): number => platform.asked.filter((each) => each.endsWith('/flows/search')).length;
/** An invoice that waits for its buyer at the platform. */
const waiting = async () => {
  await platform.order('companies/100000009', { behaviour: { action: 'wait' } });
  const { id } = await books.finalized(books.invoice(await books.organization(LUMEN)));
  await books.done('send-to-platform', id);
  await later(3 * HOUR);
  return books.done('get-transmission', id).then(({ flowId }) => ({ id, flowId }));
};
/** The buyer acts now, and the platform calls. */
const acted = async ({ flowId }: { flowId: string }, action = 'approve'): Promise<Callback> => {
  const before = platform.callbacks.length;
  await platform.order(`invoices/${flowId}/act`, { action }, 'POST');
  const callback = platform.callbacks[before];
  assert.ok(callback, 'the platform called');
  return callback;
};
const called = async (): Promise<Callback> => acted(await waiting());

test('list-platform-connections: a platform is asked once to call, at an address with 86 characters of secret', async () => {
  const [webhook, ...others] = await webhooks();
  assert.deepEqual(others, []);
  assert.match(webhook.callbackUrl, /^https:\/\/factures\.example\.org\/v2\/platform-events\/[\w-]{86}$/);
  const shown = await connection();
  assert.deepEqual([shown.isCallback, shown.calledAt], [true, undefined]);
  assert.ok(!JSON.stringify(shown).includes('platform-events'), 'the address is a secret');
  await later(HOUR);
  assert.equal((await webhooks()).length, 1);
});

test('the webhook is registered, listed and removed as the standard says', async () => {
  const { calm } = platform;
  platform.answers = async (question) => {
    const answer = await calm(question);
    assertStandard(question, answer);
    return answer;
  };
  checked.clear();
  await books.done('connect-platform', undefined, PLATFORM);
  await later(1);
  await books.done('disconnect-platform', (await connection()).id);
  const used = [...checked].filter((each) => each.includes('webhooks'));
  assert.deepEqual(used.map((each) => each.split(' ').slice(1).join(' ')).toSorted(), [
    ...['DELETE /v1/webhooks/{webhookUid}', 'GET /v1/webhooks', 'POST /v1/webhooks'],
  ]);
});

test('a status is there a second after the call, long before the next regular read', async () => {
  const invoice = await waiting();
  await later(MINUTE);
  const call = await acted(invoice);
  await later(2);
  const stage = async () => (await books.done('get-transmission', invoice.id)).stage;
  assert.equal(await stage(), 'made_available', 'without a call, the next read is later');
  const before = searches();
  assert.equal((await posted(call)).status, 204);
  assert.equal((await connection()).calledAt, service.clock.now);
  await later(1);
  assert.equal(await stage(), 'approved');
  assert.ok(searches() - before <= 2, 'one read, and one for calls of the same second');
});

test('a call that arrives during a read is followed by another read', async () => {
  const invoice = await waiting();
  const call = await acted(invoice);
  const { answers } = platform;
  let isDuring = true;
  platform.answers = async (question) => {
    const answer = await answers(question);
    if (isDuring && question.url.endsWith('/flows/search')) {
      isDuring = false;
      assert.equal((await posted(await acted(invoice, 'pay'))).status, 204);
    }
    return answer;
  };
  assert.equal((await posted(call)).status, 204);
  await later(2);
  assert.equal((await books.done('get-transmission', invoice.id)).stage, 'payment_sent');
});

test('both readings of the standard are accepted', async () => {
  await platform.order('faults', { signature_over_payload: {} });
  assert.equal((await posted(await called())).status, 204);
});

test('a forged, changed, late or unsigned call changes nothing', async () => {
  const call = await called();
  await later(10);
  const before = searches();
  const key = createHmac('sha256', Buffer.alloc(32, 1)).update(`${call.body}@${service.clock.now}`).digest('base64');
  const forged = { 'afnor-signature': key, 'afnor-signature-timestamp': String(service.clock.now) };
  assert.equal((await posted(call, { headers: forged })).status, 401);
  assert.equal((await posted(call, { body: `${call.body} ` })).status, 401);
  assert.equal((await posted(call, { headers: { 'afnor-signature': '' } })).status, 401);
  service.clock.now += 301;
  assert.equal((await posted(call)).status, 401, 'replayed after five minutes');
  assert.equal((await connection()).calledAt, undefined);
  assert.ok(searches() - before <= 1);
});

test('a call repeated within five minutes only causes reads, and stores nothing twice', async () => {
  const invoice = await waiting();
  const call = await acted(invoice);
  for (const _ of ['once', 'twice', 'thrice']) {
    assert.equal((await posted(call)).status, 204);
    await later(MINUTE);
  }
  const { statuses } = await books.done('get-transmission', invoice.id);
  assert.equal(statuses.filter(({ code }: any) => code === 205).length, 1);
});

test('an address that is guessed, cut or of another connection is unknown', async () => {
  const call = await called();
  const cut = `${call.url.slice(0, -1)}${call.url.endsWith('A') ? 'B' : 'A'}`;
  for (const url of [cut, `${PUBLIC}/v2/platform-events/x`, `${PUBLIC}/v2/platform-events/${'A'.repeat(86)}`])
    assert.equal((await posted(call, { url })).status, 404, url);
  await books.done('connect-platform', undefined, PLATFORM);
  assert.equal((await posted(call)).status, 404, 'the connection was replaced');
  await later(1);
  const [{ callbackUrl }] = (await webhooks()).slice(-1);
  assert.equal((await posted(call, { url: callbackUrl })).status, 401, 'the key of another connection');
});

test('a call of more than 64 KiB is refused before it is read', async () => {
  const call = await called();
  assert.equal((await posted(call, { body: 'x'.repeat(65_537) })).status, 413);
});

test('beyond 60 calls about a connection at once, the platform is asked to wait', async () => {
  const call = await called();
  const answers = [];
  for (let n = 0; n < processLimits.platformCalls.perConnectionMax + 5; n += 1) answers.push(await posted(call));
  const last = answers.at(-1);
  assert.equal(last?.status, 429);
  assert.ok(Number(last?.headers['retry-after']) >= 1);
});

test('disconnect-platform: the webhook is removed at the platform, and calls are unknown', async () => {
  const call = await called();
  await books.done('disconnect-platform', (await connection()).id);
  assert.deepEqual(await webhooks(), []);
  assert.equal((await posted(call)).status, 404);
});

test('connect-platform: the webhook of the connection in whose place it comes is removed', async () => {
  const call = await called();
  await books.done('connect-platform', undefined, PLATFORM);
  assert.deepEqual(await webhooks(), []);
  await later(1);
  assert.equal((await webhooks()).length, 1);
  assert.equal((await posted(call)).status, 404);
});

test('a webhook whose key was lost with the answer is removed before another is made', async () => {
  platform = approvedPlatform(service);
  const { calm } = platform;
  let isCut = false;
  platform.answers = async (question) => {
    const answer = await calm(question);
    if (isCut || question.method !== 'POST' || !question.url.endsWith('/webhooks')) return answer;
    isCut = true;
    throw new Error('the connection was cut');
  };
  await books.done('connect-platform', undefined, PLATFORM);
  await later(HOUR);
  assert.ok(isCut);
  assert.equal((await webhooks()).length, 1);
  const call = await called();
  assert.equal((await posted(call)).status, 204, 'the key is that of the webhook that is left');
});

test('another public address replaces the webhook; one that only a private network knows gets none', async () => {
  service.services.environment.publicUrl = 'https://facturier.example.net';
  await later(HOUR);
  const there = await webhooks();
  assert.deepEqual(
    there.map(({ callbackUrl }: any) => new URL(callbackUrl).host),
    ['facturier.example.net'],
  );
  platform = approvedPlatform(service);
  service.services.environment.publicUrl = 'https://facturier.internal';
  await books.done('connect-platform', undefined, PLATFORM);
  await later(HOUR);
  assert.deepEqual(await webhooks(), []);
  assert.equal((await connection()).isCallback, false);
});

test('a platform without webhooks is asked for one only once, and read regularly', async () => {
  for (const status of [400, 403, 404, 405, 501]) {
    await withoutWebhooks(status);
    await later(3 * HOUR);
    assert.equal(platform.asked.filter((each) => each === 'POST flow-service/v1/webhooks').length, 1, String(status));
    assert.ok(searches() >= 10);
    assert.equal((await connection()).isCallback, false);
  }
});

test('a platform whose webhooks are away for an hour gets one afterwards', async () => {
  await withoutWebhooks(503);
  await later(HOUR);
  assert.equal((await connection()).isCallback, false);
  platform.answers = platform.calm;
  await later(HOUR);
  assert.deepEqual([(await connection()).isCallback, (await webhooks()).length], [true, 1]);
});

/** A platform whose paths of webhooks only answer this status. */
async function withoutWebhooks(status: number): Promise<void> {
  platform = approvedPlatform(service);
  const { calm } = platform;
  platform.answers = async (question) =>
    question.url.includes('/webhooks') ? { status, headers: {}, body: Buffer.from('{}') } : calm(question);
  await books.done('connect-platform', undefined, PLATFORM);
}
