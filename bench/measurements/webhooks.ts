import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { asking, type Stage } from '../bench-environment.ts';
import type { Options } from '../options.ts';
import { type Finding, median } from '../report.ts';
import { type Receiver, startReceiver } from './start-receiver.ts';

const LEAST_PER_SECOND = 500;
const LATENCY_MOST_MS = 100;
const BESIDE_HANGING_MOST_MS = 1_000;
const ENDPOINTS = 5;
/** Events sent to each endpoint in a round; a replay queues 10,000 at most. */
const EVENTS = 2_000;
/** Milliseconds between created contacts, so that the latency is not that of a queue. */
const PACE_MS = 20;
/** Milliseconds to wait for the last events. */
const REST_MS = 3_000;
const COUNT_MS = 10;

/**
 * Deliveries per second of one process, and the delay from the response to the arrival of an event:
 * alone, and with a hanging endpoint.
 */
export async function measureWebhooks(stage: Stage, options: Options): Promise<Finding[]> {
  const receiver = await startReceiver();
  try {
    const ask = await asking(stage.service, stage.account);
    const hook = async (path: string, events: string[]): Promise<string> =>
      (await ask('POST', '/v2/webhooks', { url: receiver.url + path, events })).id;
    const ids: string[] = [];
    for (let n = 0; n < ENDPOINTS; n++) ids.push(await hook(String(n), ['task.created']));
    await seedEvents(stage, EVENTS);
    const rates: number[] = [];
    for (let n = 0; n <= options.rounds; n++) rates.push(await replayed(ask, receiver, ids));
    // The first round is a warm-up.
    const perSecond = { what: 'deliveries by one process', value: median(rates.slice(1)), unit: '/s' as const };

    await hook('contacts', ['contact.created']);
    const alone = await latencies(ask, receiver, options.seconds);
    const hanging = await hook('hang', ['task.created']);
    await ask('POST', `/v2/webhooks/${hanging}/replay`, { from: since() });
    const beside = await latencies(ask, receiver, options.seconds);
    return [
      { ...perSecond, target: { least: LEAST_PER_SECOND }, how: `${ENDPOINTS} receivers, ${EVENTS} events each` },
      { what: '  from the response to the receiver, p50', ...latencyOf(alone, LATENCY_MOST_MS) },
      { what: '  the same beside a hanging receiver, p50', ...latencyOf(beside, BESIDE_HANGING_MOST_MS) },
    ];
  } finally {
    receiver.close();
  }
}

/** Start of the period a replay covers. */
const since = (): number => Math.floor(Date.now() / 1000) - 86_400;

type AskService = Awaited<ReturnType<typeof asking>>;

/** Queues every event for every endpoint, and returns the rate of arrival. */
async function replayed(ask: AskService, receiver: Receiver, ids: readonly string[]): Promise<number> {
  await receiver.ask('forget');
  const began = performance.now();
  for (const id of ids) await ask('POST', `/v2/webhooks/${id}/replay`, { from: since() });
  while ((await receiver.ask('count')).taken < ids.length * EVENTS) await wait(COUNT_MS);
  return (ids.length * EVENTS) / ((performance.now() - began) / 1000);
}

type Latencies = { values: number[]; missing: number };

/**
 * Creates contacts in sequence, and returns the delay from each response to the arrival of its
 * event.
 */
async function latencies(ask: AskService, receiver: Receiver, seconds: number): Promise<Latencies> {
  await receiver.ask('forget');
  const answered = new Map<string, number>();
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const { id } = await ask('POST', '/contact', { firstname: 'Léa', lastname: `Moreau ${answered.size}` });
    answered.set(id, performance.timeOrigin + performance.now());
    await wait(PACE_MS);
  }
  await wait(REST_MS);
  const { firstSeen } = await receiver.ask('report');
  const values = [...answered].flatMap(([id, at]) => Math.max(0, (firstSeen.get(id) ?? Number.NaN) - at));
  return { values: values.filter((each) => !Number.isNaN(each)), missing: values.filter(Number.isNaN).length };
}

function latencyOf({ values, missing }: Latencies, most: number): Omit<Finding, 'what'> {
  const p99 = [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
  const lost = missing > 0 ? `, ${missing} MISSING` : '';
  const how = `${values.length} contacts, p99 ${p99.toFixed(1)} ms${lost}`;
  return { value: missing > 0 ? Number.POSITIVE_INFINITY : median(values), unit: 'ms', target: { most }, how };
}

/** Events as the service writes them, not yet delivered. */
async function seedEvents({ owner, account }: Stage, many: number): Promise<void> {
  await inTransaction(owner, { accountId: account.id, test: false }, async (tx) => {
    const ids = Array.from({ length: many }, () => v7());
    tx.write(SEED, [account.id, ids, Math.floor(Date.now() / 1000) - 3_600, BODY]);
    return { commit: true, answer: undefined };
  });
}

const SEED = sql`
  insert into billing.event (account_id, id, test, type, subject_id, at, body)
  select $1, id, false, 'task.created', id, $3, $4 from unnest($2::uuid[]) as id`;
const BODY = JSON.stringify({ task: { name: 'Maquette', notes: 'x'.repeat(1_500) }, event: { type: 'task.created' } });
