import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { warningText } from '../../schemas/billing/texts/requirements.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const BANK = { iban: 'FR7630006000011234567890189', holder: 'Zoé Martin' };

const CHAIR = {
  designation: 'Chaise en chêne',
  type: 'GOODS_SALE',
  unit: 'UNIT',
  vatCode: 'FR_2000',
  unitPrice: 12000,
};

/** An account that sells products, with its customer. */
async function shop(mode: 'live' | 'test' = 'live') {
  const account = await service.newAccount('Zoé Martin');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, bankInformation: BANK });
  const own = mode === 'live' ? books : booksOf(service, account.test);
  return { ...account, books: own, customerId: await own.contact(), ...counter(own) };
}

/** The stock of a shop. */
const counter = (books: Books) => ({
  product: async (stock: number, said: object = {}): Promise<string> =>
    (await books.done('create-product', undefined, { ...CHAIR, stock, ...said })).id,
  stock: async (productId: string): Promise<number> => (await shown(books, productId)).stock,
});

async function shown(books: Books, productId: string): Promise<{ stock: number; etag: string }> {
  const answer = await books.ask('get-product-by-id', { path: { productId } });
  const { etag } = (answer as unknown as { headers: { etag: string } }).headers;
  return { stock: answer.json.stock, etag };
}

const of = (productId: string, quantity: number) => ({ lines: [{ productId, quantity }] });
const isWarned = ({ warnings }: { warnings: { title: string }[] }): boolean =>
  warnings.some(({ title }) => title === warningText.stock_below_zero.title.en);

const MOVES = sql`select product_id, moved from billing.stock_move where account_id = $1 order by created_at, moved`;
const moves = (accountId: string): Promise<number[]> =>
  inTransaction(service.owner, { accountId, test: false }, async (tx) => ({
    commit: true,
    answer: (await tx.read(MOVES, [accountId])).map(({ moved }) => moved / 10_000),
  }));

test('three chairs of two in stock: the draft warns, the finalized invoice leaves -1, canceling restores two', async () => {
  const { books, customerId, product, stock, accountId } = await shop();
  const chair = await product(2);
  const draft = await books.invoice(customerId, of(chair, 3));
  const french = await books.ask('get-billing-by-id', { path: { id: draft.id }, language: 'fr' });
  const { title, message } = warningText.stock_below_zero;
  assert.deepEqual(french.json.warnings, [{ title: title.fr, message: message.fr, name: 'stock_below_zero' }]);
  assert.equal(draft.finalizable, true);
  const within = await books.done('update-billing-lines', draft.id, of(chair, 2));
  assert.deepEqual([isWarned(draft), isWarned(within)], [true, false]);
  const again = await books.done('update-billing-lines', draft.id, of(chair, 3));
  const { json: page } = await books.ask('get-billings');
  assert.deepEqual([isWarned(again), isWarned(page.docs[0])], [true, true]);

  assert.equal(await stock(chair), 2);
  assert.deepEqual((await books.finalized(draft)).warnings, []);
  assert.equal(await stock(chair), -1);
  assert.equal(await books.refusal('finalize-billing', draft.id), 'already_finalized');
  assert.equal(await stock(chair), -1);
  await books.done('cancel-invoice', draft.id);
  assert.equal(await stock(chair), 2);
  assert.deepEqual(await moves(accountId), [-3, 3]);
});

test('a stock change is a new version of the product: an update of the old version is refused', async () => {
  const { books, customerId, product } = await shop();
  const chair = await product(5);
  const before = await shown(books, chair);
  await books.finalized(books.invoice(customerId, of(chair, 1)));
  const said = { path: { productId: chair }, body: { ...CHAIR, stock: 5 } };
  assert.equal((await books.ask('update-product', { ...said, ifMatch: before.etag })).refused, 'version_stale');
  const { etag } = await shown(books, chair);
  assert.equal((await books.ask('update-product', { ...said, ifMatch: etag })).refused, undefined);
});

test('two credit notes of half the amount each, with all four chairs on their lines, return four and not eight', async () => {
  const { books, customerId, product, stock, accountId } = await shop();
  const chair = await product(10);
  const invoice = await books.finalized(books.invoice(customerId, of(chair, 4)));
  const half = [{ productId: chair, quantity: 4, unitPrice: 6000 }];
  for (const expected of [10, 10]) {
    const note = await books.done('create-asset', invoice.id);
    await books.done('update-billing-lines', note.id, { lines: half });
    await books.finalized(note);
    assert.equal(await stock(chair), expected);
  }
  assert.deepEqual(await moves(accountId), [-4, 4]);
});

test('a credit note returns the products on its lines: one of four chairs, none for a discount, then the rest', async () => {
  const { books, customerId, product, stock } = await shop();
  const chair = await product(10);
  const invoice = await books.finalized(books.invoice(customerId, of(chair, 4)));
  const gesture = { ...TRAINING, designation: 'Geste commercial', unitPrice: 12000 };
  for (const [lines, expected] of [
    [[{ productId: chair, quantity: 1 }], 7],
    [[gesture], 7],
  ] as const) {
    const note = await books.done('create-asset', invoice.id);
    await books.done('update-billing-lines', note.id, { lines });
    await books.finalized(note);
    assert.equal(await stock(chair), expected);
  }
  await books.done('cancel-invoice', invoice.id);
  assert.equal(await stock(chair), 10);
});

test('canceling an invoice returns a free stool, although it has no amount left to credit', async () => {
  const { books, customerId, product, stock } = await shop();
  const [chair, stool] = [await product(10), await product(10, { unitPrice: 0 })];
  const lines = [
    { productId: chair, quantity: 4 },
    { productId: stool, quantity: 1 },
  ];
  const invoice = await books.finalized(books.invoice(customerId, { lines }));
  const gesture = await books.done('create-asset', invoice.id);
  await books.done('update-billing-lines', gesture.id, { lines: [{ ...TRAINING, unitPrice: 12000 }] });
  await books.finalized(gesture);
  const rest = await books.done('create-asset', invoice.id);
  assert.deepEqual(
    rest.lines.map(({ productId }: { productId: string }) => productId),
    [chair],
  );
  await books.done('cancel-invoice', invoice.id);
  assert.deepEqual([await stock(chair), await stock(stool)], [10, 10]);
});

test('a credit note of an advance returns no stock, whatever products its lines name', async () => {
  const { books, customerId, product, stock, accountId } = await shop();
  const chair = await product(10);
  const estimate = await books.signedEstimate(customerId, of(chair, 4));
  const advance = await books.finalizedAdvance(estimate.id, { percentage: 50 });
  const note = await books.done('create-asset-from-advance', advance.id);
  await books.done('update-billing-lines', note.id, of(chair, 2));
  await books.finalized(note);
  assert.deepEqual([await stock(chair), await moves(accountId)], [10, []]);
});

test('a line whose quantity was replaced by one still returns its whole quantity', async () => {
  const { books, customerId, product, stock } = await shop();
  const crate = await product(5, { unitPrice: 3333.3333 });
  const quantity = 30_000.0001;
  const invoice = await books.finalized(books.invoice(customerId, of(crate, quantity)));
  const cent = await books.done('create-asset', invoice.id);
  await books.done('update-billing-lines', cent.id, { lines: [{ ...TRAINING, unitPrice: 1 }] });
  await books.finalized(cent);
  const rest = await books.done('create-asset', invoice.id);
  assert.equal(rest.lines[0].quantity, 1);
  assert.equal(await stock(crate), -29_995.0001);
  await books.finalized(rest);
  assert.equal(await stock(crate), 5);
});

test('a returned chair on an invoice goes into stock, and out again when the invoice is canceled', async () => {
  const { books, customerId, product, stock } = await shop();
  const chair = await product(1);
  const lines = [{ ...TRAINING }, { productId: chair, quantity: -2, unitPrice: 100 }];
  const invoice = await books.finalized(books.invoice(customerId, { lines }));
  assert.equal(await stock(chair), 3);
  await books.done('cancel-invoice', invoice.id);
  assert.equal(await stock(chair), 1);
});

test('a free credit note returns the products on its lines', async () => {
  const { books, customerId, product, stock } = await shop();
  const chair = await product(1);
  const references = [{ number: 'F-2025-0042', date: 1_748_736_000 }];
  const said = { billingCustomerId: customerId, references, ...of(chair, 2) };
  await books.finalized(books.done('create-free-asset', undefined, said));
  assert.equal(await stock(chair), 3);
});

test('estimates and advances move no stock; the final invoice does, and its cancellation reverses it', async () => {
  const { books, customerId, product, stock } = await shop();
  const chair = await product(10);
  const estimate = await books.signedEstimate(customerId, of(chair, 4));
  await books.finalizedAdvance(estimate.id, { percentage: 30 });
  const other = await books.finalizedAdvance(estimate.id, { percentage: 10 });
  await books.done('cancel-advance', other.id);
  assert.equal(await stock(chair), 10);
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.equal(await stock(chair), 6);
  await books.done('cancel-invoice', final.id);
  assert.equal(await stock(chair), 10);
});

test('a product that is not stockable has no stock moves and no warning', async () => {
  const { books, customerId, product, stock, accountId } = await shop();
  const advice = await product(0, { type: 'SERVICE_DELIVERY' });
  const draft = await books.invoice(customerId, of(advice, 3));
  assert.equal(isWarned(draft), false);
  await books.finalized(draft);
  assert.deepEqual([await stock(advice), await moves(accountId)], [0, []]);
});

test('a test document never moves live stock, only the stock of the test catalogue', async () => {
  const { books, test: testCaller, product, stock, accountId } = await shop();
  const inTest = booksOf(service, testCaller);
  const trial = counter(inTest);
  const testCustomer = await inTest.contact();
  const [chair, testChair] = [await product(2), await trial.product(2)];
  const draft = await books.invoice(testCustomer, of(chair, 3));
  assert.deepEqual([draft.test, isWarned(draft)], [true, false]);
  await books.finalized(draft);
  assert.deepEqual([await stock(chair), await moves(accountId)], [2, []]);
  await inTest.finalized(inTest.invoice(testCustomer, of(testChair, 3)));
  assert.deepEqual([await stock(chair), await trial.stock(testChair)], [2, -1]);
});

test('products of another account and deleted products can be invoiced but move no stock', async () => {
  const here = await shop();
  const there = await shop();
  const theirs = await there.product(5);
  const gone = await here.product(5);
  const kept = await here.product(5);
  const lines = [theirs, gone, kept].map((productId) => ({ ...TRAINING, productId, quantity: 2 }));
  const draft = await here.books.invoice(here.customerId, { lines });
  await here.books.ask('delete-product', { path: { productId: gone } });
  const { id } = await here.books.finalized(draft);
  assert.deepEqual([await there.stock(theirs), await here.stock(kept)], [5, 3]);
  await here.books.ask('delete-product', { path: { productId: kept } });
  await here.books.done('cancel-invoice', id);
  assert.deepEqual(await moves(here.accountId), [-2]);
  assert.deepEqual([await there.stock(theirs), await moves(there.accountId)], [5, []]);
});

test('a finalization that is refused, or fails after the stock change, moves nothing', async () => {
  const { books, customerId, product, stock, accountId } = await shop();
  const chair = await product(5);
  const draft = await books.invoice(customerId, of(chair, 2));
  await books.company({ siret: null });
  assert.equal(await books.refusal('finalize-billing', draft.id), 'not_finalizable');
  assert.deepEqual([await stock(chair), await moves(accountId)], [5, []]);
  await books.company();

  await service.owner.query(`
    create function billing.chain_breaks() returns trigger language plpgsql as $$
    begin raise exception 'no link'; end $$;
    create trigger chain_breaks before insert on billing.chain_link for each row
      when (new.account_id = '${accountId}') execute function billing.chain_breaks()`);
  await assert.rejects(books.ask('finalize-billing', { path: { id: draft.id } }), /no link/);
  assert.deepEqual([await stock(chair), await moves(accountId)], [5, []]);
  await service.owner.query('drop trigger chain_breaks on billing.chain_link');

  await books.finalized(draft);
  assert.deepEqual([await stock(chair), await moves(accountId)], [3, [-2]]);
});

test('twenty concurrent invoices of two products in opposite orders are all finalized, with exact stock', async () => {
  const { books, customerId, product, stock } = await shop();
  const [chair, table] = [await product(100), await product(100)];
  const lines = [
    { productId: chair, quantity: 2 },
    { productId: table, quantity: 1 },
  ];
  const drafts = [];
  for (let made = 0; made < 20; made++) {
    drafts.push(await books.invoice(customerId, { lines: made % 2 === 0 ? lines : lines.toReversed() }));
  }
  const changing = async (): Promise<void> => {
    for (const productId of [table, chair, table, chair]) {
      const answer = await books.ask('update-product', { path: { productId }, body: { ...CHAIR, stock: 1000 } });
      assert.equal(answer.refused, undefined);
    }
  };
  await changing();
  await Promise.all(drafts.map((draft) => books.finalized(draft)));
  assert.deepEqual([await stock(chair), await stock(table)], [960, 980]);

  // With concurrent changes of the same products: no deadlock.
  await Promise.all([...drafts.map(({ id }) => books.done('cancel-invoice', id)), changing()]);
});

test('the database rejects a second stock move of a product per document, and changes of stock moves', async () => {
  const { books, customerId, product, accountId } = await shop();
  const chair = await product(5);
  await books.finalized(books.invoice(customerId, of(chair, 2)));
  const tried = (text: string) =>
    inTransaction(service.owner, { accountId, test: false }, async (tx) => ({
      commit: true,
      answer: await tx.read({ text }, [accountId]),
    }));
  const noted = await tried('select document_id from billing.stock_move where account_id = $1');
  assert.equal(noted.length, 1);
  const again = 'insert into billing.stock_move select * from billing.stock_move where account_id = $1';
  await assert.rejects(tried(again), { code: '23505' });
  await assert.rejects(tried('delete from billing.stock_move where account_id = $1'), { code: 'FA002' });
  await assert.rejects(tried('update billing.stock_move set moved = 0 where account_id = $1'), { code: 'FA002' });
});

test('the test catalogue has its own stock, moved by test keys', async () => {
  const { books, customerId, product, stock } = await shop('test');
  const chair = await product(2);
  await books.finalized(books.invoice(customerId, of(chair, 2)));
  assert.equal(await stock(chair), 0);
});
