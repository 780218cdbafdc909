import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { openPool } from '../../src/db/connections/pool.ts';
import { type Bystander, startBystander } from '../load-test/attack-processes.ts';
import { accountWithKey, CONTACT } from '../load-test/load-test-accounts.ts';
import { longDocument } from '../load-test/long-document.ts';
import { type ServerUnderLoad, serverUnderLoad } from '../load-test/server-under-load.ts';
import { copyDrafts } from '../support/database/copy-drafts.ts';
import { isLongForm, longFormOnly } from '../support/runner/long-form.ts';
import { COMPANY } from '../support/service/company.ts';
import { type Ask, httpClient } from '../support/service/http-client.ts';
import { type Ground, ground } from '../support/service/server-process.ts';

// How long one account's load delays another. Measured independently of the machine: CPU time the
// event loop gave others during a read, and the order of PDFs.

const skip = process.platform === 'linux' ? false : 'the times of the loop are read where Linux tells them';
/** Twice as many as run at once for all accounts, plus some that wait. */
const LISTS = Number(process.env.BESIDE_LISTS ?? (isLongForm ? 60 : 12));
const DOCUMENTS_A_LIST = 100;
const FILES = 20;
/** Empty rows cost as much to read as others and weigh a byte each: 110 kB reach the row limit. */
const EMPTY_LINES = '\n'.repeat(110_000);
/** Milliseconds the event loop may work for others while another account waits for a small read. */
const READ_MS_MAX = 200;
/**
 * Attempts: a stall of the machine is rare, a weakness is not; in the control a read must coincide.
 */
const TRIES_MAX = 10;
/** Extra attempts until enough was read and done at once. */
const ROUNDS_MAX = 20;
/** So many that the PDFs printed during a request are a small part of them. */
const PAPERS = Number(process.env.BESIDE_PAPERS ?? (isLongForm ? 50 : 8));
/**
 * Maximum number of them printed before another account's PDF: two seconds on a usual machine for
 * fifty.
 */
const PAPERS_BEFORE_MAX = Math.floor(PAPERS / 4);

let on: Ground;
let server: ServerUnderLoad;
let ca: string;
/** The account with the load, and another. */
let much: Account;
let other: Account;
type Account = { key: string; customerId: string };

beforeAll(async () => {
  if (skip) return;
  on = await ground();
  server = await serverUnderLoad(on);
  ca = String(await on.ca());
  const { accountId, key } = await accountWithKey(on);
  much = await opened(key);
  other = await opened(server.keys?.live as string);
  const made = await asked(much, `/v2/billing/invoice/${much.customerId}`, { method: 'POST', body: longDraft(25) });
  const owner = openPool(on.database.ownerUrl, { size: 1 });
  await copyDrafts(owner, { accountId, documentId: made.json.id, copies: DOCUMENTS_A_LIST - 1 });
  await owner.end();
});
afterAll(async () => {
  if (skip) return;
  await server.stop();
  await on.discard();
});

async function opened(key: string): Promise<Account> {
  const account = { key, customerId: '' };
  await asked(account, '/v2/company', { method: 'PATCH', body: COMPANY });
  account.customerId = (await asked(account, '/contact', { body: CONTACT })).json.id;
  return account;
}

async function asked({ key }: Account, path: string, ask: Ask) {
  const client = httpClient({ port: server.port, ca });
  const answer = await client.ask(path, { key, ...ask }).finally(() => client.close());
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

const longDraft = (lines: number, letters = 40): object => {
  const whole = JSON.parse(longDocument(letters));
  return { ...whole, lines: whole.lines.slice(0, lines) };
};

type Client = ReturnType<typeof httpClient>;
/** A full list and a file of empty lines, as the loading account requests them. */
const list = (client: Client) => client.ask(`/v2/billings?limit=${DOCUMENTS_A_LIST}`, { key: much.key });
const emptyFile = (client: Client) =>
  client.ask('/v2/customers/import?dryRun=true', {
    ...{ method: 'POST', key: much.key, body: EMPTY_LINES, headers: { 'content-type': 'text/csv' } },
  });

/** The requests, how many at once, and the minimum observed for a valid result. */
type Wanted = {
  /**
   * Milliseconds the event loop worked at most with the limits: a fast control must exceed twice
   * that.
   */
  keptMs?: number;
  many: number;
  ask: (client: Client) => Promise<{ status: number }>;
  readsLeast: number;
  /** This many responses with this status. */
  done: { status: number; least: number };
};
const FULL_LISTS: Wanted = { many: LISTS, ask: list, readsLeast: 10, done: { status: 200, least: LISTS / 6 } };
const EMPTY_FILES: Wanted = { many: FILES, ask: emptyFile, readsLeast: 3, done: { status: 413, least: FILES / 4 } };

/** The longest event loop work during a small read of the other account, and its request. */
async function worstRead({ many, ask, readsLeast, done }: Wanted) {
  const bystander = startBystander({ ...other, port: server.port, ca, serverPid: server.pid });
  try {
    await heard(bystander, 0);
    const from = Date.now();
    const client = httpClient({ port: server.port, ca });
    const statuses: number[] = [];
    let read: Bystander['asked'] = [];
    const isEnough = () =>
      read.length >= readsLeast && statuses.filter((status) => status === done.status).length >= done.least;
    for (let round = 0; round < ROUNDS_MAX && !isEnough(); round++) {
      const answers = await Promise.all(Array.from({ length: many }, () => ask(client)));
      statuses.push(...answers.map(({ status }) => status));
      const to = Date.now();
      await heard(bystander, to);
      read = bystander.asked.filter(({ at, what }) => at >= from && at < to && what.startsWith('GET'));
    }
    client.close();
    const worst = read.reduce((a, b) => (a.workedMs > b.workedMs ? a : b));
    return { ...worst, reads: read.length, refused: read.flatMap(({ wrong }) => wrong ?? []), statuses };
  } finally {
    bystander.end();
  }
}

/** Repeats while the event loop works too long; returns the best run. */
async function bestOf(wanted: Wanted) {
  let best = await worstRead(wanted);
  for (let again = 1; best.workedMs > READ_MS_MAX && again < TRIES_MAX; again++) {
    const other = await worstRead(wanted);
    if (other.workedMs < best.workedMs) best = other;
  }
  wanted.keptMs = best.workedMs;
  return best;
}

/** Waits until the bystander's requests since a given time are answered. */
async function heard({ asked }: Bystander, since: number): Promise<void> {
  while (!asked.some(({ at, wrong }) => at >= since && !wrong)) await wait(50);
}

test(`${LISTS} full lists of one account at once block a read of another for ${READ_MS_MAX} ms of work at most`, async (t) => {
  if (skip) t.skip(skip);
  const { workedMs, what, reads, refused, statuses } = await bestOf(FULL_LISTS);
  console.log(`${workedMs.toFixed(0)} ms worked at most, for ${what}; ${reads} reads`);
  assert.ok(reads >= FULL_LISTS.readsLeast, `${reads} reads prove nothing`);
  assert.deepEqual(refused, []);
  // On a slow machine the last ones time out in the queue.
  assert.ok(statuses.filter((status) => status === 200).length >= FULL_LISTS.done.least, statuses.join());
  assert.deepEqual(
    statuses.filter((status) => ![200, 429, 503].includes(status)),
    [],
  );
  assert.ok(workedMs <= READ_MS_MAX, `${workedMs} ms for ${what}`);
});

test(`${FILES} files of 110 kB of empty lines at once block a foreign read for ${READ_MS_MAX} ms of work at most`, async (t) => {
  if (skip) t.skip(skip);
  const { workedMs, what, reads, refused, statuses } = await bestOf(EMPTY_FILES);
  console.log(`${workedMs.toFixed(0)} ms worked at most, for ${what}; ${reads} reads`);
  assert.ok(reads >= EMPTY_FILES.readsLeast, `${reads} reads prove nothing`);
  assert.deepEqual(refused, []);
  // Each was read to its limit and refused for its rows; on a slow machine the last ones time out
  // in the queue.
  const refusedForRows = statuses.filter((status) => status === 413);
  assert.ok(refusedForRows.length >= EMPTY_FILES.done.least, statuses.join());
  assert.deepEqual(
    statuses.filter((status) => ![413, 429, 503].includes(status)),
    [],
  );
  assert.ok(workedMs <= READ_MS_MAX, `${workedMs} ms for ${what}`);
});

/** Number of heavy PDFs printed before a small one requested later by a given account. */
async function printedBefore(by: Account): Promise<{ before: number; ms: number; status: number }> {
  const heavy = await asked(much, `/v2/billing/invoice/${much.customerId}`, {
    method: 'POST',
    body: longDraft(500, 100),
  });
  const small = await asked(by, `/v2/billing/invoice/${by.customerId}`, { method: 'POST', body: longDraft(1) });
  const client = httpClient({ port: server.port, ca });
  const paper = (id: string, { key }: Account) => client.ask(`/v2/billing/${id}/download`, { key });
  let printed = 0;
  const many = Array.from({ length: PAPERS }, async () => {
    const { status } = await paper(heavy.json.id, much);
    printed += 1;
    return status;
  });
  // Once the first is printed all are queued, however busy the machine is.
  await Promise.race(many);
  // Responses received by then must be read too, or they would count as later.
  await asked(by, '/v2/company/me', {});
  const already = printed;
  const began = performance.now();
  const { status } = await paper(small.json.id, by);
  const told = { before: printed - already, ms: performance.now() - began, status };
  client.close();
  await Promise.allSettled(many);
  return told;
}

/**
 * Repeats if unexpectedly many or few were printed during the request: a stall does not happen
 * every time.
 */
async function printedBeforeAsExpected(by: Account, isExpected: (before: number) => boolean) {
  let waited = await printedBefore(by);
  for (let again = 1; !isExpected(waited.before) && again < TRIES_MAX; again++) waited = await printedBefore(by);
  return waited;
}

test(`${PAPERS} PDFs of 500 lines of one account at once delay another account by ${PAPERS_BEFORE_MAX} PDFs at most`, async (t) => {
  if (skip) t.skip(skip);
  const waited = await printedBeforeAsExpected(other, (before) => before <= PAPERS_BEFORE_MAX);
  console.log(`after ${waited.before} of them, ${waited.ms.toFixed(0)} ms`);
  assert.equal(waited.status, 200);
  assert.ok(waited.before <= PAPERS_BEFORE_MAX, `${waited.before} before it`);
});

test('control: one more PDF of the same account waits for nearly all of them', async (t) => {
  const reason = skip || longFormOnly;
  if (reason) t.skip(reason);
  const waited = await printedBeforeAsExpected(much, (before) => before > PAPERS_BEFORE_MAX);
  console.log(`after ${waited.before} of them, ${waited.ms.toFixed(0)} ms`);
  assert.equal(waited.status, 200);
  assert.ok(waited.before > PAPERS_BEFORE_MAX, `${waited.before} before it`);
});

test('control: without yielding the same lists block the event loop for longer', async (t) => {
  const reason = skip || longFormOnly;
  if (reason) t.skip(reason);
  await server.stop();
  server = await serverUnderLoad(on, { modules: [new URL('./without-yielding.ts', import.meta.url).href] });
  const mostMs = Math.min(READ_MS_MAX, 2 * (FULL_LISTS.keptMs ?? READ_MS_MAX));
  // A read must coincide to be observed, which is rare on a busy machine.
  let worst = await worstRead(FULL_LISTS);
  for (let again = 1; worst.workedMs <= mostMs && again < TRIES_MAX; again++) worst = await worstRead(FULL_LISTS);
  const { workedMs, what, reads } = worst;
  console.log(`${workedMs.toFixed(0)} ms worked at most, for ${what}; ${reads} reads`);
  assert.ok(workedMs > mostMs, `${workedMs} ms for ${what}`);
});
