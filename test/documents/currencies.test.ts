import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Books, booksOf, TRAINING } from '../support/books.ts';
import { type TestService, testService } from '../support/service-to-call.ts';

let service: TestService;
let books: Books;
let customerId: string;
before(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customerId = await books.contact();
});
after(() => service.close());

const priced = (unitPrice: number, more: object = {}) => ({ ...TRAINING, unitPrice, ...more });

test('an invoice of 1,234.56 dollars at 1.0856 is told in euros as well, line by line and in all', async () => {
  const { id } = await books.invoice(customerId, { lines: [priced(102880)] });
  const invoice = await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.0856 });
  assert.deepEqual(
    [invoice.currencyCode, invoice.currency.origin, invoice.currency.currencyRate],
    ['USD', 'USER', 1.0856],
  );
  assert.equal(invoice.currency.currencyDate, service.clock.now);
  // 1028.80 ÷ 1.0856 = 947.678…; 205.76 ÷ 1.0856 = 189.535…; 1234.56 ÷ 1.0856 = 1137.214…
  const { convertedAmounts } = invoice.total;
  assert.deepEqual(convertedAmounts, {
    ...{ amountWithoutTaxBeforeDiscount: 94768, discountAmount: 0, amountWithoutTaxAfterDiscount: 94768 },
    ...{ amountWithTaxAfterDiscount: 113721, remainingAmountWithoutTax: 94768, remainingAmountWithTax: 113721 },
    ...{ remainingReconciliateAmount: 113721, amountWithoutTaxBeforeDiscountWithoutDisbursement: 94768 },
    vatDetails: [{ vatCode: 'FR_2000', amount: 18953, vatRate: 20 }],
  });
  assert.deepEqual(invoice.lines[0].convertedAmounts, {
    ...{ priceWithoutTaxBeforeDiscount: 94768, discountAmount: 0, priceWithoutTaxAfterDiscount: 94768 },
    ...{ vatAmount: 18953, priceTotalTax: 113721 },
  });
});

test('converted totals add up at any price: before − discount = after, after + VAT = tax included', async () => {
  for (let price = 10007; price < 200000; price += 9973) {
    const discount = { mode: 'PERCENTAGE', amount: price % 3 === 0 ? 500 : 0 };
    const { id } = await books.invoice(customerId, {
      lines: [priced(price), priced(777, { vatCode: 'FR_550' })],
      discount,
    });
    const { total } = await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.0856 });
    const told = total.convertedAmounts;
    const vat = told.vatDetails.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
    assert.equal(told.amountWithoutTaxBeforeDiscount - told.discountAmount, told.amountWithoutTaxAfterDiscount);
    assert.equal(told.amountWithoutTaxAfterDiscount + vat, told.amountWithTaxAfterDiscount);
    assert.equal(told.remainingAmountWithoutTax, told.amountWithoutTaxAfterDiscount);
    assert.equal(told.amountWithTaxAfterDiscount, Math.round(total.amountWithTaxAfterDiscount / 1.0856));
  }
});

test('the currency a document has already is no refusal, and leaves it as it is, its rate too; another one of a parent is', async () => {
  const { id } = await books.finalized(
    (async () => {
      const draft = await books.invoice(customerId, { lines: [priced(10_000)] });
      return books.done('update-invoice-currency', draft.id, { currency: 'USD', currencyRate: 1.0856 });
    })(),
  );
  const asset = await books.done('create-asset', id);
  for (const said of [{ currency: 'usd' }, { currency: 'USD', currencyRate: 1.0856 }]) {
    const again = await books.done('update-asset-currency', asset.id, said);
    assert.deepEqual(again.currency, asset.currency);
    assert.deepEqual(again.total, asset.total);
  }
  const refusals = { currency: 'EUR' };
  assert.equal(await books.refusal('update-asset-currency', asset.id, refusals), 'currency_of_parent');
  const other = { currency: 'USD', currencyRate: 1.2 };
  assert.equal(await books.refusal('update-asset-currency', asset.id, other), 'currency_of_parent');

  const draft = await books.invoice(customerId, { lines: [priced(10_000)] });
  await books.done('update-invoice-currency', draft.id, { currency: 'USD', currencyRate: 1.0856 });
  const { currency } = await books.done('update-invoice-currency', draft.id, { currency: 'USD' });
  assert.equal(currency.currencyRate, 1.0856, 'a rate that was agreed is not asked for again');
  assert.equal(await books.refusal('update-invoice-currency', draft.id, { currency: 'CAD' }), 'currency_without_rate');
});

test('a discount of one half, the same figure as what it leaves, still adds up in euros', async () => {
  // 100.00 ÷ 1.0536 = 94.912…, told as 94.92 so that it adds up with 18.98 of VAT to 113.90; the discount is 94.91.
  const discount = { mode: 'PERCENTAGE', amount: 5000 };
  const { id } = await books.invoice(customerId, { lines: [priced(20000)], discount });
  const { total } = await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.0536 });
  const { amountWithoutTaxBeforeDiscount, discountAmount, amountWithoutTaxAfterDiscount } = total.convertedAmounts;
  assert.deepEqual(
    [amountWithoutTaxBeforeDiscount, discountAmount, amountWithoutTaxAfterDiscount],
    [18983, 9491, 9492],
  );
});

test('yen have no decimals: 1,234.56 becomes 1,235, its VAT 247, and shares are whole yen', async () => {
  const { id } = await books.estimate(customerId, { lines: [priced(123456)] });
  const estimate = await books.done('update-estimate-currency', id, { currency: 'JPY', currencyRate: 160.5 });
  assert.equal(estimate.total.amountWithoutTaxAfterDiscount, 123500);
  assert.deepEqual(estimate.total.vatDetails, [{ vatCode: 'FR_2000', amount: 24700, vatRate: 20 }]);
  assert.equal(estimate.total.amountWithTaxAfterDiscount, 148200);
  // ¥1,482 ÷ 160.5 = 9.233… euros.
  assert.equal(estimate.total.convertedAmounts.amountWithTaxAfterDiscount, 923);
  await books.finalized({ id });
  await books.done('sign-estimate', id);
  const advance = await books.finalizedAdvance(id);
  assert.equal(advance.total.amountWithTaxAfterDiscount, 44500);
  assert.equal(advance.total.amountWithoutTaxAfterDiscount % 100, 0);
  const final = await books.done('create-final-invoice', id);
  assert.equal(final.total.remainingAmountWithTax, 148200 - 44500);
  assert.deepEqual(final.currency, advance.currency);
});

test('an invoice in the currency of the account is told once', async () => {
  const { total, lines, currency } = await books.invoice(customerId);
  assert.equal('convertedAmounts' in total, false);
  assert.equal('convertedAmounts' in lines[0], false);
  assert.deepEqual([currency.currencyRate, currency.origin], [1, 'FIXED']);
});

test('an account that changes its currency tells what it has billed as before', async () => {
  const account = await service.newAccount('Zoé Martin');
  const own = booksOf(service, account.live);
  await own.company();
  const customer = await own.contact();
  const draft = await own.invoice(customer);
  await own.done('update-invoice-currency', draft.id, { currency: 'USD', currencyRate: 1.0856 });
  const billed = [await own.finalized(draft), await own.finalized(own.invoice(customer))];
  await own.company({ currency: 'CHF' });
  for (const { id, total } of billed) assert.deepEqual((await own.done('get-invoice', id)).total, total);
  const { currency } = await own.invoice(customer);
  assert.deepEqual([currency.currencyCode, currency.currencyRate], ['CHF', 1]);
});
