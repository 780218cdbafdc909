import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { PAPER, purchaseLines, purchaser } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { scopesOfRole } from '../../domain/people/role.ts';

// Bank debits that become purchases. The clock stands on 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const ROWS = ['02/02/2026;PRLV EDF;-120,00', '03/02/2026;CB PAPETERIE;-49,90', '04/02/2026;VIR ACME;300,00'];
const MARCH = { from: '2026-01-01', to: '2026-03-31' };

/** A business with a statement: EDF -120.00, paper -49.90, and 300.00 that came in. */
async function business(company: object = { ...COMPANY, vatRegime: 'normal' }) {
  const account = await purchaser(service, company);
  const { books, caller } = account;
  const debits = await imported(books);
  return { books, caller, ...debits };
}
async function imported(books: ReturnType<typeof booksOf>, currency = 'EUR') {
  const content = [`Date;Libellé;Montant;Devise`, ...ROWS.map((row) => `${row};${currency}`), ''].join('\n');
  const columns = { date: 1, label: [2], amount: 3, currency: 4 };
  const answer = await books.ask('import-bank-statement', { body: { content, columns } });
  assert.equal(answer.refused, undefined, JSON.stringify(answer));
  const { docs } = (await books.ask('list-bank-transactions', { query: { limit: 100 } })).json;
  const idOf = (amount: number): string => docs.find((each: any) => each.amount === amount).id;
  return { edf: idOf(-12_000), paper: idOf(-4_990), incoming: idOf(30_000), statement: docs[0].statementId as string };
}
type Books = Awaited<ReturnType<typeof business>>['books'];
const book = (books: Books, transactionId: string, body: object = {}) =>
  books.ask('record-purchase-of-bank-transaction', { path: { transactionId }, body: { nature: 'services', ...body } });
const toBook = async (books: Books): Promise<number[]> =>
  (await books.ask('list-bank-transactions', { query: { state: 'to_book' } })).json.docs.map(
    ({ amount }: any) => amount,
  );
const counted = async (books: Books): Promise<number> =>
  (await books.ask('get-books-state', { query: MARCH })).json.missing.debitsWithoutPurchase;

test('record-purchase-of-bank-transaction: 120.00 of EDF by direct debit with 20.00 of VAT, on its day; get-books-state counts one debit less', async () => {
  const { books, edf } = await business();
  assert.deepEqual([await toBook(books), await counted(books)], [[-4_990, -12_000], 2]);
  const { json } = await book(books, edf, { vat: [{ rate: 2_000, net: 10_000 }] });
  assert.deepEqual(
    [json.paidOn, json.supplierName, json.amount, json.deductibleVat, json.method, json.bankTransactionId],
    ['2026-02-02', 'PRLV EDF', 12_000, 2_000, 'direct_debit', edf],
  );
  assert.deepEqual([await toBook(books), await counted(books)], [[-4_990], 1]);
  const shown = (await books.ask('get-bank-transaction', { path: { transactionId: edf } })).json;
  assert.deepEqual([shown.purchaseId, shown.method], [json.id, 'direct_debit']);
});

test('a day and a method that the owner states replace those of the bank; a card payment is recorded as one by card', async () => {
  const { books, paper } = await business();
  const stated = { supplierName: 'Papeterie du Port', paidOn: '2026-02-01', nature: 'supplies', deductibleVat: 832 };
  const { json } = await book(books, paper, stated);
  assert.deepEqual(
    [json.paidOn, json.supplierName, json.amount, json.deductibleVat, json.method],
    ['2026-02-01', 'Papeterie du Port', 4_990, 832, 'credit_card'],
  );
});

test('eight at once give one purchase; taken back, the debit returns and can be recorded again; replaced, it cannot', async () => {
  const { books, edf } = await business();
  const all = await Promise.all(Array.from({ length: 8 }, () => book(books, edf)));
  assert.equal(all.filter(({ refused: code }) => code === 'purchase_of_debit_exists').length, 7);
  const [line] = await purchaseLines(books);
  assert.deepEqual([(await purchaseLines(books)).length, await counted(books)], [1, 1]);
  await books.done('correct-purchase', line.id, {});
  assert.deepEqual([await toBook(books), await counted(books)], [[-4_990, -12_000], 2]);
  const again = (await book(books, edf)).json;
  assert.deepEqual([again.number, again.replacesId], [3, line.id]);
  const replacement = { ...PAPER, amount: 11_000, deductibleVat: 0 };
  const replaced = await books.done('correct-purchase', again.id, { replacement });
  assert.equal(replaced.replacement.bankTransactionId, edf);
  assert.equal((await book(books, edf)).refused, 'purchase_of_debit_exists');
  assert.deepEqual(await toBook(books), [-4_990]);
});

test('money that came in, an account in dollars without an amount, and an unknown transaction give no purchase', async () => {
  const { books, incoming } = await business();
  const because = async (id: string, body: object = {}) => {
    const answer = await book(books, id, body);
    return [answer.refused, (answer as { because?: string }).because];
  };
  assert.deepEqual(await because(incoming), ['bank_transaction_not_bookable', 'incoming']);
  const { books: american } = await purchaser(service);
  const { edf } = await imported(american, 'USD');
  const answer = await book(american, edf);
  assert.deepEqual(
    [answer.refused, (answer as { because?: string }).because],
    ['bank_transaction_not_bookable', 'currency'],
  );
  assert.equal((await book(american, edf, { amount: 11_000 })).json.amount, 11_000);
  assert.equal((await because('01890a62-2d3e-7f40-8b52-6c7d8e9f0a1b'))[0], 'bank_transaction_not_found');
  assert.deepEqual(await purchaseLines(books), []);
});

test('a debit set aside is not counted; delete-bank-statement keeps a statement with a debit in the register', async () => {
  const { books, edf, paper, statement } = await business();
  await books.ask('dismiss-bank-suggestion', { path: { transactionId: paper }, body: {} });
  assert.deepEqual([await toBook(books), await counted(books)], [[-12_000], 1]);
  await book(books, edf);
  const kept = await books.ask('delete-bank-statement', { path: { bankStatementId: statement } });
  assert.equal(kept.refused, 'bank_statement_in_use');
});

test('a purchase and the deletion of its statement at once: one of them is refused, and nothing is half done', async () => {
  for (let round = 0; round < 4; round++) {
    const { books, edf, statement } = await business();
    const [bought, deleted] = await Promise.all([
      book(books, edf),
      books.ask('delete-bank-statement', { path: { bankStatementId: statement } }),
    ]);
    const outcome = [bought.refused, deleted.refused];
    const expected = bought.refused ? ['bank_transaction_not_found', undefined] : [undefined, 'bank_statement_in_use'];
    assert.deepEqual(outcome, expected);
    assert.equal((await purchaseLines(books)).length, bought.refused ? 0 : 1);
  }
});

test('an accountant, a key without billing:write, another account and a test key record no debit', async () => {
  const { caller, edf, books } = await business();
  const tried = async (other: object) =>
    (await book(booksOf(service, { ...caller, ...other } as typeof caller), edf)).refused;
  assert.equal(await tried({ scopes: scopesOfRole('accountant', { test: false }) }), 'scope_missing');
  assert.equal(await tried({ scopes: ['billing:read'] }), 'scope_missing');
  assert.equal(await tried({ test: true }), 'bank_transaction_not_found');
  const stranger = await purchaser(service);
  assert.equal((await book(stranger.books, edf)).refused, 'bank_transaction_not_found');
  assert.deepEqual(await purchaseLines(books), []);
});

test('the database refuses to the application a second purchase of a debit, one of incoming money, of another mode or account', async () => {
  const { books, caller, edf, incoming } = await business();
  const { json } = await book(books, edf);
  const stranger = await business();
  const inserted = (debit: string, { test = 'false', id = json.id as string } = {}) =>
    inTransaction(service.services.pool, { accountId: caller.accountId, test: false }, async (tx) => {
      const text = `
        insert into billing.purchase (account_id, id, supplier_name, supplier_key, nature, paid_on, method, created_at, test,
          number, amount_cents, deductible_vat_cents, transaction_id)
        select p.account_id, gen_random_uuid(), p.supplier_name, p.supplier_key, p.nature, p.paid_on, p.method, p.created_at,
          ${test}, 1 + case when ${test} then 0 else 1 end, 100, 0, '${debit}'::uuid
        from billing.purchase p where p.account_id = $1 and p.id = $2`;
      tx.write(sql`${text}`, [caller.accountId, id]);
      return { commit: true, answer: undefined };
    });
  await assert.rejects(inserted(edf), /purchase_transaction_once/);
  await assert.rejects(inserted(incoming), /debit of its mode/);
  await assert.rejects(inserted(edf, { test: 'true' }), /debit of its mode/);
  await assert.rejects(inserted(stranger.edf), /debit of its mode/);
  // Control: the other debit gives a purchase.
  const { docs } = (await books.ask('list-bank-transactions', { query: { state: 'to_book' } })).json;
  await inserted(docs[0].id);
  assert.equal((await purchaseLines(books)).length, 2);
});
