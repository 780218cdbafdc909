import assert from 'node:assert/strict';
import pg from 'pg';
import readWorkbook from 'read-excel-file/universal';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../../test/support/database/test-database.ts';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { bought, PAPER } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { operations } from '../index.ts';

// A closed period cannot change: by no operation, and by no SQL of the role of the service.

const DAY = 86_400;
const FEBRUARY = Date.UTC(2026, 1, 10, 9) / 1000;
const APRIL = Date.UTC(2026, 3, 2, 9) / 1000;
const QUARTER = { from: '2026-01-01', to: '2026-03-31' };
const NO_VAT = { ...TRAINING, vatCode: 'FR_00HT' };

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** A first quarter with a line of every kind, closed on 2 April. */
async function closedQuarter() {
  service.clock.now = FEBRUARY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, vatRegime: 'franchise' });
  const customer = await books.contact();
  const invoice = async (): Promise<string> =>
    (await books.finalized(books.invoice(customer, { lines: [NO_VAT] }))).id as string;
  const pay = (id: string, amount: number, keepExcess = false) =>
    books.done('mark-paid', id, {
      payments: [{ receivedAt: service.clock.now, method: 'transfer', amount }],
      keepExcess,
    });
  const [part, whole, over] = [await invoice(), await invoice(), await invoice()];
  const [credited, due] = [await invoice(), await invoice()];
  await pay(part, 40_000);
  await pay(whole, 100_000);
  await pay(over, 103_000, true);
  await pay(credited, 100_000);
  const note = (await books.done('create-asset', credited)).id as string;
  await books.done('update-billing-lines', note, { lines: [{ ...NO_VAT, unitPrice: 10_000 }] });
  await books.finalized({ id: note });
  service.clock.now += DAY;
  await books.done('refund-asset', note, { refundAt: service.clock.now });
  const { id: estimate } = await books.signedEstimate(customer, { lines: [NO_VAT] });
  const { id: advance } = await books.finalizedAdvance(estimate);
  await books.pay('advance', advance, 30_000);
  const sale = await books.done('create-counter-sale', undefined, {
    ...{ on: '2026-02-10', sold: 'goods', rate: 0, amount: 42_000 },
  });
  const purchase = await bought(books, { paidOn: '2026-02-09' });
  const [kept] = (await books.ask('list-online-payments', { query: { source: 'recorded' } })).json.onlinePayments;
  service.clock.now = APRIL;
  await books.done('close-books', undefined, { through: QUARTER.to });
  const documents = [part, whole, over, credited, note, estimate, advance];
  return { account, books, customer, documents, due, ids: { sale: sale.id, purchase: purchase.id, kept: kept.id } };
}

/** What a reader of the closed quarter gets, byte for byte. */
async function readAll(books: Books): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const book of ['receipts', 'purchases']) {
    const register = book === 'receipts' ? 'receipts-book' : 'purchases-register';
    const lists = book === 'receipts' ? ['list-receipts-book', 'get-receipts-book-totals'] : ['get-purchases-totals'];
    for (const name of lists) said[name] = JSON.stringify((await books.ask(name, { query: QUARTER })).json);
    const csv = await books.ask(`export-${register}`, { query: { ...QUARTER, format: 'plain' } });
    said[`csv ${book}`] = csv.json.csv;
    const { file } = await books.ask(`download-${register}`, { query: { ...QUARTER, format: 'xlsx' } });
    said[`xlsx ${book}`] = JSON.stringify(await readWorkbook(Uint8Array.from(file?.bytes ?? []).buffer));
  }
  said.closings = JSON.stringify((await books.ask('list-book-closings')).json);
  said.urssaf = JSON.stringify((await books.ask('get-urssaf-declaration', { query: { on: '2026-02-01' } })).json.boxes);
  return said;
}

/** Operations that must have changed something, so that the comparison proves something. */
const MUST_SUCCEED = [
  ...['mark-paid', 'mark-unpaid', 'mark-advance-unpaid', 'refund-asset', 'apply-online-payment'],
  ...['mark-online-payment-returned', 'create-counter-sale', 'correct-counter-sale', 'record-purchase'],
  ...['correct-purchase', 'update-company', 'update-contact', 'create-asset', 'close-books'],
] as const;
/** Chapters without money, except the customers that lines name. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...[
    'Catalogue',
    'Customers',
    'Portal',
    'Tools',
    'Projects',
    'Themes',
    'Mailbox',
    'Events',
    'Webhooks',
    'People',
    'Files',
    'Home',
  ],
  ...['E-invoicing', 'Received invoices', 'Account'],
]);

test('no operation changes a closed quarter: its lists, CSV, workbook, totals, declaration and closing stay the same bytes', async () => {
  const made = await closedQuarter();
  const { account, books, documents, due, ids, customer } = made;
  const before = await readAll(books);
  assert.equal(JSON.parse(before['list-receipts-book'] ?? '').docs.length, 8);
  const receivedAt = FEBRUARY + 2 * DAY;
  const payments = [{ amount: 100, receivedAt, method: 'cash' }];
  const sale = { on: '2026-02-11', sold: 'goods', rate: 0, amount: 100 };
  const bodies: Readonly<Record<string, readonly object[]>> = {
    ...{ 'mark-paid': [{ payments }], 'mark-advance-paid': [{ payments }] },
    'refund-asset': [{ refundAt: null }, { refundAt: FEBRUARY + 3 * DAY }, { refundAt: null }],
    'apply-online-payment': [{ billingId: due, amount: 100 }],
    'mark-online-payment-returned': [{ by: 'otherwise', amount: 100 }],
    ...{ 'create-counter-sale': [sale], 'correct-counter-sale': [{ ...sale, amount: 41_000 }] },
    'record-purchase': [{ ...PAPER, paidOn: '2026-02-12' }],
    'correct-purchase': [{ replacement: { ...PAPER, paidOn: '2026-02-09', amount: 4_090 } }],
    'update-company': [{ vatRegime: 'franchise', rcsNumber: '732829320', rcsCity: 'Paris', zone: 'Pacific/Auckland' }],
    'update-contact': [{ firstname: 'Zoé', lastname: 'Autre', billingAddress: { ...LILLE } }],
    'close-books': [{ through: '2026-02-15' }, { through: '2026-03-31' }, { through: '2026-04-01' }],
  };
  const succeeded = new Set<string>();
  for (const operation of operations.toSorted((a, b) => turnOf(a.name) - turnOf(b.name))) {
    const { name, routes, path, chapter } = operation;
    if (routes[0].startsWith('GET') || (ELSEWHERE.has(chapter) && !(name in bodies))) continue;
    const [member] = Object.keys(path.shape);
    const named = [...documents, customer, ids.sale, ids.purchase, ids.kept];
    const paths = member === undefined ? [{}] : named.map((id) => ({ [member]: id }));
    for (const each of paths)
      for (const body of bodies[name] ?? [operation.example ?? {}]) {
        const heard = await books.ask(name, { path: each, query: {}, body });
        if (heard.refused === undefined) succeeded.add(name);
      }
  }
  for (const name of MUST_SUCCEED) assert.ok(succeeded.has(name), `${name} changed nothing`);
  const { json } = await books.ask('list-receipts-book', { query: { from: '2026-04-01', limit: 100 } });
  assert.ok(json.docs.filter((line: any) => line.receivedOn?.startsWith('2026-02')).length >= 5);
  const after = await readAll(booksOf(service, account.live));
  const { closings: earlier, ...lines } = before;
  for (const [what, said] of Object.entries(lines)) assert.equal(after[what], said, what);
  assert.ok((after.closings ?? '').includes(JSON.stringify(JSON.parse(earlier ?? '').docs[0])));
  assert.equal((await books.ask('verify-book-closings')).json.intact, true);
  console.log(`operations tried with success on a closed quarter: ${succeeded.size}`);
}, 240_000);
/** Money kept for a customer is used before its payment is reversed. */
const turnOf = (name: string): number => (/online-payment/.test(name) ? 0 : 1);
const LILLE = { address: '1 rue Neuve', city: 'Lille', zipCode: '59000', country: 'FR' };

test('no SQL of the role of the service changes a closed quarter: 20 statements are refused by 42501, FA002, FA009, 23503 or 23514', async () => {
  const { account, books } = await closedQuarter();
  const before = await readAll(books);
  const [closing] = (await books.ask('list-book-closings')).json.docs;
  const tried = (statement: string, values: readonly unknown[] = []) =>
    inTransaction(service.services.pool, account.live, async (tx) => {
      tx.write({ text: statement }, [...values]);
      return { commit: true, answer: undefined };
    });
  const refused = async (statement: string, ...codes: string[]) =>
    assert.rejects(tried(statement), (error: { code?: string }) => {
      assert.ok(codes.includes(error.code ?? ''), `${statement}: ${error.code}`);
      return true;
    });
  const own = `account_id = '${account.accountId}'`;
  for (const table of ['closed_receipt', 'book_closing', 'purchase']) {
    const text = { closed_receipt: 'line', book_closing: 'content', purchase: 'designation' }[table];
    await refused(`update billing.${table} set ${text} = 'x' where ${own}`, '42501');
    await refused(`delete from billing.${table} where ${own}`, '42501');
    await refused(`truncate billing.${table}`, '42501');
    await refused(`alter table billing.${table} disable trigger all`, '42501');
    await refused(`drop table billing.${table}`, '42501');
  }
  const copied = (changes: Record<string, string>) => {
    const columns = ['account_id', 'movement_id', 'test', 'closing_id', 'booked_on', 'number', 'recorded_at'].concat([
      'received_on',
      'event',
      'document_id',
      'line',
    ]);
    return `insert into billing.closed_receipt (${columns.join()})
      select ${columns.map((column) => changes[column] ?? column).join()} from billing.closed_receipt where ${own} limit 1`;
  };
  const id = `gen_random_uuid()`;
  // A line more in a closing or in a closed period, and one without closing, which would hide a
  // movement.
  await refused(copied({ movement_id: `${id}::text`, number: '99' }), 'FA009');
  await refused(copied({ movement_id: `${id}::text`, closing_id: id, number: '99' }), 'FA009');
  const april = { booked_on: `date '2026-04-01'`, closing_id: id, number: '9' };
  await refused(copied({ ...april, movement_id: `${id}::text` }), '23503');
  await refused(copied({ ...april }), '23505');
  const another = (number: string, from: string) => `
    insert into billing.book_closing (account_id, id, test, number, from_day, to_day, actor, content, sha256, created_at)
    select account_id, ${id}, test, ${number}, date '${from}', date '2026-04-01', actor, c.text,
      sha256(convert_to(c.text, 'UTF8')), created_at
    from billing.book_closing, (values ('{"to":"2026-04-01","previous":"${closing.sha256}","receipts":{"count":3}}')) c (text)
    where ${own}`;
  await refused(another('3', '2026-04-01'), '23514');
  await refused(another('2', '2026-03-01'), '23514');
  await refused(another('2', '2026-04-01'), '23514');
  const purchase = (booked: string) => `
    insert into billing.purchase (account_id, id, test, number, paid_on, booked_on, year, supplier_name, supplier_key,
      nature, amount_cents, deductible_vat_cents, method, created_at)
    select account_id, ${id}, test, 2, paid_on, date '${booked}', 2026, supplier_name, supplier_key, nature, 1, 0, method,
      created_at from billing.purchase where ${own} limit 1`;
  await refused(purchase('2026-02-09'), 'FA009');
  await refused(purchase('2026-04-02'), 'FA009');
  assert.deepEqual(await readAll(books), before);
  // The role may insert payments: one dated in the closed quarter is booked on the first open day.
  await tried(`
    insert into billing.payment (account_id, id, document_id, test, amount_cents, received_on, method, content, created_at)
    select account_id, ${id}, document_id, test, 100, received_on, method, content, created_at from billing.payment
    where ${own} and reverses_id is null limit 1`);
  const { json } = await books.ask('list-receipts-book', { query: { from: '2026-04-01' } });
  assert.deepEqual(
    json.docs.map((line: any) => [line.on, line.receivedOn]),
    [['2026-04-01', '2026-02-10']],
  );
  assert.deepEqual(await readAll(books), before);
});

test('a superuser cannot change them either; with the guards off, one altered amount is found by verify-book-closings', async () => {
  const { account, books } = await closedQuarter();
  const own = `account_id = '${account.accountId}'`;
  const { database } = service.database.serving as { database: string };
  const above = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await above.connect();
  try {
    for (const table of ['closed_receipt', 'book_closing', 'purchase']) {
      await assert.rejects(above.query(`update billing.${table} set number = 1 where ${own}`), { code: 'FA002' });
      await assert.rejects(above.query(`delete from billing.${table} where ${own}`), { code: 'FA002' });
      await assert.rejects(above.query(`truncate billing.${table} cascade`), { code: 'FA002' });
    }
    assert.equal((await books.ask('verify-book-closings')).json.intact, true);
    await above.query('set session_replication_role = replica');
    const { rowCount } = await above.query(
      `update billing.closed_receipt set line = replace(line, '40000', '40001') where ${own} and number = 1`,
    );
    assert.equal(rowCount, 1);
  } finally {
    await above.end();
  }
  const { json } = await books.ask('verify-book-closings');
  assert.deepEqual([json.intact, json.faults], [false, [{ number: 1, part: 'receipts' }]]);
});
