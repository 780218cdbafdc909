import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bookProblems } from '../../support/documents/numbering-check.ts';
import { isLongForm } from '../../support/runner/long-form.ts';
import type { Answered } from '../../support/service/http-client.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { ground, startProcess } from '../../support/service/server-process.ts';

const CLIENTS = 32;
const DRAFTS = Number(process.env.CROWD_DRAFTS ?? (isLongForm ? 640 : 160));
/**
 * Milliseconds a request waits for a turn or connection, less the clock difference; statements wait
 * longer.
 */
const WAITED_MS_MAX = 4_900;
/**
 * Maximum number of later requests served earlier; a starved request is overtaken by all others.
 */
const PASSED_BY_MAX = DRAFTS / 2;
/** Maximum attempts: a stall of the process is rare, but starvation happens every time. */
const CROWDS_MAX = 6;

test(`${CLIENTS} clients finalize ${DRAFTS} drafts of one account on 2 processes: ${DRAFTS} numbers, no gap, no error`, async () => {
  const on = await ground();
  try {
    const first = await startProcess(on);
    const key = first.welcome.keys?.live as string;
    const second = await startProcess(on);
    const customerId = await firstCustomer(on, first, key);
    const client = await patientClient(on, { key, ports: [first.port, second.port] });

    const numbers: string[] = [];
    let most = Number.POSITIVE_INFINITY;
    for (let crowds = 0; most > PASSED_BY_MAX && crowds < CROWDS_MAX; crowds++)
      most = await passedByInACrowd(client, { customerId, numbers });
    client.close();
    assert.deepEqual([await first.stop(), await second.stop()], [0, 0], `${first.log()}${second.log()}`);

    const expected = numbers.map((_, at) => String(at + 1).padStart(4, '0'));
    assert.deepEqual(numbers.map((number) => number.replace(/^F-\d{4}-/, '')).toSorted(), expected);
    console.log(`passed by ${most} at most`);
    assert.ok(most <= PASSED_BY_MAX, `passed by ${most}`);
    const { problems, documents, links } = await bookProblems(on);
    assert.deepEqual(problems, []);
    assert.ok(numbers.length >= DRAFTS);
    assert.equal(documents.length, numbers.length);
    assert.ok(links >= numbers.length);
    assert.equal(client.seen.cutOff + client.seen.refusedConnections, 0);
  } finally {
    await on.discard();
  }
});

/** Finalizes new drafts at once; returns the maximum number of later requests served before one. */
async function passedByInACrowd(
  client: PatientClient,
  { customerId, numbers }: { customerId: string; numbers: string[] },
): Promise<number> {
  const drafts: string[] = [];
  await inParallel(CLIENTS, DRAFTS, async () => {
    const made = await answered(() => client.once(`/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } }));
    assert.equal(made?.status, 201, made?.text);
    drafts.push(made.json.id);
  });
  const passedBy: number[] = [];
  const done: number[] = [];
  await inParallel(CLIENTS, DRAFTS, async (at) => {
    const answer = await answered(() => client.once(`/v2/billing/${drafts[at]}/finalize`, { method: 'PATCH' }));
    assert.equal(answer?.status, 200, answer?.text);
    passedBy.push(done.filter((other) => other > at).length);
    done.push(at);
    numbers.push(answer.json.number);
  });
  return Math.max(...passedBy);
}

/**
 * The response to one request. A timeout under load (503, or 429 behind requests of the same
 * account) changed nothing and is retried; an earlier refusal is the response.
 */
async function answered(ask: () => Promise<Answered | undefined>): Promise<Answered | undefined> {
  for (;;) {
    const began = performance.now();
    const answer = await ask();
    const isBusy = answer?.status === 503 || answer?.json?.code === 'request.account_busy';
    if (!isBusy || performance.now() - began < WAITED_MS_MAX) return answer;
  }
}

/** Runs a function a number of times with limited concurrency. */
async function inParallel(atOnce: number, times: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
