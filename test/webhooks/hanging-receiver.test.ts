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
 * Milliseconds from the telling of an event to its receipt, by receivers beside one that hangs, was
 * told a hundred events before and has taken all the places it can; what does not arrive in time
 * counts as never.
 */
async function latenciesBesideOneThatHangs(given: { lane?: Lane; mostMs: number; tryMs: number; placesHung: number }) {
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

    const told = new Map<string, number>();
    for (let at = 0; at < EVENTS_EACH; at++) {
      for (const type of types) for (const id of await service.emitEvents(1, { type })) told.set(id, performance.now());
    }
    const arrived = () => hooks.received.filter(({ path }) => path !== '/hangs');
    const end = performance.now() + given.mostMs;
    while (arrived().length < told.size && performance.now() < end) await wait(20);
    const at = new Map(arrived().map(({ id, at }) => [id, at]));
    const latencies = [...told].map(([id, since]) => (at.get(id) ?? Number.POSITIVE_INFINITY) - since);
    return {
      median: latencies.sort((a, b) => a - b)[latencies.length / 2] as number,
      hanging,
      missing: told.size - at.size,
    };
  } finally {
    await service.close();
    await hooks.close();
  }
}

test('a receiver hanging with 100 events does not delay ten others: their median stays below one second', async () => {
  const given = { mostMs: ALL_ARRIVED_MS_MAX, tryMs: TRY_MS, placesHung: lanes.delivery.places.share };
  let told = await latenciesBesideOneThatHangs(given);
  // A machine that is busy for a moment is not for long; whoever is held up by another is so every
  // time.
  for (let again = 1; told.median >= 1_000 && again < TRIES_MAX; again++)
    told = await latenciesBesideOneThatHangs(given);
  const { median, hanging, missing } = told;
  console.log(`median ${Math.round(median)} ms, ${hanging} hanging`);
  assert.ok(median < 1_000, `${median} ms`);
  assert.equal(missing, 0);
  assert.ok(hanging >= 16, 'it took all the places that are its own');
});

test('control: without a concurrency limit per endpoint the others wait as long as it hangs', async () => {
  const { troubled: _, ...ofDeliveries } = lanes.delivery;
  const oneQueue = { ...ofDeliveries, places: { inAll: 8, account: 8, share: 8 } };
  const { median } = await latenciesBesideOneThatHangs({
    lane: oneQueue,
    mostMs: 2_500,
    // It hangs for as long as the others are told and waited for, on however slow a machine.
    tryMs: 60_000,
    placesHung: 8,
  });
  console.log(`median ${Math.round(median)} ms`);
  assert.ok(median > 1_000, `${median} ms`);
});
