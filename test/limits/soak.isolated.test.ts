import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, test } from 'vitest';
import { type Ask, mixedRound, REQUESTS_A_ROUND } from '../../bench/load/mixed-load.ts';
import { growthOf, type Sample } from '../../bench/soak/memory-growth.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// Short form of `npm run soak`, in this process, with garbage collection before each sample.

/** Rounds of mixed load between two samples, and samples: 9 × 5 × 10 requests. */
const ROUNDS_A_LOOK = 5;
const LOOKS = Number(process.env.SOAK_LOOKS ?? 9);
/**
 * Allowed bytes per request, given heap noise over a few hundred requests; and the leak of the
 * control.
 */
const BYTES_A_REQUEST_MAX = 6_000;
const LEAKED_BYTES = 32_000;
/** Milliseconds until writes after responses are done. */
const BEHIND_MS = 1_200;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let service: ServiceOverHttps;
let customerId: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  const billingAddress = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };
  const customer = { firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.org'], billingAddress };
  customerId = (await service.ask('/contact', { body: customer })).json.id;
});
afterAll(() => service.close());

const ask: Ask = async (method, path, body) => {
  const answered = await service.ask(path, { method, body });
  assert.ok(answered.status < 300, `${method} ${path}: ${answered.status} ${answered.text}`);
  return answered.json;
};

/** Memory growth per request. */
async function growth(): Promise<number> {
  const samples: Sample[] = [];
  for (let round = 0; samples.length < LOOKS; round++) {
    await mixedRound(ask, { round, customerId, prints: false });
    if (round % ROUNDS_A_LOOK > 0) continue;
    if (samples.length === 0) await wait(BEHIND_MS);
    collect();
    const { heapUsed, external } = process.memoryUsage();
    samples.push({ requests: (round + 1) * REQUESTS_A_ROUND, bytes: heapUsed + external });
  }
  return growthOf(samples) ?? Number.NaN;
}

/** Unsettled memory may show growth once or twice; a leak shows it every time. */
const TRIES_MAX = 4;

test('memory is stable under mixed load; a leak of 32 kB per request is found', async () => {
  let grown = await growth();
  for (let tries = 1; grown > BYTES_A_REQUEST_MAX && tries < TRIES_MAX; tries++) grown = await growth();
  assert.ok(grown <= BYTES_A_REQUEST_MAX, `${Math.round(grown)} bytes stay of each request`);
  const kept: unknown[] = [];
  const leak = (): void => void kept.push(new Array(LEAKED_BYTES / 8).fill(0));
  subscribe('http.server.request.start', leak);
  const leaking = await growth().finally(() => unsubscribe('http.server.request.start', leak));
  assert.ok(
    leaking > BYTES_A_REQUEST_MAX,
    `a leak left ${Math.round(leaking)} bytes of each request, and nobody saw it`,
  );
  console.log(`${Math.round(grown)} bytes a request, ${Math.round(leaking)} with the leak`);
});

test('growth is the median slope after the first third: one outlier does not change it, few samples prove nothing', () => {
  const flat = Array.from(
    { length: 12 },
    (_, n): Sample => ({ requests: n * 100, bytes: 50e6 + (n === 9 ? 20e6 : 0) }),
  );
  assert.equal(growthOf(flat), 0);
  const filling = flat.map((sample, n) => ({ ...sample, bytes: 50e6 - (n < 4 ? 10e6 : 0) }));
  assert.equal(growthOf(filling), 0, 'caches fill at first');
  const growing = flat.map(({ requests, bytes }) => ({ requests, bytes: bytes + requests * 300 }));
  assert.equal(growthOf(growing), 300);
  assert.equal(growthOf(flat.slice(0, 5)), undefined);
});
