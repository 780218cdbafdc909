import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { bought } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { commentEntriesAfter } from '../../db/books/comments.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { scopesOfRole } from '../../domain/people/role.ts';

// What an accountant sees and writes: the state of the books, and comments on their entries.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business() {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, vatRegime: 'franchise' });
  const accountant = booksOf(service, {
    ...{ ...account.live, actor: 'the accountant' },
    scopes: scopesOfRole('accountant', { test: false }),
  });
  return { account, books, accountant, customer: await books.contact() };
}
const stateOf = async (books: Books, query: object = {}) =>
  (await books.ask('get-books-state', { query: { from: '2026-01-01', to: '2026-03-31', ...query } })).json;

test('get-books-state: a draft of March and a purchase without receipt are missing; finalized and corrected, nothing is', async () => {
  const { books, accountant, customer } = await business();
  const nothing = {
    bankTransactions: 0,
    debitsWithoutPurchase: 0,
    purchasesWithoutReceipt: 0,
    drafts: 0,
    supplierInvoices: 0,
    linesWithoutRate: 0,
  };
  assert.deepEqual((await stateOf(accountant)).missing, nothing);
  const draft = await books.invoice(customer, { lines: [{ ...TRAINING, vatCode: 'FR_00HT' }] });
  const { id } = await bought(books, { paidOn: '2026-03-01' });
  const state = await stateOf(accountant);
  assert.deepEqual(state.missing, { ...nothing, purchasesWithoutReceipt: 1, drafts: 1 });
  assert.deepEqual([state.state, state.closedThrough, state.complete], ['open', undefined, false]);
  await books.finalized(draft);
  await books.done('correct-purchase', id);
  assert.deepEqual([(await stateOf(accountant)).missing, (await stateOf(accountant)).complete], [nothing, true]);
  assert.deepEqual((await stateOf(accountant, { from: '2026-03-02' })).missing, nothing);
});

test('get-books-state: the books closed through 28 February are partly closed for the quarter, closed for January, open for March', async () => {
  const { books, accountant } = await business();
  await books.done('close-books', undefined, { through: '2026-02-28' });
  const states = [
    await stateOf(accountant),
    await stateOf(accountant, { to: '2026-01-31' }),
    await stateOf(accountant, { from: '2026-03-01' }),
  ];
  assert.deepEqual(
    states.map(({ state, closedThrough }) => [state, closedThrough]),
    [
      ['partly_closed', '2026-02-28'],
      ['closed', '2026-02-28'],
      ['open', '2026-02-28'],
    ],
  );
});

test('get-books-state: a received invoice issued in March is missing until it is in the register', async () => {
  const { books, accountant } = await business();
  const { readFileSync } = await import('node:fs');
  const file = readFileSync(new URL('../../../examples/invoice-usual/cii.xml', import.meta.url));
  const upload = { name: 'facture.xml', content: file.toString('base64') };
  const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, upload);
  const on = supplierInvoice.issuedOn ?? supplierInvoice.issuedAt;
  const query = { from: '2020-01-01', to: '2030-12-31' };
  assert.equal((await stateOf(accountant, query)).missing.supplierInvoices, 1, JSON.stringify(on));
  const recorded = await books.ask('record-purchase-of-supplier-invoice', {
    path: { supplierInvoiceId: supplierInvoice.id },
    body: { nature: 'services', method: 'transfer' },
  });
  assert.equal(recorded.refused, undefined);
  assert.deepEqual((await stateOf(accountant, query)).missing, {
    ...{
      bankTransactions: 0,
      debitsWithoutPurchase: 0,
      purchasesWithoutReceipt: 0,
      drafts: 0,
      supplierInvoices: 0,
      linesWithoutRate: 0,
    },
  });
});

test('add-book-comment: the accountant asks about a purchase; resolve-book-comment answers once, and list-book-comments shows both', async () => {
  const { books, accountant } = await business();
  const { id } = await bought(books);
  const subject = { kind: 'purchase', id };
  const asked = await accountant.done('add-book-comment', undefined, { subject, text: ' Où est la facture ? ' });
  assert.deepEqual([asked.text, asked.author, asked.subject], ['Où est la facture ?', 'the accountant', subject]);
  const list = async (query: object) => (await books.ask('list-book-comments', { query: { ...query } })).json;
  assert.deepEqual([(await list({ state: 'open' })).totalDocs, (await stateOf(books)).openComments], [1, 1]);
  const path = { id: asked.id };
  const resolved = await books.ask('resolve-book-comment', { path, body: { text: 'Ajoutée le 2 mars.' } });
  assert.equal(resolved.json.resolved.text, 'Ajoutée le 2 mars.');
  assert.equal(
    (await books.ask('resolve-book-comment', { path, body: { text: 'Non' } })).refused,
    'book_comment_resolved',
  );
  assert.deepEqual([(await list({ state: 'open' })).totalDocs, (await stateOf(books)).openComments], [0, 0]);
  const { docs } = await list({});
  assert.deepEqual([docs.length, docs[0].id, docs[0].resolved.author], [1, asked.id, 'Atelier live']);
  for (let n = 0; n < 2; n++) await books.done('add-book-comment', undefined, { subject, text: `Question ${n}` });
  const first = await list({ limit: 2 });
  const rest = await list({ limit: 2, cursor: first.nextCursor });
  assert.equal(new Set([...first.docs, ...rest.docs].map((each) => each.id)).size, 3);
  assert.equal(rest.nextCursor, undefined);
});

test('comments name an entry of the account: a line of the receipts book, a purchase or a document; any other is book_entry_not_found', async () => {
  const { account, books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer, { lines: [{ ...TRAINING, vatCode: 'FR_00HT' }] }));
  await books.pay('invoice', id, 100_000);
  const [line] = (await books.ask('list-receipts-book')).json.docs;
  const add = (of: Books, subject: object, text = 'Bien reçu ?') =>
    of.refusal('add-book-comment', undefined, { subject, text });
  assert.equal(await add(books, { kind: 'receipt', id: line.id }), undefined);
  assert.equal(await add(books, { kind: 'document', id }), undefined);
  assert.equal(await add(books, { kind: 'purchase', id }), 'book_entry_not_found');
  assert.equal(await add(books, { kind: 'receipt', id: customer }), 'book_entry_not_found');
  assert.equal(await add(booksOf(service, account.test), { kind: 'document', id }), 'book_entry_not_found');
  const other = await service.newAccount('Autre');
  assert.equal(await add(booksOf(service, other.live), { kind: 'document', id }), 'book_entry_not_found');
  for (const bad of ['', ' ', 'x'.repeat(2_001)])
    assert.equal(await add(books, { kind: 'document', id }, bad), 'input_invalid');
  assert.equal(await add(books, { kind: 'document', id: 'x' }), 'input_invalid');
  const missing = { path: { id }, body: { text: 'Fait' } };
  assert.equal((await books.ask('resolve-book-comment', missing)).refused, 'book_comment_not_found');
});

test('a comment never changes: neither UPDATE nor DELETE of the role of the service is allowed, and two resolutions at once are one', async () => {
  const { account, books } = await business();
  const { id } = await bought(books);
  const { id: commentId } = await books.done('add-book-comment', undefined, {
    subject: { kind: 'purchase', id },
    text: 'Pourquoi en espèces ?',
  });
  const tried = (statement: ReturnType<typeof sql>) =>
    inTransaction(service.services.pool, account.live, async (tx) => {
      tx.write(statement, [account.accountId]);
      return { commit: true, answer: undefined };
    });
  await assert.rejects(tried(sql`update billing.book_comment set text = 'x' where account_id = $1`), { code: '42501' });
  await assert.rejects(tried(sql`delete from billing.book_comment where account_id = $1`), { code: '42501' });
  const resolve = () =>
    books.ask('resolve-book-comment', { path: { id: commentId }, body: { text: 'Marché de Noël.' } });
  const both = await Promise.all([resolve(), resolve()]);
  assert.deepEqual(both.map(({ refused }) => refused).toSorted(), ['book_comment_resolved', undefined]);
});

test('comments and resolutions are read for the archive in order, two a batch, without one of a second later or of test mode', async () => {
  const { account, books } = await business();
  const of = booksOf(service, account.test);
  for (const each of [books, of]) {
    const { id } = await bought(each, { paidOn: '2026-03-01' });
    const subject = { kind: 'purchase', id };
    for (let nth = 1; nth <= 4; nth++) {
      service.clock.now = MONDAY + Math.floor(nth / 3);
      await each.done('add-book-comment', undefined, { subject, text: `Question ${nth}` });
    }
    service.clock.now = MONDAY + 2;
    await each.done('add-book-comment', undefined, { subject, text: 'Plus tard' });
  }
  const reading = { accountId: account.live.accountId, test: false };
  const texts = await inTransaction(service.services.pool, reading, async (tx) => {
    const found: string[] = [];
    let place = { at: MONDAY, id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const some = await commentEntriesAfter(tx, place, { until: MONDAY + 2, limit: 2 });
      found.push(...some.map(({ text }) => text));
      const last = some.at(-1);
      if (!last) return { commit: false, answer: found };
      place = { at: last.createdAt, id: last.id };
    }
  });
  assert.deepEqual(texts, ['Question 1', 'Question 2', 'Question 3', 'Question 4']);
});
