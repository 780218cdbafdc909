import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'vitest';
import { type Lane, lanes } from '../../src/domain/queue/queues.ts';
import { eventTypes } from '../../src/schemas/events/event-type.ts';
import { until } from '../support/runner/wait-until.ts';
import { deliveryFixture } from './delivery-fixtures.ts';
import { receiver } from './receiver.ts';

const OTHERS = 10;
const EVENTS_EACH = 30;
const TRY_MS = 4_000;
const ALL_ARRIVED_MS_MAX = 120_000;
const TRIES_MAX = 6;

/**
 * Milliseconds between emitting and receiving an event for receivers that share the service with
 * one that hangs. That one got a hundred events first and occupies as many workers as it can.
 * Events that do not arrive in time count as infinite.
 */
async function latenciesNextToHangingReceiver(given: {
  lane?: Lane;
  mostMs: number;
  tryMs: number;
  placesHung: number;
}) {
  const service = await deliveryFixture({ tryMs: given.tryMs, ...(given.lane && { lane: given.lane }) });
  let hanging = 0;
  const hooks = await receiver({
    clear: true,
    behave: ({ path }, response) => {
      if (path === '/hangs') hanging++;
      else response.end();
    },
  });
  try {
    const create = (path: string, type: string) =>
      service.call('create-webhook', { body: { url: `${hooks.url}${path}`, events: [type] } });
    const [first, ...types] = eventTypes.slice(0, OTHERS + 1);
    await create('hangs', first as string);
    for (const [at, type] of types.entries()) await create(String(at), type);
    await service.emitEvents(100, { type: first as string });
    await until('the one that hangs to take all it can', () => hanging >= given.placesHung);

    const emitted = new Map<string, number>();
    for (let at = 0; at < EVENTS_EACH; at++) {
      for (const type of types)
        for (const id of await service.emitEvents(1, { type })) emitted.set(id, performance.now());
    }
    const arrived = () => hooks.received.filter(({ path }) => path !== '/hangs');
    const end = performance.now() + given.mostMs;
    while (arrived().length < emitted.size && performance.now() < end) await wait(20);
    const at = new Map(arrived().map(({ id, at }) => [id, at]));
    const latencies = [...emitted].map(([id, since]) => (at.get(id) ?? Number.POSITIVE_INFINITY) - since);
    return {
      median: latencies.sort((a, b) => a - b)[latencies.length / 2] as number,
      hanging,
      missing: emitted.size - at.size,
    };
  } finally {
    await service.close();
    await hooks.close();
  }
}

test('a receiver hanging with 100 events does not delay ten others: their median stays below one second', async () => {
  const given = { mostMs: ALL_ARRIVED_MS_MAX, tryMs: TRY_MS, placesHung: lanes.delivery.places.share };
  let measured = await latenciesNextToHangingReceiver(given);
  // A busy machine recovers in a later try; blocking by another receiver would occur in every try.
  for (let again = 1; measured.median >= 1_000 && again < TRIES_MAX; again++)
    measured = await latenciesNextToHangingReceiver(given);
  const { median, hanging, missing } = measured;
  console.log(`median ${Math.round(median)} ms, ${hanging} hanging`);
  assert.ok(median < 1_000, `${median} ms`);
  assert.equal(missing, 0);
  assert.ok(hanging >= 16, 'it took all the places that are its own');
});

test('control: without a concurrency limit per endpoint the others wait as long as it hangs', async () => {
  const { troubled: _, ...ofDeliveries } = lanes.delivery;
  const oneQueue = { ...ofDeliveries, places: { inAll: 8, account: 8, share: 8 } };
  const { median } = await latenciesNextToHangingReceiver({
    lane: oneQueue,
    mostMs: 2_500,
    // The hanging receiver must hang until the others are done, even on a slow machine.
    tryMs: 60_000,
    placesHung: 8,
  });
  console.log(`median ${Math.round(median)} ms`);
  assert.ok(median > 1_000, `${median} ms`);
});
