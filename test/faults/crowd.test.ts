import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstCustomer, ONE_LINE, patientClient } from '../support/clients-of-processes.ts';
import { bookProblems } from '../support/numbers-checked.ts';
import { ground, startProcess } from '../support/server-process.ts';

const CLIENTS = 32;
const DRAFTS = 640;

test(`${CLIENTS} clients finalize ${DRAFTS} drafts of one account at once on 2 processes: ${DRAFTS} numbers, no gap, no error`, async () => {
  const on = await ground();
  try {
    const first = await startProcess(on);
    const key = first.welcome.keys?.live as string;
    const second = await startProcess(on);
    const customerId = await firstCustomer(on, first, key);
    const client = await patientClient(on, { key, ports: [first.port, second.port] });

    const drafts: string[] = [];
    await inParallel(CLIENTS, DRAFTS, async () => {
      const made = await client.once(`/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } });
      assert.equal(made?.status, 201, made?.text);
      drafts.push(made.json.id);
    });
    const numbers: string[] = [];
    const slowest = { ms: 0 };
    await inParallel(CLIENTS, DRAFTS, async (at) => {
      const began = performance.now();
      const answer = await client.once(`/v2/billing/${drafts[at]}/finalize`, { method: 'PATCH' });
      assert.equal(answer?.status, 200, answer?.text);
      slowest.ms = Math.max(slowest.ms, performance.now() - began);
      numbers.push(answer.json.number);
    });
    client.close();
    assert.deepEqual([await first.stop(), await second.stop()], [0, 0], `${first.log()}${second.log()}`);

    const expected = Array.from({ length: DRAFTS }, (_, at) => String(at + 1).padStart(4, '0'));
    assert.deepEqual(numbers.map((number) => number.replace(/^F-\d{4}-/, '')).toSorted(), expected);
    assert.ok(slowest.ms < 10_000, `the slowest took ${slowest.ms} ms`);
    const { problems, documents, links } = await bookProblems(on);
    assert.deepEqual(problems, []);
    assert.equal(documents.length, DRAFTS);
    assert.ok(links >= DRAFTS);
    assert.equal(client.seen.cutOff + client.seen.refusedConnections, 0);
  } finally {
    await on.discard();
  }
});

/** Does something so many times, so many at a time. */
async function inParallel(atOnce: number, times: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
