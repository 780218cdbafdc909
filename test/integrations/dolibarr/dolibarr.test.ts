import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { billsForPrograms } from '../../support/documents/bills-for-programs.ts';
import { type Books, booksOf } from '../../support/documents/example-books.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';

// The files of `export --format dolibarr`, imported by the import code of a real Dolibarr
// (README.md). It needs PHP and an installed, empty Dolibarr 22: DOLIBARR names its
// folder htdocs.

const HTDOCS = process.env['DOLIBARR'];
const SCRIPT = fileURLToPath(new URL('import-files.php', import.meta.url));
const withoutDolibarr = HTDOCS === undefined && 'DOLIBARR names no installed Dolibarr';

let service: TestService;
let books: Books;
let folder: string;
beforeAll(async () => {
  if (withoutDolibarr) return;
  service = await testService();
  books = booksOf(service);
  folder = await mkdtemp(join(tmpdir(), 'facturier dolibarr '));
  await books.company();
  await billsForPrograms(books);
});
afterAll(async () => {
  if (withoutDolibarr) return;
  await service.close();
  await rm(folder, { recursive: true });
});

/** Writes all files of the export, and installs the module in Dolibarr as LISEZMOI.txt says. */
async function written(htdocs: string): Promise<string[]> {
  const query = { program: 'dolibarr' };
  const { files, texts } = (await books.ask('describe-program-export', { query })).json;
  for (const { name, text } of texts) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await cp(join(folder, 'htdocs', 'custom'), join(htdocs, 'custom'), { recursive: true });
  for (const { name, operation } of files) {
    const heard = await books.ask(operation, { query: { ...query, file: name } });
    assert.equal(heard.refused, undefined, JSON.stringify(heard));
    await writeFile(join(folder, name), heard.json.csv);
  }
  return files.map(({ name }: { name: string }) => name);
}

const STORED = sql`
  select d.number, d.kind, d.net_cents as net, d.vat_cents as vat, d.total_cents as total,
    d.total_cents - d.deducted_cents - d.credited_cents - d.paid_cents as rest, d.refund_at as "refundAt"
  from billing.document d
  where d.account_id = $1 and d.number is not null and d.kind in ('invoice', 'advance', 'credit_note') order by d.number`;
const stored = () =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: await tx.read(STORED, [tx.accountId]),
  }));

test.skipIf(withoutDolibarr)(
  'a real Dolibarr imports every row, and has the totals and the open balance of each bill to the cent',
  async () => {
    const names = await written(HTDOCS as string);
    const { stdout } = await promisify(execFile)('php', [SCRIPT, HTDOCS as string, folder], { maxBuffer: 2 ** 24 });
    const report = JSON.parse(stdout.slice(stdout.indexOf('{')));
    assert.deepEqual(report.errors, []);
    assert.deepEqual(Object.keys(report.rows).sort(), names.sort());
    const own = await stored();
    assert.deepEqual(Object.keys(report.invoices).sort(), own.map(({ number }) => number).sort());
    let open = 0;
    for (const { number, kind, net, vat, total, rest } of own) {
      const theirs = report.invoices[number];
      const sign = kind === 'credit_note' ? -1 : 1;
      const totals = [net, vat, total].map((each) => sign * each);
      assert.deepEqual([theirs.totals, theirs.lines], [totals, totals], number);
      if (kind === 'credit_note') continue;
      // What is paid and then credited and refunded is settled on both sides.
      assert.equal(Math.max(theirs.remain, 0), Math.max(rest, 0), number);
      open += Math.max(rest, 0);
    }
    assert.ok(open > 0);
    process.stdout.write(`Dolibarr ${report.version}: ${own.length} bills, ${open} cents open on both sides\n`);
  },
  120_000,
);
