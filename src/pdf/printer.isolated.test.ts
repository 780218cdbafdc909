import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, describe, test } from 'vitest';
import { examples } from '../../test/pdf/examples.ts';
import { ConcurrencyLimitError } from '../limits/concurrency-limiter.ts';
import { processLimits } from '../limits/process-limits.ts';
import type { Job } from './print-job.ts';
import { openPrinter, PrintError, type Printer, type PrinterOptions } from './printer.ts';

const RENDERS = Number(process.env['RENDERS'] ?? 60);
/**
 * Milliseconds a document may wait when all are requested at once: printing has the lowest priority
 * on the machine.
 */
const WAIT_MS = 3_600_000;

describe('the printer', () => {
  const open: Printer[] = [];
  const printer = (options?: PrinterOptions): Printer => {
    const opened = openPrinter(options);
    open.push(opened);
    return opened;
  };
  afterAll(() => Promise.all(open.map((each) => each.close())));
  const job: Job = { printed: examples()['invoice-ardoise'] as Job['printed'], xml: '<invoice/>' };
  const other: Job = { printed: examples()['estimate-marge'] as Job['printed'] };
  /** A document the templates cannot print: an invalid day. */
  const broken: Job = { printed: { ...job.printed, dated: { day: 'never', at: 0 } } };

  test(`the same document gives the same bytes in ${RENDERS} renders, in any process and order`, async () => {
    const one = printer({ documentsPerProcess: Math.ceil(RENDERS / 3), waitingMax: 2 * RENDERS, waitMs: WAIT_MS });
    const hashes = new Set<string>();
    const renders = Array.from({ length: RENDERS }, async (_, n) => {
      const pdf = await one.renderPdf(job);
      hashes.add(createHash('sha256').update(pdf).digest('hex'));
      if (n % 50 === 0) await one.renderPdf(other);
    });
    await Promise.all(renders);
    assert.equal(hashes.size, 1);
    assert.ok(one.started() >= 3, `${one.started()} processes`);
    const changed = await one.renderPdf({ ...job, xml: '<invoice></invoice>' });
    hashes.add(createHash('sha256').update(changed).digest('hex'));
    assert.equal(hashes.size, 2);
  });

  test('no process is started before the first document', async () => {
    const idle = printer();
    assert.equal(idle.started(), 0);
    assert.deepEqual(idle.processIds(), []);
    await idle.close();
    assert.equal(idle.started(), 0);
  });

  test('a process killed while printing is replaced, and the document is printed', async () => {
    const killed = printer();
    const expected = await killed.renderPdf(job);
    const rendering = killed.renderPdf(job);
    process.kill(killed.processIds()[0] as number, 'SIGKILL');
    assert.deepEqual(await rendering, expected);
    assert.equal(killed.started(), 2);
  });

  test('a document that crashes the process twice is given up; the next document is printed', async () => {
    const dying = printer();
    await dying.renderPdf(job);
    const rendering = assert.rejects(dying.renderPdf(job), reasonIs('crash'));
    process.kill(dying.processIds()[0] as number, 'SIGKILL');
    while (dying.started() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    process.kill(dying.processIds()[0] as number, 'SIGKILL');
    await rendering;
    assert.ok((await dying.renderPdf(job)).length > 10_000);
  });

  test('a document that takes too long is given up with its process; the next is printed', async () => {
    const slow = printer({ timeoutMs: 20 });
    await assert.rejects(slow.renderPdf(job), isRefused('time'));
    assert.deepEqual(slow.processIds(), []);
  });

  test('a document the compiler refuses is reported with the reason, and costs no process', async () => {
    const steady = printer();
    await steady.renderPdf(job);
    await assert.rejects(steady.renderPdf(broken), reasonIs('refused by the PDF compiler'));
    await steady.renderPdf(job);
    assert.equal(steady.started(), 1);
  });

  test('requests beyond the queue limit are refused, and queued ones are served', async () => {
    const full = printer({ waitingMax: 2, processes: 1 });
    const served = [full.renderPdf(job), full.renderPdf(job), full.renderPdf(job)];
    await assert.rejects(full.renderPdf(job), isRefused('share'));
    assert.equal((await Promise.all(served)).length, 3);
  });

  test('closing finishes the current document, refuses queued and new ones, and ends the process', async (t) => {
    // On a busy machine the current document takes a while, at the lowest priority.
    const { printsMs } = processLimits.stopping;
    Object.assign(processLimits.stopping, { printsMs: 600_000 });
    t.onTestFinished(() => void Object.assign(processLimits.stopping, { printsMs }));
    const closed = printer({ processes: 1 });
    await closed.renderPdf(job);
    const [printing, waiting] = [closed.renderPdf(job), closed.renderPdf(other)];
    const refused = assert.rejects(waiting as Promise<Buffer>, isRefused('closed'));
    const pid = closed.processIds()[0] as number;
    await closed.close();
    assert.ok((await (printing as Promise<Buffer>)).length > 10_000);
    await refused;
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    await assert.rejects(closed.renderPdf(job), isRefused('closed'));
  });

  test('closing does not wait for a slow document: its process is killed after a second', async () => {
    const closed = printer({ processes: 1 });
    await closed.renderPdf(job);
    const pid = closed.processIds()[0] as number;
    process.kill(pid, 'SIGSTOP');
    const long = assert.rejects(closed.renderPdf(job), isRefused('closed'));
    const began = performance.now();
    await closed.close();
    await long;
    assert.ok(performance.now() - began < 20_000);
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });

  test('an aborted request is not printed, and an account does not wait for fifty documents of another', async () => {
    const shared = printer({ processes: 1 });
    await shared.renderPdf(job);
    const gone = new AbortController();
    const order: string[] = [];
    const many = Array.from({ length: 50 }, async () => {
      try {
        await shared.renderPdf(job, { accountId: 'a', gone: () => gone.signal });
        order.push('a');
      } catch {
        order.push('refused');
      }
    });
    await shared.renderPdf(job, { accountId: 'b' });
    order.push('b');
    assert.ok(order.indexOf('b') < 40, `b was printed after ${order.indexOf('b')} of a`);
    gone.abort();
    await Promise.all(many);
    assert.ok(order.filter((each) => each === 'refused').length >= 5, order.join(' '));
  });

  test('a process that grew too large is replaced after its document; a smaller one is not', async () => {
    const small = printer({ residentMaxMb: 1 });
    await small.renderPdf(job);
    await small.renderPdf(job);
    assert.equal(small.started(), 2);
    const large = printer({ residentMaxMb: 4000 });
    await large.renderPdf(job);
    await large.renderPdf(job);
    assert.equal(large.started(), 1);
  });

  test('an idle process ends after a while; one used in between stays; the next document starts another', async () => {
    // If the machine did not leave it idle for that long, nothing is proven, and the test is
    // retried.
    const idleMs = 1_200;
    let resting: Printer;
    let pid: number | undefined;
    let rested = 0;
    let tries = 0;
    do {
      resting = printer({ idleMs });
      await resting.renderPdf(job);
      [pid] = resting.processIds();
      rested = 0;
      for (let n = 0, used = performance.now(); n < 4; n++) {
        await new Promise((resolve) => setTimeout(resolve, 350));
        await resting.renderPdf(job);
        rested = Math.max(rested, performance.now() - used);
        used = performance.now();
      }
    } while (rested >= idleMs && ++tries < 20);
    assert.deepEqual([resting.processIds(), resting.started()], [[pid], 1]);
    const end = performance.now() + 30_000;
    while (resting.processIds().length > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(resting.processIds(), []);
    await resting.renderPdf(job);
    assert.equal(resting.started(), 2);
  });

  test('a program that does not close the printer still exits once its documents are printed', async () => {
    const url = new URL('./printer.ts', import.meta.url).href;
    const program = `import { openPrinter } from '${url}';
      const pdf = await openPrinter().renderPdf(${JSON.stringify(job)});
      process.stdout.write(String(pdf.length));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(code, 0);
    assert.ok(Number(output) > 10_000);
  });

  test('while a document waits a second process is started, and never a third', async () => {
    const many = printer({ processes: 2 });
    const printed = await Promise.all(Array.from({ length: 30 }, () => many.renderPdf(job)));
    assert.equal(printed.length, 30);
    assert.equal(many.started(), 2);
    const few = printer({ processes: 2 });
    await Promise.all([few.renderPdf(job), few.renderPdf(job)]);
    assert.equal(few.started(), 2);
    const oneByOne = printer({ processes: 2 });
    for (let n = 0; n < 3; n++) await oneByOne.renderPdf(job);
    assert.equal(oneByOne.started(), 1);
  });

  const isRefused =
    (reason: ConcurrencyLimitError['reason']) =>
    (error: unknown): boolean =>
      error instanceof ConcurrencyLimitError && error.reason === reason;
  const reasonIs =
    (reason: PrintError['reason']) =>
    (error: unknown): boolean =>
      error instanceof PrintError && error.reason === reason;
});
