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

/** What others ask meanwhile may take so many times as long as on a quiet service. */
const P99_MOST = 1.5;
/** Half of all made, the account with the fewest has at least this part of what each has on the average. */
const SHARE_LEAST = 0.5;
/** Series of an account from which on that says anything. */
const EACH_LEAST = 10;
const CLIENTS = 8;
/** Milliseconds between two requests of the others, so that their latency is not that of a queue. */
const PACE_MS = 20;
/** Of a shorter time there are too few to say a p99. */
const QUIET_SECONDS_LEAST = 10;
/** Seconds until what was queued is due, of all at once. */
const DUE_IN = 5;
const LOOK_MS = 250;
/** Milliseconds in which something must be made. */
const STUCK_MS = 120_000;
const DAY = 86_400;

/**
 * Invoices of all accounts that recur in the same second, worked off by the service and a worker beside it: how many a second, how fair
 * between accounts, how old the oldest becomes, and what others wait for their answers meanwhile beside a quiet service.
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
        how: `${many} due at once, ${took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')} of processor`,
      },
      { what: '  age of the oldest', value: worked.oldest, unit: 's', target: { most: lanes.recurrences.lateSeconds } },
      fairnessOf(stage, made, dueAt),
      besideQuiet(quiet, besides),
    ];
  } finally {
    await worker.stop();
  }
}

/** Series of every account, finalized when their day comes, made through the interface. */
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

/** All of them fall on yesterday, whatever the hour is now, and are due at a time (Unix seconds). */
async function due({ owner, accounts }: Stage, at: number): Promise<void> {
  const yesterday = civilDayOf(at - DAY, 'Europe/Paris');
  for (const { id } of accounts)
    await inTransaction(owner, { accountId: id, test: false }, async (tx) => {
      tx.write(ON_YESTERDAY, [id, yesterday]);
      tx.write(DUE, [id, at]);
      return { commit: true, answer: undefined };
    });
}

/** Waits until nothing is due any more: the seconds that took, and those the oldest that was due had waited. */
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
    if (performance.now() - last.at > STUCK_MS) throw new Error(`${left} of ${many} series are not worked off`);
    if (left === 0) break;
    await wait(LOOK_MS);
  }
  return { seconds: (performance.now() - began) / 1000, oldest };
}

type Made = { accountId: string; id: string; day: string };

/** What was made, in the order it was: ids of documents are drawn from the clock, to the millisecond. */
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

/** When half of all are made: how many the account with the fewest has, beside what each has on the average. */
function fairnessOf({ accounts }: Stage, made: readonly Made[], dueAt: number): Finding {
  const half = made.slice(0, made.length / 2);
  const counts = accounts.map(({ id }) => half.filter(({ accountId }) => accountId === id).length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const firsts = accounts.map(({ id }) => msOf(made.find(({ accountId }) => accountId === id)) / 1000 - dueAt);
  return {
    ...{ what: '  least of an account, half way', value: fewest / (half.length / accounts.length), unit: '×' },
    ...(made.length >= EACH_LEAST * accounts.length && { target: { least: SHARE_LEAST } }),
    how: `each has ${fewest} to ${most}, and its first after ${Math.min(...firsts).toFixed(1)} to ${Math.max(...firsts).toFixed(1)} s`,
  };
}

/** Unix milliseconds in which an id was drawn (UUID version 7). */
const msOf = (made: Made | undefined): number => Number.parseInt((made?.id ?? '').replaceAll('-', '').slice(0, 12), 16);

/** Asks as users do, of one account after the other: an invoice made, read, and the newest 20. Gives how long each answer took, in milliseconds. */
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

/** What is asked of a service that has nothing else to do: before and after, since a machine is not the same for minutes. */
function askedFor(stage: Stage, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  return asked(stage, () => performance.now() < until);
}

function besideQuiet(quiet: readonly number[], beside: readonly number[]): Finding {
  const [p99, then] = [p99Of(quiet), p99Of(beside)];
  return {
    ...{ what: '  p99 of requests beside it, in quiet ones', value: then / p99, unit: '×', target: { most: P99_MOST } },
    how: `quiet ${p99.toFixed(1)} ms of ${quiet.length}, beside ${then.toFixed(1)} ms of ${beside.length}; the median ${medianOf(quiet)} and ${medianOf(beside)} ms`,
  };
}

const medianOf = (values: readonly number[]): string => partOf(values, 0.5).toFixed(1);
const p99Of = (values: readonly number[]): number => partOf(values, 0.99);
const partOf = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
