import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { fecFaults, fecRows } from '../../../test/support/documents/fec-checks.ts';
import { payMoreThanDue } from '../../../test/support/documents/overpaid-invoice.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Lettering of customers, advances and suppliers, in the entries, the ledger and the file.

const DAY = 86_400;
type Period = { from: string; to: string };
const Y2026: Period = { from: '2026-01-01', to: '2026-12-31' };
const Y2027: Period = { from: '2027-01-01', to: '2027-12-31' };
let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business() {
  service.clock.now = MONDAY;
  const { live } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  await books.company(COMPANY);
  return { books, customer: await books.contact() };
}

/** `VE-1 411 +120000 F-2026-0001 2026-03-03`; a line without a letter ends after its amount. */
const linesOf = async (books: Books, account: string, query: Period = Y2026): Promise<string[]> => {
  const { json } = await books.ask('list-accounting-entries', { query: { ...query, limit: 100 } });
  return json.docs.flatMap(({ number, lines }: any) =>
    lines
      .filter((line: any) => line.account === account)
      .map(({ debit, credit, letter, letteredOn }: any) =>
        [number, debit ? `+${debit}` : `-${credit}`, letter, letteredOn].filter((each) => each !== undefined).join(' '),
      ),
  );
};
const pay = (books: Books, id: string, amount: number) =>
  books.done('mark-paid', id, { payments: [{ receivedAt: service.clock.now, method: 'transfer', amount }] });

test('list-accounting-entries: an invoice of 1,200.00 paid in two parts has one letter, one paid in part has none', async () => {
  const { books, customer } = await business();
  const first = await books.finalized(books.invoice(customer));
  const second = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await pay(books, first.id, 70_000);
  await pay(books, second.id, 70_000);
  assert.deepEqual(await linesOf(books, '411'), ['VE-1 +120000', 'VE-2 +120000', 'BQ-1 -70000', 'BQ-2 -70000']);
  service.clock.now += DAY;
  await pay(books, first.id, 50_000);
  const letter = `${first.number} 2026-03-04`;
  const lettered = await linesOf(books, '411');
  assert.deepEqual(
    lettered.filter((line) => line.includes(first.number)),
    [`VE-1 +120000 ${letter}`, `${lettered.find((line) => /^BQ-[12] -70000 F/.test(line))}`, `BQ-3 -50000 ${letter}`],
  );
  assert.equal(lettered.filter((line) => line.includes(letter)).length, 3);
  assert.equal(lettered.filter((line) => !line.includes('F-')).length, 2);
  // The bank is no debt.
  assert.ok((await linesOf(books, '512')).every((line) => !line.includes('F-')));
});

test('an advance of 30 % is lettered by its final invoice in 4191, and its payment in 411', async () => {
  const { books, customer } = await business();
  const { id } = await books.signedEstimate(customer);
  const advance = await books.finalizedAdvance(id);
  await books.pay('advance', advance.id, 36_000);
  assert.deepEqual(await linesOf(books, '4191'), ['VE-1 -30000']);
  const advanceNumber = (await books.ask('list-accounting-entries', { query: Y2026 })).json.docs[0].piece;
  assert.deepEqual(await linesOf(books, '411'), [
    `VE-1 +36000 ${advanceNumber} 2026-03-02`,
    `BQ-1 -36000 ${advanceNumber} 2026-03-02`,
  ]);
  service.clock.now += DAY;
  await books.finalized(books.done('create-final-invoice', id));
  assert.deepEqual(await linesOf(books, '4191'), [
    `VE-1 -30000 ${advanceNumber} 2026-03-03`,
    `VE-2 +30000 ${advanceNumber} 2026-03-03`,
  ]);
});

test('a credit note of the whole invoice letters it; one of 600.00 on a paid invoice only with its refund', async () => {
  const { books, customer } = await business();
  const credited = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await books.finalized(books.done('create-asset', credited.id));
  assert.deepEqual(await linesOf(books, '411'), [
    `VE-1 +120000 ${credited.number} 2026-03-03`,
    `VE-2 -120000 ${credited.number} 2026-03-03`,
  ]);
  const paid = await books.finalized(books.invoice(customer));
  await pay(books, paid.id, 120_000);
  service.clock.now += DAY;
  const note = await books.done('create-asset', paid.id);
  await books.done('update-billing-lines', note.id, { lines: [{ ...TRAINING, unitPrice: 50_000 }] });
  await books.finalized(note);
  const open = (await linesOf(books, '411')).slice(2);
  assert.deepEqual(open, ['VE-3 +120000', 'BQ-1 -120000', 'VE-4 -60000']);
  service.clock.now += DAY;
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  assert.deepEqual(
    (await linesOf(books, '411')).slice(2),
    [...open, 'BQ-2 +60000'].map((line) => `${line} ${paid.number} 2026-03-05`),
  );
});

test('50.00 too much are lettered in 4197 when they have paid another invoice', async () => {
  const { books, customer } = await business();
  const first = await books.finalized(books.invoice(customer));
  const path = await payMoreThanDue(books, { id: first.id, customer }, { amount: 125_000, at: service.clock.now });
  assert.deepEqual(
    (await linesOf(books, '4197')).map((line) => line.slice(5)),
    ['-5000'],
  );
  const second = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await books.ask('apply-online-payment', { path, body: { billingId: second.id, amount: 5_000 } });
  assert.deepEqual(
    (await linesOf(books, '4197')).map((line) => line.slice(5)),
    [`-5000 ${first.number} 2026-03-03`, `+5000 ${first.number} 2026-03-03`],
  );
});

test('a purchase and its payment share the number of the register, and so does its counter-entry with its own', async () => {
  const { books } = await business();
  const paper = {
    ...{ paidOn: '2026-03-02', supplierName: 'Papeterie', nature: 'supplies', amount: 1_200, deductibleVat: 200 },
    method: 'transfer',
  };
  const { id } = await books.done('record-purchase', undefined, paper);
  await books.done('correct-purchase', id, {});
  assert.deepEqual(await linesOf(books, '401'), [
    'AC-1 -1200 ACHAT-2026-1 2026-03-02',
    'BQ-1 +1200 ACHAT-2026-1 2026-03-02',
    'AC-2 +1200 ACHAT-2026-2 2026-03-02',
    'BQ-2 -1200 ACHAT-2026-2 2026-03-02',
  ]);
});

test('download-accounting-entries: an invoice of December paid in January is open in the file of its year, whenever that is made', async () => {
  const { books, customer } = await business();
  service.clock.now = Date.parse('2026-12-15T10:00:00Z') / 1_000;
  const { id, number } = await books.finalized(books.invoice(customer));
  const fileOf = async (query: Period) => {
    const { file } = await books.ask('download-accounting-entries', { query });
    assert.ok(file);
    assert.deepEqual(fecFaults(file.bytes), []);
    return file.bytes.toString();
  };
  const before = await fileOf(Y2026);
  service.clock.now = Date.parse('2027-01-11T10:00:00Z') / 1_000;
  await pay(books, id, 120_000);
  assert.equal(await fileOf(Y2026), before);
  assert.ok(fecRows(before).every(({ EcritureLet, DateLet }) => EcritureLet === '' && DateLet === ''));
  const [payment] = fecRows(await fileOf(Y2027)).filter(({ CompteNum }) => CompteNum === '411');
  assert.deepEqual([payment?.EcritureLet, payment?.DateLet], [number, '20270111']);
  const both = fecRows(await fileOf({ from: '2026-12-01', to: '2027-01-31' }));
  assert.deepEqual(
    both.filter(({ CompteNum }) => CompteNum === '411').map(({ EcritureLet }) => EcritureLet),
    [number, number],
  );
});

test('list-ledger-lines and export-accounting-entries give the letters, page by page', async () => {
  const { books, customer } = await business();
  const { id, number } = await books.finalized(books.invoice(customer));
  await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await pay(books, id, 120_000);
  const letters: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...Y2026, account: '411', limit: 1, ...(cursor && { cursor }) };
    const { json } = await books.ask('list-ledger-lines', { query });
    letters.push(...json.docs.map(({ letter, letteredOn, balance }: any) => [letter, letteredOn, balance]));
    cursor = json.nextCursor;
    if (!cursor) break;
  }
  assert.deepEqual(letters, [
    [number, '2026-03-03', 120_000],
    [undefined, undefined, 240_000],
    [number, '2026-03-03', 120_000],
  ]);
  const { json } = await books.ask('export-accounting-entries', { query: Y2026 });
  const [head, first] = json.csv.trim().split('\r\n');
  assert.match(head, /;Lettrage;Date de lettrage$/);
  assert.match(first, new RegExp(`;${number};2026-03-03$`));
});

test('a payment recorded after its month was closed letters the invoice on the first open day, and a frozen one on its own', async () => {
  const { books, customer } = await business();
  const first = await books.finalized(books.invoice(customer));
  const second = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await pay(books, first.id, 120_000);
  const lateAt = service.clock.now;
  service.clock.now += 40 * DAY;
  await books.done('close-books', undefined, { through: '2026-03-31' });
  service.clock.now += DAY;
  await books.done('mark-paid', second.id, { payments: [{ receivedAt: lateAt, method: 'transfer', amount: 120_000 }] });
  assert.deepEqual(await linesOf(books, '411'), [
    `VE-1 +120000 ${first.number} 2026-03-03`,
    `VE-2 +120000 ${second.number} 2026-04-01`,
    `BQ-1 -120000 ${first.number} 2026-03-03`,
    `BQ-2 -120000 ${second.number} 2026-04-01`,
  ]);
});
