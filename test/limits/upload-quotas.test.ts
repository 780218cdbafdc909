import assert from 'node:assert/strict';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { processLimits } from '../../src/limits/process-limits.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

const FILE_BYTES = 7_000_000;
const MEBIBYTE = 1_048_576;

/** Announces a file without sending it; returns the response before the first byte. */
function announce(bytes: number) {
  const request = https.request({
    ...{ host: '127.0.0.1', port: service.port(), ca: service.certificate.cert, agent: false },
    ...{ method: 'POST', path: '/v2/customers/import' },
    headers: { authorization: `Bearer ${service.keys.live}`, 'content-type': 'text/csv', 'content-length': bytes },
  });
  const answered = new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
  });
  answered.catch(() => {});
  request.flushHeaders();
  return { answered, giveUp: () => request.destroy() };
}

const ANNOUNCED = 8;
/** As many of these files as the account's quota allows. */
const HELD = 3;
const GIVEN_UP_MS_MAX = 60_000;

test('uploads above the 24 MiB quota of an account are refused before sending; aborted ones free the quota', async () => {
  assert.equal(processLimits.bodies.bytesPerAccountMax, 24 * MEBIBYTE);
  const waiting = new Set(Array.from({ length: ANNOUNCED }, () => announce(FILE_BYTES)));
  const refused = [...waiting].map((file) =>
    file.answered.then((answer) => {
      waiting.delete(file);
      return answer;
    }),
  );
  for (const answer of refused) answer.catch(() => {});
  // Once enough are refused, the others are accepted and awaited.
  while (waiting.size > HELD) await wait(10);
  const smallAnswer = await service.ask('/v2/billings?limit=1');
  assert.equal(smallAnswer.status, 200, 'what is small is not held up');
  assert.equal(waiting.size, HELD);
  for (const { giveUp } of waiting) giveUp();
  const answers = (await Promise.allSettled(refused)).flatMap((each) =>
    each.status === 'fulfilled' ? each.value : [],
  );
  assert.deepEqual(answers, Array(ANNOUNCED - HELD).fill({ status: 429, retryAfter: '2' }));
  assert.ok(await waitedFor(), 'there is room again');
});

/** Announces a file until one is accepted: the server needs a moment to notice aborts. */
async function waitedFor(): Promise<boolean> {
  for (const until = performance.now() + GIVEN_UP_MS_MAX; performance.now() < until; ) {
    const file = announce(FILE_BYTES);
    // Refusals come before responses to later requests.
    const later = () => service.ask('/v2/billings?limit=1').then(() => undefined);
    const early = await Promise.race([file.answered, wait(300).then(later)]);
    file.giveUp();
    if (early === undefined) return true;
  }
  return false;
}

test('4,000 unknown members, 50,000 lines and 300,000 lines are answered in a few hundred bytes', async () => {
  const members = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, 1])));
  const lines = (count: number) => `{"lines":[${Array.from({ length: count }, () => '{}').join()}]}`;
  const asked = (path: string, body: string) =>
    service.ask(path, { body, headers: { 'content-type': 'application/json' } });
  const invoice = '/v2/billing/invoice/01890a5d-ac96-774b-bcce-b302099a8057';
  for (const [path, body] of [
    ['/v2/tools/get-products', members(4_000)],
    [invoice, lines(50_000)],
    [invoice, lines(300_000)],
  ] as const) {
    const { status, json, text } = await asked(path, body);
    assert.deepEqual([status, json.code], [413, 'request.body_too_intricate']);
    assert.ok(text.length < 1_000, text);
  }
  // A full body of them is read, and 100 are listed.
  const told = await asked('/v2/tools/get-products', members(900));
  assert.equal(told.status, 400);
  assert.equal(told.json.errors.length, processLimits.faults.toldMax + 1);
  assert.equal(told.json.errors.at(-1).constraints.more_faults, 'et 800 autres');
  assert.ok(told.text.length < 60_000, `${told.text.length} bytes`);
  const missing = await asked(invoice, lines(1_000));
  assert.equal(missing.status, 400);
  assert.ok(missing.text.length < 60_000, `${missing.text.length} bytes`);
});
