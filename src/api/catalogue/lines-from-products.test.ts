import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const CHAIR = {
  designation: 'Chaise en chêne',
  reference: 'CH-1',
  description: 'Huilée',
  type: 'GOODS_SALE',
  unit: 'UNIT',
  vatCode: 'FR_2000',
  unitPrice: 12000,
  isDeliveryOfGood: true,
};
const product = async (books: Books, said: object = {}): Promise<string> =>
  (await books.done('create-product', undefined, { ...CHAIR, ...said })).id;
const newBooks = async (company: object = {}) => {
  const account = await service.newAccount('Zoé Martin');
  const books = booksOf(service, account.live);
  await books.company({ currency: 'EUR', ...company });
  return { ...account, books, customerId: await books.contact() };
};

test('every operation with lines takes two chairs by product id: 240.00 and 20 % VAT', async () => {
  const { books, customerId } = await newBooks();
  const lines = [{ productId: await product(books), quantity: 2 }];
  const lined = await books.invoice(customerId, { lines });
  const [{ id: _, ...line }] = lined.lines;
  assert.deepEqual(
    { ...line, unitPriceHT: undefined },
    {
      productId: lines[0]?.productId,
      designation: 'Chaise en chêne',
      reference: 'CH-1',
      description: 'Huilée',
      quantity: 2,
      quantityUnit: 'unit',
      type: 'sale_of_goods',
      unitPrice: 12000,
      unitPriceHT: undefined,
      isTaxIncluded: false,
      vatCode: 'FR_2000',
      isDeliveryOfGoods: true,
      priceWithoutTaxBeforeDiscount: 24000,
      discountAmount: 0,
      discount: { amount: 0, mode: 'PERCENTAGE' },
      priceWithoutTaxAfterDiscount: 24000,
      vatAmount: 4800,
      priceTotalTax: 28800,
    },
  );
  const estimate = await books.estimate(customerId, { lines });
  const free = await books.done('create-free-asset', undefined, { billingCustomerId: customerId, lines });
  const empty = await books.invoice(customerId, { lines: [TRAINING] });
  const edited = await books.done('update-billing-lines', empty.id, { lines });
  for (const { total } of [lined, estimate, free, edited]) assert.equal(total.amountWithTaxAfterDiscount, 28800);
});

test('a vase bought at 100.00 with 30 % margin, sold with tax, is 130.00 and 26.00 VAT on an invoice', async () => {
  const { books, customerId } = await newBooks();
  const priced = { unitPrice: undefined, purchasePrice: 10000, productMargin: 30, taxesIncluded: true };
  const productId = await product(books, { ...priced, designation: 'Vase' });
  const { lines, total } = await books.invoice(customerId, { lines: [{ productId, quantity: 3 }] });
  assert.deepEqual([lines[0].unitPrice, lines[0].isTaxIncluded], [15600, true]);
  assert.deepEqual([total.amountWithoutTaxAfterDiscount, total.amountWithTaxAfterDiscount], [39000, 46800]);
});

test('a document keeps its product data when the product changes', async () => {
  const { books, customerId } = await newBooks();
  const productId = await product(books);
  const { id } = await books.invoice(customerId, { lines: [{ productId, quantity: 1 }] });
  await books.ask('update-product', { path: { productId }, body: { ...CHAIR, unitPrice: 99_900 } });
  await books.ask('delete-product', { path: { productId } });
  assert.equal((await books.done('get-billing-by-id', id)).lines[0].unitPrice, 12000);
});

test('line_product_not_found: unknown, other account, other mode or deleted; a complete line keeps the product id', async () => {
  const { books, customerId, test: testCaller } = await newBooks();
  const other = await newBooks();
  const gone = await product(books);
  await books.ask('delete-product', { path: { productId: gone } });
  const ofTest = await product(booksOf(service, testCaller));
  const { id } = await books.invoice(customerId);
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  for (const productId of ['SKU-7', unknown, await product(other.books), ofTest, gone]) {
    const whole = { productId, designation: 'Chaise', quantity: 1, unitPrice: 12000, vatCode: 'FR_2000' };
    for (const member of ['designation', 'unitPrice', 'vatCode']) {
      const lines = [TRAINING, { ...whole, [member]: undefined }];
      const expected = { refused: 'line_product_not_found', line: 1, member };
      assert.deepEqual(await books.ask('update-billing-lines', { path: { id }, body: { lines } }), expected);
      assert.deepEqual(await books.ask('create-invoice', { path: { id: customerId }, body: { lines } }), expected);
    }
    const { lines } = await books.done('update-billing-lines', id, { lines: [whole] });
    assert.equal(lines[0].productId, productId);
    const stamps = { productId, designation: 'Timbres', quantity: 1, unitPrice: 100, type: 'disbursement' };
    assert.equal((await books.done('update-billing-lines', id, { lines: [stamps] })).lines[0].vatCode, 'FR_00HT');
  }
});

test('a line without a product requires designation and price, and all missing members are reported at once', async () => {
  const { books, customerId } = await newBooks();
  const answer = await books.ask('create-invoice', {
    path: { id: customerId },
    body: { lines: [{ vatCode: 'FR_2000' }] },
  });
  assert.equal(answer.refused, 'input_invalid');
  const { faults } = answer as unknown as { faults: { pointer: string; code: string; message: string }[] };
  assert.deepEqual(faults.map(({ pointer, code }) => `${code} ${pointer}`).toSorted(), [
    'required /lines/0/designation',
    'required /lines/0/quantity',
    'required /lines/0/unitPrice',
  ]);
  const missing = faults.find(({ pointer }) => pointer === '/lines/0/designation');
  assert.equal(missing?.message, 'This field is required');
});

test('a disbursement product makes the line a disbursement without VAT', async () => {
  const { books, customerId } = await newBooks();
  const productId = await product(books, { type: 'DISBURSEMENT', unitPrice: 8000 });
  const { lines, total } = await books.invoice(customerId, { lines: [{ productId, quantity: 1, vatCode: 'FR_2000' }] });
  assert.deepEqual(
    [lines[0].type, lines[0].vatCode, total.amountWithTaxAfterDiscount],
    ['disbursement', 'FR_00HT', 8000],
  );
});

test('on a JPY invoice at 160.25, a chair of 120.00 costs ¥19,230, and a word of 0.025 keeps four decimals', async () => {
  const { books, customerId } = await newBooks();
  const chair = await product(books);
  const word = await product(books, { unit: 'WORD', unitPrice: 2.5 });
  const { id } = await books.invoice(customerId);
  await books.done('update-invoice-currency', id, { currency: 'JPY', currencyRate: 160.25 });
  const lines = [chair, word].map((productId) => ({ productId, quantity: 1 }));
  const inYen = await books.done('update-billing-lines', id, { lines });
  assert.deepEqual(
    inYen.lines.map(({ unitPrice }: { unitPrice: number }) => unitPrice),
    [1_923_000, 400.625],
  );
  const own = await books.done('update-billing-lines', id, {
    lines: [{ productId: chair, quantity: 1, unitPrice: 5000 }],
  });
  assert.equal(own.lines[0].unitPrice, 5000);
});

test('currency_without_rate: after the account changes currency, only catalogue prices need a new rate', async () => {
  const { books, customerId } = await newBooks();
  const productId = await product(books);
  const { id } = await books.invoice(customerId);
  await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.08 });
  await books.company({ currency: 'CHF' });
  const line = { productId, quantity: 1 };
  assert.equal(await books.refusal('update-billing-lines', id, { lines: [line] }), 'currency_without_rate');
  await books.done('update-billing-lines', id, { lines: [{ ...line, unitPrice: 13000 }] });
  await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.25 });
  assert.equal((await books.done('update-billing-lines', id, { lines: [line] })).lines[0].unitPrice, 15000);
});

test('a live key uses the live catalogue, even for a test customer', async () => {
  const { books, test: testCaller } = await newBooks();
  const testCustomer = await booksOf(service, testCaller).contact();
  const productId = await product(books);
  const draft = await books.invoice(testCustomer, { lines: [{ productId, quantity: 1 }] });
  assert.deepEqual([draft.test, draft.lines[0].designation], [true, 'Chaise en chêne']);
});
