import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { fecFaults } from '../../../test/support/documents/fec-checks.ts';
import { manyPayments } from '../../../test/support/documents/many-payments.ts';
import { timed, watchMemory } from '../../../test/support/runner/measure.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The entries of a year with many invoices, all paid: LEDGER_PAYMENTS=100000 measures its targets.

/** The short form checks contents only: a busy machine says nothing about time. */
const IS_MEASURED = process.env.LEDGER_PAYMENTS !== undefined;
const PAYMENTS = Number(process.env.LEDGER_PAYMENTS ?? 1_500);
/** Targets for 100,000 payments on an idle machine. */
const FIRST_PAGE_MS = 300;
const FILE_MS = 10_000;
/** Growth of the memory in use from one half of a file to the other. */
const GROWTH_MB = 30;
const YEAR = { from: '2026-01-01', to: '2026-12-31' };

let service: TestService;
beforeAll(async () => {
  service = await testService();
}, 60_000);
afterAll(() => service.close());

test('a year of 1,500 paid invoices: pages, the file in parts, the trial balance and the ledger of 411, all to the cent', async () => {
  const books = booksOf(service);
  await books.company();
  const { id } = await books.finalized(books.invoice(await books.contact(), { lines: [TRAINING] }));
  await books.pay('invoice', id, 120_000);
  await manyPayments(service, id, PAYMENTS);
  const ask = (name: string, query: object = {}) => books.ask(name, { query: { ...YEAR, ...query } });
  await ask('list-accounting-entries');
  const [page, pageMs] = await timed(() => ask('list-accounting-entries', { limit: 100 }));
  assert.equal(page.json.docs.length, 100);
  const [december, lateMs] = await timed(() => ask('list-accounting-entries', { from: '2026-12-01', limit: 100 }));
  assert.equal(december.json.docs[0].on, '2026-12-01');

  const parts: Buffer[] = [];
  const memory = watchMemory();
  let [bytes, after]: [number, string | undefined] = [0, undefined];
  const [, fileMs] = await timed(async () => {
    for (let part = 1; part === 1 || after !== undefined; part++) {
      const { file } = await ask('download-accounting-entries', after ? { after } : {});
      assert.ok(file);
      if (!IS_MEASURED) parts.push(file.bytes);
      bytes += file.bytes.length;
      after = file.next;
      memory.read();
    }
  });
  if (!IS_MEASURED) assert.deepEqual(fecFaults(Buffer.concat(parts)), []);
  const [balance, balanceMs] = await timed(() => ask('get-trial-balance'));
  const ofAccount = (account: string) => balance.json.accounts.find((each: any) => each.account === account);
  assert.deepEqual([ofAccount('512').debit, ofAccount('411').balance], [PAYMENTS * 120_000, 0]);
  assert.deepEqual([ofAccount('44574200').balance, ofAccount('44571200').credit], [0, PAYMENTS * 20_000]);
  assert.equal(balance.json.entries, 2 * PAYMENTS);
  const [ledger, ledgerMs] = await timed(() => ask('list-ledger-lines', { account: '411', limit: 100 }));
  assert.equal(ledger.json.docs.length, 100);
  const said = { pageMs, lateMs, fileMs, balanceMs, ledgerMs, growthMb: memory.growth(), fileMb: bytes / 2 ** 20 };
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(said).map(([name, value]) => [name, Math.round(value)]))),
  );
  if (!IS_MEASURED) return;
  assert.ok(pageMs < FIRST_PAGE_MS && lateMs < FIRST_PAGE_MS, `a page took ${pageMs.toFixed(0)} ms`);
  assert.ok(fileMs < FILE_MS, `the file took ${fileMs.toFixed(0)} ms`);
  assert.ok(memory.growth() < GROWTH_MB, `the file grew the memory by ${memory.growth().toFixed(0)} MB`);
}, 600_000);
