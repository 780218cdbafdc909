import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../support/documents/example-books.ts';
import { type Chance, seeded, seedOf } from '../../support/runner/seeded-random.ts';
import { COMPANY } from '../../support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../support/service/in-process-service.ts';

// Totals, rows and CSV columns of a list of bills state the invoiced amount and count an advance
// once.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const DAY = 86_400;
const BILLS = { type: ['invoice', 'advance', 'asset'], state: ['finalized', 'paid'] };

async function business(): Promise<{ books: Books; customer: string }> {
  const { live } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  await books.company(COMPANY);
  return { books, customer: await books.contact() };
}

/** Net, VAT and total in cents from the totals, the CSV file and the rows. */
async function invoiced(books: Books) {
  const [own] = (await books.ask('get-billings-totals', { query: { ...BILLS, booked: 'true' } })).json.currencies;
  const { csv } = (await books.ask('export-billings', { query: { ...BILLS, format: 'plain' } })).json;
  const [head, ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  const names = head.split(',');
  const sumOf = (name: string): number => {
    const place = names.indexOf(name);
    assert.ok(place >= 0, `${name} stands in ${head}`);
    return lines.reduce((all: number, line: string) => all + Math.round(Number(line.split(',')[place]) * 100), 0);
  };
  const rows = (await books.ask('get-billing-rows', { query: { ...BILLS, limit: 100 } })).json.docs;
  const ofRows = rows.reduce((all: number, row: any) => all + row.amountWithTax - (row.deductedAmountWithTax ?? 0), 0);
  return {
    totals: [own.withoutTax, own.vatAmount, own.withTax],
    file: [sumOf('Total HT'), sumOf('TVA'), sumOf('Total TTC')],
    rows: ofRows,
    turnover: own.turnover,
    deducted: sumOf('Acomptes déduits TTC'),
  };
}

test('an advance of 864.80 and its final invoice of 2,889.80 count as 2,889.80 invoiced, not 3,754.60', async () => {
  const { books, customer } = await business();
  const line = { ...TRAINING, unitPrice: 240_817 };
  const { id } = await books.signedEstimate(customer, { lines: [line] });
  const advance = await books.finalizedAdvance(id, { amount: 86_480, type: 'AMOUNT' });
  assert.equal(advance.total.amountWithTaxAfterDiscount, 86_480);
  const final = await books.finalized(books.done('create-final-invoice', id));
  assert.equal(final.total.amountWithTaxAfterDiscount, 288_980);
  const said = await invoiced(books);
  assert.deepEqual([said.totals[2], said.file[2], said.rows, said.deducted], [288_980, 288_980, 288_980, 86_480]);
  assert.deepEqual([said.totals, said.turnover], [said.file, 240_817]);
});

test('in random years the totals, rows and CSV columns of bills match the turnover', async () => {
  const seed = seedOf('LISTS_SEED');
  console.log(`LISTS_SEED=${seed}`);
  const random = seeded(seed);
  const { books, customer } = await business();
  for (let step = 0; step < 14; step++) {
    service.clock.now += random.int(0, 20) * DAY;
    await sale(books, customer, random);
  }
  const said = await invoiced(books);
  assert.deepEqual(said.file, said.totals);
  assert.equal(said.rows, said.totals[2]);
  assert.equal(said.turnover, said.totals[0]);
  assert.ok(said.deducted > 0, 'an advance was deducted');
  service.clock.now = MONDAY;
});

/** An invoice, or an estimate billed with advance and final invoice; some of it credited. */
async function sale(books: Books, customer: string, random: Chance): Promise<void> {
  const book = { ...TRAINING, vatCode: 'FR_550', unitPrice: random.int(100, 9_999) };
  const lines = [{ ...TRAINING, unitPrice: random.int(1_000, 300_000) }, book];
  const made = async (): Promise<string> => {
    if (random.chance(40)) return (await books.finalized(books.invoice(customer, { lines }))).id;
    const { id } = await books.signedEstimate(customer, { lines });
    await books.finalizedAdvance(id);
    return (await books.finalized(books.done('create-final-invoice', id))).id;
  };
  const id = await made();
  if (random.chance(30)) await books.done('cancel-invoice', id);
}
