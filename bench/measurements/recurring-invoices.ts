import { setTimeout as wait } from 'node:timers/promises';
import { queueBacklog } from '../../src/db/job-queue.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { lanes } from '../../src/domain/queue/queues.ts';
import { civilDayOf } from '../../src/domain/time/civil-day.ts';
import { driven, INVOICE, type Stage } from '../bench-environment.ts';
import { openConnection, requestText } from '../load/connection.ts';
import type { Ask } from '../load/load.ts';
import type { Options } from '../options.ts';
import { startWorker } from '../process/server-process.ts';
import type { Finding } from '../report.ts';

/** Maximum p99 of other requests meanwhile, relative to an otherwise idle service. */
const P99_MOST = 1.5;
/**
 * When half are created, the account with the fewest must have at least this share of the average.
 */
const SHARE_LEAST = 0.5;
/** Minimum series per account for a meaningful result. */
const EACH_LEAST = 10;
const CLIENTS = 8;
/**
 * Milliseconds between two requests of the other client, so that its latency is not that of a
 * queue.
 */
const PACE_MS = 20;
/** Shorter runs have too few requests for a p99. */
const QUIET_SECONDS_LEAST = 10;
/** Seconds until everything queued becomes due at once. */
const DUE_IN = 5;
const LOOK_MS = 250;
/** Milliseconds without progress after which the run counts as stuck. */
const STUCK_MS = 120_000;
const DAY = 86_400;

/**
 * Recurring invoices of all accounts due in the same second, processed by the service and an extra
 * worker: rate, fairness between accounts, age of the oldest, and the latency of other requests
 * compared with an otherwise idle service.
 */
export async function measureSeries(stage: Stage, options: Options): Promise<Finding[]> {
  const worker = await startWorker(stage.service, options.nodeFlags);
  try {
    const many = await recurring(stage, options.series);
    const seconds = Math.max(QUIET_SECONDS_LEAST, options.seconds);
    const quietBefore = await askedFor(stage, seconds);
    const dueAt = Math.floor(Date.now() / 1000) + DUE_IN;
    await due(stage, dueAt);
    const before = [await stage.service.processorMs(), await worker.processorMs()] as const;
    await wait(dueAt * 1000 - Date.now());
    let isOver = false;
    const beside = asked(stage, () => !isOver);
    beside.catch(() => {});
    const worked = await workedOff(stage, many).finally(() => {
      isOver = true;
    });
    const besides = await beside;
    const took = [(await stage.service.processorMs()) - before[0], (await worker.processorMs()) - before[1]];
    const quiet = [...quietBefore, ...(await askedFor(stage, seconds))];
    const made = await madeOf(stage);
    if (made.length !== many || new Set(made.map(({ day }) => day)).size !== many)
      throw new Error(`${many} are due, ${made.length} were made, of ${new Set(made.map(({ day }) => day)).size} days`);
    return [
      {
        ...{ what: `recurring invoices of ${stage.accounts.length} accounts, by two processes`, unit: '/s' },
        value: many / worked.seconds,
        how: `${many} due at once, ${took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')} of processor time`,
      },
      { what: '  age of the oldest', value: worked.oldest, unit: 's', target: { most: lanes.recurrences.lateSeconds } },
      fairnessOf(stage, made, dueAt),
      besideQuiet(quiet, besides),
    ];
  } finally {
    await worker.stop();
  }
}

/** Series of every account, finalized when due, created through the API. */
async function recurring(stage: Stage, count: number): Promise<number> {
  const { service, accounts, customerId } = stage;
  const today = civilDayOf(Math.floor(Date.now() / 1000), 'Europe/Paris');
  const said = {
    ...{ from: today, to: `${Number(today.slice(0, 4)) + 2}${today.slice(4, 8)}01`, frequency: 1, interval: 'month' },
    ...{ finalizeInvoice: true, sendByMail: false, inCopy: false },
  };
  const each = Math.ceil(count / accounts.length);
  const asks = accounts.flatMap(({ key }) =>
    Array.from({ length: each }, (): Ask => {
      const then = { method: 'POST', path: '/v2/billing/invoice/{id}/frequency', key, body: JSON.stringify(said) };
      const path = `/v2/billing/invoice/${customerId}`;
      return { method: 'POST', path, key, body: JSON.stringify(INVOICE), then: [then] };
    }),
  );
  const many = asks.length;
  const { port, ca } = service;
  const { failures } = await driven(stage, { over: 'https', clients: CLIENTS, port, ca, asks });
  if (Object.keys(failures).length > 0) throw new Error(`series were refused: ${JSON.stringify(failures)}`);
  return many;
}

const ON_YESTERDAY = sql`
  update billing.document set life = jsonb_set(jsonb_set(life::jsonb, '{recurrence,from}', to_jsonb($2::text)),
    '{recurrence,next}', to_jsonb($2::text))::text
  where account_id = $1 and life::jsonb -> 'recurrence' is not null`;
const DUE = sql`
  update billing.job set due_at = $2, ready = false where account_id = $1 and lane = 'recurrences' and leased_until is null`;
const MADE = sql`
  select document_id::text as id, invoice_id || ' ' || occurs_on as day from billing.occurrence where account_id = $1`;

/**
 * Dates all of them yesterday, whatever the time now, and makes them due at a time (Unix seconds).
 */
async function due({ owner, accounts }: Stage, at: number): Promise<void> {
  const yesterday = civilDayOf(at - DAY, 'Europe/Paris');
  for (const { id } of accounts)
    await inTransaction(owner, { accountId: id, test: false }, async (tx) => {
      tx.write(ON_YESTERDAY, [id, yesterday]);
      tx.write(DUE, [id, at]);
      return { commit: true, answer: undefined };
    });
}

/**
 * Waits until nothing is due: returns the seconds that took, and the maximum wait of the oldest.
 */
async function workedOff(stage: Stage, many: number): Promise<{ seconds: number; oldest: number }> {
  const began = performance.now();
  let last = { left: -1, at: began };
  let oldest = 0;
  for (;;) {
    const now = Math.floor(Date.now() / 1000);
    const lane = (await queueBacklog(stage.owner, now)).find((each) => each.lane === lanes.recurrences.name);
    oldest = Math.max(oldest, lane ? now - lane.oldestDueAt : 0);
    const left = lane?.jobs ?? 0;
    if (left !== last.left) last = { left, at: performance.now() };
    if (performance.now() - last.at > STUCK_MS) throw new Error(`${left} of ${many} series were not processed`);
    if (left === 0) break;
    await wait(LOOK_MS);
  }
  return { seconds: (performance.now() - began) / 1000, oldest };
}

type Made = { accountId: string; id: string; day: string };

/** Created documents in order: their ids contain the creation time in milliseconds. */
async function madeOf({ owner, accounts }: Stage): Promise<Made[]> {
  const all: Made[] = [];
  for (const { id: accountId } of accounts)
    await inTransaction(owner, { accountId, test: false }, async (tx) => {
      const rows = await tx.read<{ id: string; day: string }>(MADE, [accountId]);
      all.push(...rows.map((row) => ({ accountId, ...row })));
      return { commit: false, answer: undefined };
    });
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * When half of all are created: the number of the account with the fewest, relative to the average.
 */
function fairnessOf({ accounts }: Stage, made: readonly Made[], dueAt: number): Finding {
  const half = made.slice(0, made.length / 2);
  const counts = accounts.map(({ id }) => half.filter(({ accountId }) => accountId === id).length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const firsts = accounts.map(({ id }) => msOf(made.find(({ accountId }) => accountId === id)) / 1000 - dueAt);
  return {
    ...{ what: '  fewest of an account, halfway', value: fewest / (half.length / accounts.length), unit: '×' },
    ...(made.length >= EACH_LEAST * accounts.length && { target: { least: SHARE_LEAST } }),
    how: `each has ${fewest} to ${most}, and its first after ${Math.min(...firsts).toFixed(1)} to ${Math.max(...firsts).toFixed(1)} s`,
  };
}

/** Unix milliseconds of an id's creation (UUID version 7). */
const msOf = (made: Made | undefined): number => Number.parseInt((made?.id ?? '').replaceAll('-', '').slice(0, 12), 16);

/**
 * Requests like a user's, one account after another: an invoice created, read, and the newest 20
 * listed. Returns the latencies in milliseconds.
 */
async function asked({ service, accounts, customerId }: Stage, goesOn: () => boolean): Promise<number[]> {
  const connection = await openConnection(service.port, service.ca);
  const took: number[] = [];
  const ask = async (key: string, method: string, path: string, body?: string): Promise<string> => {
    const began = performance.now();
    const reply = await connection.ask(requestText(service.port, { method, path, key, body }));
    took.push(performance.now() - began);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.toString()}`);
    await wait(PACE_MS);
    return reply.body.toString();
  };
  for (let n = 0; goesOn(); n++) {
    const { key } = accounts[n % accounts.length] as Stage['account'];
    const made = JSON.parse(await ask(key, 'POST', `/v2/billing/invoice/${customerId}`, JSON.stringify(INVOICE)));
    await ask(key, 'GET', `/v2/billing/${made.id}`);
    await ask(key, 'GET', '/v2/billings?page=1&limit=20');
  }
  connection.close();
  return took;
}

/**
 * Latency of an otherwise idle service, before and after: a machine's speed varies over minutes.
 */
function askedFor(stage: Stage, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  return asked(stage, () => performance.now() < until);
}

function besideQuiet(quiet: readonly number[], beside: readonly number[]): Finding {
  const [p99, then] = [p99Of(quiet), p99Of(beside)];
  return {
    ...{
      what: '  p99 of other requests, relative to an idle service',
      value: then / p99,
      unit: '×',
      target: { most: P99_MOST },
    },
    how: `idle ${p99.toFixed(1)} ms of ${quiet.length}, meanwhile ${then.toFixed(1)} ms of ${beside.length}; medians ${medianOf(quiet)} and ${medianOf(beside)} ms`,
  };
}

const medianOf = (values: readonly number[]): string => partOf(values, 0.5).toFixed(1);
const p99Of = (values: readonly number[]): number => partOf(values, 0.99);
const partOf = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
