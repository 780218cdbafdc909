import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import type { LeasedJob } from '../../src/db/job-queue.ts';
import { storeReferenceRates } from '../../src/db/reference-rates.ts';
import type { Lane } from '../../src/domain/queue/queues.ts';
import { fetchRates } from '../../src/jobs/exchange-rates/fetch-rates.ts';
import type { Job, JobContext } from '../../src/queue/job.ts';
import { scheduledTask, scheduleTasks } from '../../src/queue/scheduled-task.ts';
import { startQueueWorker } from '../../src/queue/worker.ts';
import { until } from '../support/runner/wait-until.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { dailyFile, historyFile } from '../support/stand-ins/rates-files.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

const HOUR = 3_600;
const LEASE = 120;
const laneOf = (name: string): Lane => ({
  ...{ name, places: { inAll: 1, account: 1, share: 1 } },
  ...{ leaseSeconds: LEASE, endingMs: 100, lateSeconds: HOUR },
});

let service: TestService;
let above: Awaited<ReturnType<typeof superuserQuery>>;
beforeAll(async () => {
  service = await testService();
  above = await superuserQuery(service.database);
});
afterAll(async () => {
  await above.close();
  await service.close();
});

/** Processes running these jobs, each with its own list. */
async function processes(...lists: (readonly Job[])[]) {
  const log = pino({ level: 'silent' });
  const workers: ReturnType<typeof startQueueWorker>[] = [];
  for (const jobs of lists) {
    await scheduleTasks(service.services, jobs);
    workers.push(startQueueWorker(service.services, log, { connection: service.database.serving, jobs, pollMs: 20 }));
  }
  return { stop: () => Promise.all(workers.map((worker) => worker.stop())) };
}
const rowOf = async (lane: string) => (await above.query('select * from billing.job where lane = $1', [lane]))[0];
const settled = (lane: string) => until('it is settled', async () => (await rowOf(lane))?.leased_until === null);

test('one of two processes runs a scheduled task at once, then on schedule, and not earlier after a restart', async () => {
  const lane = laneOf('dusting');
  const done: number[] = [];
  const job = () => scheduledTask(lane, HOUR, async () => void done.push(service.clock.now));
  const began = service.clock.now;
  const two = await processes([job()], [job()]);
  for (let hour = 1; hour <= 4; hour++) {
    await until(`hour ${hour}`, () => done.length === hour);
    await settled('dusting');
    await wait(60);
    service.clock.now += HOUR;
  }
  await until('the fifth', () => done.length === 5);
  await settled('dusting');
  await two.stop();
  assert.deepEqual(
    done,
    [0, 1, 2, 3, 4].map((hours) => began + hours * HOUR),
  );
  const again = await processes([job()]);
  await wait(200);
  await again.stop();
  assert.equal(done.length, 5, 'a process that starts does not begin it anew');
});

test('a failed task is recorded and retried after 30 s, 1 min and 5 min; a success restores the schedule', async () => {
  const lane = laneOf('mending');
  let fails = true;
  let runs = 0;
  const job = scheduledTask(lane, HOUR, async () => {
    runs++;
    if (fails) throw new Error('no thread');
  });
  const one = await processes([job]);
  const waits: number[] = [];
  for (let time = 1; time <= 3; time++) {
    await until(`failure ${time}`, async () => (await rowOf('mending'))?.tried === time);
    const { due_at } = await rowOf('mending');
    waits.push(due_at - service.clock.now);
    service.clock.now = Number(due_at);
  }
  fails = false;
  await until('the success', async () => (await rowOf('mending'))?.tried === 0);
  await one.stop();
  for (const [at, seconds] of [30, 60, 300].entries())
    assert.ok(Math.abs((waits[at] as number) - seconds) <= seconds / 5, waits.join());
  assert.equal(runs, 4);
  const tries = await above.query(`select n, fault, answer from billing.try where lane = 'mending' order by n`);
  assert.deepEqual(
    tries.map(({ n, fault, answer }) => [n, fault, answer]),
    [1, 2, 3].map((n) => [n, 'failed', 'no thread']),
  );
});

/** A scheduled task that runs until released, on two processes; returns their notifications. */
async function longChore(name: string) {
  const turns: JobContext[] = [];
  const letGo: (() => void)[] = [];
  const job = () =>
    scheduledTask(laneOf(name), HOUR, (turn) => {
      turns.push(turn);
      return new Promise<void>((resolve) => letGo.push(resolve));
    });
  return { two: await processes([job()], [job()]), turns, letGo };
}

test('a task five times longer than its lease renews it, and no other process starts it', async () => {
  const { two, turns, letGo } = await longChore('painting');
  await until('it to begin', () => turns.length === 1);
  for (let half = 0; half < 10; half++) {
    const { leased_until } = await rowOf('painting');
    service.clock.now += LEASE / 2 + 1;
    await until('it to be held on', async () => (await rowOf('painting')).leased_until > leased_until);
  }
  assert.equal(turns.length, 1);
  assert.equal(turns[0]?.signal.aborted, false);
  letGo[0]?.();
  await settled('painting');
  await two.stop();
  assert.equal((await rowOf('painting')).claim, 1);
});

test('control: a worker that sleeps past its lease loses it, is informed, and its result is ignored', async () => {
  const { two, turns, letGo } = await longChore('sleeping');
  await until('it to begin', () => turns.length === 1);
  // As if another process had claimed it long ago for a long time.
  const other = `update billing.job set claim = claim + 1, leased_until = leased_until + 3600 where lane = 'sleeping'`;
  await above.query(other);
  service.clock.now += LEASE;
  await until('him to hear of it', () => turns[0]?.signal.aborted === true);
  const before = await rowOf('sleeping');
  letGo[0]?.();
  await wait(200);
  assert.deepEqual(await rowOf('sleeping'), before);
  await two.stop();
});

const at = (text: string): number => Date.parse(text) / 1000;
const DAILY = '/eurofxref-daily.xml';
const HISTORY = '/eurofxref-hist-90d.xml';
type Standing = { status?: number; headers?: Record<string, string>; body?: string; never?: 'begins' | 'ends' };

/** Simulates the ECB: its file per path, and the requests received. */
async function ratesPublished(t: TestContext, files: Record<string, Standing>, { together = 1 } = {}) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    const { status = 200, headers = {}, body = '', never }: Standing = files[url] ?? { status: 404 };
    if (never === 'ends') answer.writeHead(status, headers).write(body);
    if (never) return;
    waiting.push(() => answer.writeHead(status, headers).end(body));
    if (asked.length >= together) for (const send of waiting.splice(0)) send();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const job = (allowedNetworks: readonly string[] = ['127.0.0.0/8'], answerMs?: number) =>
    fetchRates({ url: `http://127.0.0.1:${port}${DAILY}`, allowedNetworks, ...(answerMs && { answerMs }) });
  return { asked, files, job };
}

/** Rates of a new queue at a given time. */
async function ratesBegin(t: TestContext, now: number): Promise<void> {
  const before = service.clock.now;
  t.onTestFinished(() => void (service.clock.now = before));
  service.clock.now = now;
  await above.query(`delete from billing.job where lane = 'reference_rates'`);
  await above.query(`delete from billing.try where lane = 'reference_rates'`);
  await above.query('delete from billing.reference_rate');
}
const daysKept = async (): Promise<string[]> =>
  (await above.query('select distinct day::text from billing.reference_rate order by day')).map(({ day }) => day);
const dollars = (day: string) => ({ day, rates: { USD: '1.0856', JPY: '163.42' } });
const dollarsOf = (...days: string[]): Standing => ({ body: historyFile(days.map(dollars)) });
/** Nobody runs it and it is not due, and a new process has checked it. */
const asleep = () =>
  until('it to sleep', async () => {
    const row = await rowOf('reference_rates');
    return row?.leased_until === null && Number(row.due_at) > service.clock.now;
  });
const FRIDAY_DUE = at('2026-02-27T15:05:00Z');

test('one of two processes fetches the ECB rates: 90 days at first, then each business day after 16:00', async (t) => {
  await ratesBegin(t, FRIDAY_DUE);
  const ecb = await ratesPublished(t, { [HISTORY]: dollarsOf('2026-02-27', '2026-02-26') });
  const two = await processes([ecb.job()], [ecb.job()]);
  t.onTestFinished(async () => void (await two.stop()));
  await until('the first', async () => (await daysKept()).length === 2);
  await asleep();
  assert.deepEqual(ecb.asked, [HISTORY]);
  const due = Number((await rowOf('reference_rates')).due_at);
  const [from, to] = [at('2026-03-02T15:05:00Z'), at('2026-03-02T15:20:00Z')];
  assert.ok(due >= from && due <= to, `Monday after 16:00: ${due}`);

  ecb.files[DAILY] = { body: dailyFile(dollars('2026-03-02')) };
  service.clock.now = due;
  await until('Monday', async () => (await daysKept()).at(-1) === '2026-03-02');
  await asleep();
  assert.deepEqual(ecb.asked, [HISTORY, DAILY]);
});

test('control: without the queue both processes fetch, and each rate is still stored once', async (t) => {
  await ratesBegin(t, FRIDAY_DUE);
  // Responses wait until both have requested; a later process would find nothing to do.
  const ecb = await ratesPublished(t, { [HISTORY]: dollarsOf('2026-02-27', '2026-02-26') }, { together: 2 });
  const turn = { services: service.services, log: pino({ level: 'silent' }), chance: () => 0.5, isEnding: () => false };
  const jobs = [ecb.job(), ecb.job()];
  const { signal } = new AbortController();
  await Promise.all(jobs.map((job) => job.run({ tried: 0 } as LeasedJob, { ...turn, signal })));
  for (const job of jobs) await job.close?.();
  assert.equal(ecb.asked.length, 2);
  const [{ rates }] = await above.query('select count(*)::int as rates from billing.reference_rate');
  assert.equal(rates, 4);
});

type Tried = { networks?: readonly string[]; answerMs?: number };

/** Runs the job once on Friday evening with these files; returns what it logged. */
async function triedOnce(t: TestContext, files: Record<string, Standing>, { networks, answerMs }: Tried = {}) {
  await ratesBegin(t, FRIDAY_DUE);
  const ecb = await ratesPublished(t, files);
  const one = await processes([ecb.job(networks, answerMs)]);
  await until('it to be tried', async () => ((await rowOf('reference_rates'))?.tries ?? 0) === 1);
  await one.stop();
  const [{ answer }] = await above.query(`select answer from billing.try where lane = 'reference_rates'`);
  const { due_at } = await rowOf('reference_rates');
  return { asked: ecb.asked, answer: answer as string, wait: Number(due_at) - service.clock.now };
}

const sound = dollarsOf('2026-02-27');
const away: readonly ({ what: string; files: Record<string, Standing>; says: RegExp } & Tried)[] = [
  { what: 'an error', files: { [HISTORY]: { status: 503, body: 'later' } }, says: /answered 503/ },
  {
    what: 'a redirect',
    files: { [HISTORY]: { status: 302, headers: { location: '/elsewhere.xml' } }, '/elsewhere.xml': sound },
    says: /answered 302/,
  },
  { what: 'a page', files: { [HISTORY]: { body: '<html><body>soon</body></html>' } }, says: /not a file of rates/ },
  { what: 'a truncated file', files: { [HISTORY]: { body: sound.body?.slice(0, 400) ?? '' } }, says: /invalid XML/ },
  { what: 'two MiB', files: { [HISTORY]: { body: ' '.repeat(2 * 1_048_576) } }, says: /too long/ },
  { what: 'the rates of the day before', files: { [HISTORY]: dollarsOf('2026-02-26') }, says: /answered 404/ },
  { what: 'no data', files: { [HISTORY]: { never: 'begins' } }, says: /timeout/, answerMs: 100 },
  {
    what: 'half a file and a stall',
    files: { [HISTORY]: { body: sound.body?.slice(0, 400) ?? '', never: 'ends' } },
    ...{ says: /timeout/, answerMs: 500 },
  },
  {
    what: 'a private network address',
    files: { [HISTORY]: sound },
    says: /127\.0\.0\.1/,
    networks: [],
  },
];
for (const { what, files, says, ...tried } of away)
  test(`an ECB response with ${what} gives no rate of the day and is retried after 30 s`, async (t) => {
    const { answer, wait: seconds, asked } = await triedOnce(t, files, tried);
    assert.match(answer, says);
    assert.ok(seconds >= 24 && seconds <= 36, `${seconds}`);
    assert.equal((await daysKept()).includes('2026-02-27'), false);
    assert.equal(asked.includes('/elsewhere.xml'), false);
    if (tried.networks) assert.deepEqual(asked, [], 'nobody was reached');
  });

test('after a week of downtime the 90-day file fills the missing days; known days are not fetched', async (t) => {
  await ratesBegin(t, FRIDAY_DUE);
  await storeReferenceRates(service.services.pool, [{ day: '2026-02-20', currency: 'USD', rate: '1.05' }], FRIDAY_DUE);
  const days = ['2026-02-27', '2026-02-26', '2026-02-25', '2026-02-24', '2026-02-23', '2026-02-20'];
  const ecb = await ratesPublished(t, { [HISTORY]: dollarsOf(...days) });
  const one = await processes([ecb.job()]);
  await until('the week', async () => (await daysKept()).length === 6);
  await asleep();
  await one.stop();
  const [{ rate }] = await above.query(
    `select rate from billing.reference_rate where day = '2026-02-20' and currency = 'USD'`,
  );
  assert.equal(rate, '1.05', 'what was kept stays: documents were converted at it');
  const again = await processes([ecb.job()]);
  const claimed = async (): Promise<number> => Number((await rowOf('reference_rates')).claim);
  await until('the start to look', async () => (await claimed()) === 2);
  await asleep();
  await again.stop();
  assert.deepEqual(ecb.asked, [HISTORY]);
});

test('rates come only from the job, are never future or negative, and never change', async (t) => {
  await ratesBegin(t, FRIDAY_DUE);
  const { pool } = service.services;
  const keep = (day: string, rate: string) => storeReferenceRates(pool, [{ day, currency: 'USD', rate }], FRIDAY_DUE);
  assert.equal(await keep('2026-02-27', '1.0856'), 1);
  assert.equal(await keep('2026-02-27', '9.9'), 0);
  const violated = { code: '23514' };
  for (const [day, rate] of [
    ['2026-02-28', '1.1'],
    ['2026-02-22', '1.1'],
    ['2026-02-26', '0'],
    ['2026-02-26', '-1.1'],
  ] as const)
    await assert.rejects(keep(day, rate), violated, `${day} ${rate}`);
  const forbidden = { code: '42501' };
  for (const write of [
    `insert into billing.reference_rate values ('2026-02-26', 'USD', 1, 0)`,
    'update billing.reference_rate set rate = 2',
    'delete from billing.reference_rate',
  ])
    await assert.rejects(pool.query(write), forbidden, write);
  assert.deepEqual((await pool.query('select rate from billing.reference_rate')).rows, [{ rate: '1.0856' }]);
});
