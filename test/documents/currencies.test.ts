import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { storeReferenceRates } from '../../src/db/reference-rates.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type Heard, type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let books: Books;
let customerId: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customerId = await books.contact();
});
afterAll(() => service.close());

const priced = (unitPrice: number, more: object = {}) => ({ ...TRAINING, unitPrice, ...more });

test('an invoice of 1,234.56 dollars at 1.0856 shows euro amounts per line and in total', async () => {
  const { id } = await books.invoice(customerId, { lines: [priced(102880, { section: 'Site' })] });
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
  assert.deepEqual(invoice.sections, [
    {
      ...{ title: 'Site', lineCount: 1, amountWithoutTax: 102880, amountWithTax: 123456 },
      convertedAmounts: { amountWithoutTax: 94768, amountWithTax: 113721 },
    },
  ]);
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

test('setting the same currency again changes neither document nor rate; another currency than the parent’s is refused', async () => {
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

test('a 50 % discount, equal to what remains, still adds up in euros', async () => {
  // 100.00 ÷ 1.0536 = 94.912…, shown as 94.92 so that with 18.98 of VAT it adds up to 113.90; the
  // discount is 94.91.
  const discount = { mode: 'PERCENTAGE', amount: 5000 };
  const { id } = await books.invoice(customerId, { lines: [priced(20000)], discount });
  const { total } = await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.0536 });
  const { amountWithoutTaxBeforeDiscount, discountAmount, amountWithoutTaxAfterDiscount } = total.convertedAmounts;
  assert.deepEqual(
    [amountWithoutTaxBeforeDiscount, discountAmount, amountWithoutTaxAfterDiscount],
    [18983, 9491, 9492],
  );
});

test('yen have no decimals: 1,234.56 becomes 1,235, VAT 247, and shares are whole yen', async () => {
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

test('a rate that exceeds the amount limit is refused, and so are lines at such a rate', async () => {
  const { id } = await books.invoice(customerId, { lines: [priced(100_000)] });
  const at = (currencyRate: number) => books.refusal('update-invoice-currency', id, { currency: 'USD', currencyRate });
  assert.equal(await at(0.000_000_000_001), 'input_invalid');
  assert.equal(await at(0.000_000_001), 'line_amount_too_large');
  assert.equal(await at(0.000_000_002), undefined);
  assert.equal(await books.refusal('update-billing-lines', id, { lines: [priced(200_000)] }), 'line_amount_too_large');
});

test('an invoice in the account currency shows its amounts once', async () => {
  const { total, lines, currency } = await books.invoice(customerId);
  assert.equal('convertedAmounts' in total, false);
  assert.equal('convertedAmounts' in lines[0], false);
  assert.deepEqual([currency.currencyRate, currency.origin], [1, 'FIXED']);
});

test('changing the account currency does not change what was already billed', async () => {
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

const etagOf = (answer: Heard) => (answer.refused === undefined ? answer.headers?.etag : answer.refused);
const at = (text: string): number => Date.parse(text) / 1000;
const THURSDAY = '2026-02-26';
const FRIDAY = '2026-02-27';

/**
 * A separate business with dollar rates of Thursday and Friday before Monday 2 March, and franc
 * rates of Friday.
 */
async function withRates() {
  const account = await service.newAccount('Zoé Martin');
  const own = booksOf(service, account.live);
  await own.company();
  await storeReferenceRates(
    service.services.pool,
    [
      { day: THURSDAY, currency: 'USD', rate: '1.0801' },
      { day: FRIDAY, currency: 'USD', rate: '1.0856' },
      { day: FRIDAY, currency: 'CHF', rate: '0.9412' },
    ],
    service.clock.now,
  );
  return { own, caller: account.live, contact: await own.contact() };
}

test('on Monday a dollar draft has the rate of Friday; it follows the daily rate until finalization', async (t) => {
  const { now } = service.clock;
  t.onTestFinished(() => void Object.assign(service.clock, { now }));
  const { own, contact, caller } = await withRates();
  const draft = await own.invoice(contact, { lines: [priced(102880)] });
  const answer = await service.call('update-invoice-currency', {
    path: { id: draft.id },
    body: { currency: 'USD' },
    caller,
  });
  const billed = answer.json;
  const versionOf = async () => etagOf(await service.call('get-invoice', { path: { id: draft.id }, caller }));
  const inMarch = await versionOf();
  assert.equal(etagOf(answer), inMarch, 'what was answered is what is read');
  const friday = { currencyCode: 'USD', currencyDate: at(`${FRIDAY}T11:00:00Z`), currencyRate: 1.0856, origin: 'ECB' };
  assert.deepEqual(billed.currency, friday);
  // 1234.56 ÷ 1.0856 = 1137.214…
  assert.equal(billed.total.convertedAmounts.amountWithTaxAfterDiscount, 113721);
  const listed = async () => {
    const { docs } = (await service.call('get-billings', { caller, query: { 'states[]': ['draft'] } })).json;
    return docs.find(({ id }: { id: string }) => id === draft.id);
  };

  const published = (day: string, rate: string) =>
    storeReferenceRates(service.services.pool, [{ day, currency: 'USD', rate }], service.clock.now);
  service.clock.now = at('2026-03-02T16:00:00Z');
  await published('2026-03-02', '1.2');
  const monday = { ...friday, currencyDate: at('2026-03-02T11:00:00Z'), currencyRate: 1.2 };
  const shown = await own.done('get-invoice', draft.id);
  assert.deepEqual(shown.currency, monday, 'what is read follows');
  assert.notEqual(await versionOf(), inMarch, 'and is another version');
  assert.equal(shown.total.convertedAmounts.amountWithTaxAfterDiscount, 102880);
  assert.deepEqual((await listed()).currency, monday, 'what is listed follows');
  assert.deepEqual((await listed()).total, shown.total);

  // Issued on Friday, it has the rate known then.
  const timeline = { emittedAt: at(`${FRIDAY}T17:00:00Z`), paymentDelay: 'thirty_days' };
  const asked = { path: { id: draft.id }, body: timeline, caller };
  const again = await service.call('update-invoice-timeline', asked);
  const { json: dated } = again;
  const inFebruary = etagOf(again);
  assert.deepEqual(dated.currency, friday);
  assert.equal(await versionOf(), inFebruary, 'an answer says the version that is read');
  await own.done('update-invoice-timeline', draft.id, { ...timeline, emittedAt: at('2026-03-02T17:00:00Z') });

  const { currency, total } = await own.finalized({ id: draft.id });
  assert.deepEqual(currency, monday);
  service.clock.now = at('2026-03-03T16:00:00Z');
  await published('2026-03-03', '1.3');
  const sealed = await own.done('get-invoice', draft.id);
  assert.deepEqual([sealed.currency, sealed.total], [monday, total], 'what is finalized follows no more');
  assert.equal(
    (await own.done('duplicate-billing', draft.id)).currency.currencyRate,
    1.3,
    'a copy has the rate of its day',
  );
  const asset = await own.done('create-asset', draft.id);
  assert.deepEqual(asset.currency, monday, 'what is made of it keeps its rate');
});

test('a manual rate overrides the reference rate; null returns to the reference rate', async () => {
  const { own, contact } = await withRates();
  const { id } = await own.invoice(contact, { lines: [priced(10_000)] });
  const said = async (body: object) => {
    const { origin, currencyRate } = (await own.done('update-invoice-currency', id, body)).currency;
    return [origin, currencyRate];
  };
  assert.deepEqual(await said({ currency: 'CHF' }), ['ECB', 0.9412]);
  assert.deepEqual(await said({ currency: 'CHF', currencyRate: 0.9412 }), ['USER', 0.9412], 'said, it moves no more');
  assert.deepEqual(await said({ currency: 'CHF', currencyRate: 0.95 }), ['USER', 0.95]);
  assert.deepEqual(await said({ currency: 'CHF' }), ['USER', 0.95]);
  assert.deepEqual(await said({ currency: 'CHF', currencyRate: null }), ['ECB', 0.9412]);
  assert.deepEqual(await said({ currency: 'XPF', currencyRate: null }), ['FIXED', 119.331742]);
  assert.deepEqual(await said({ currency: 'EUR', currencyRate: null }), ['FIXED', 1]);
});

test('currency_without_rate says why: never published, not fetched, or no rate in the last 7 days', async (t) => {
  const { own, contact, caller } = await withRates();
  const { id } = await own.invoice(contact, { lines: [priced(10_000)] });
  const { environment } = service.services;
  t.onTestFinished(() => void delete environment.ratesUrl);
  const why = async (currency: string) => {
    const answer = await service.call('update-invoice-currency', { path: { id }, body: { currency }, caller });
    return answer.refused === 'currency_without_rate' ? answer.because : answer.refused;
  };
  assert.deepEqual([await why('CNH'), await why('GBP')], ['never_published', 'off']);
  environment.ratesUrl = 'https://rates.example/eurofxref-daily.xml';
  assert.deepEqual([await why('CNH'), await why('GBP')], ['never_published', 'none_recent']);
});

test('a draft with a rate older than 7 days needs a manual rate before finalization', async (t) => {
  const { now } = service.clock;
  t.onTestFinished(() => void Object.assign(service.clock, { now }));
  const { own, contact } = await withRates();
  const { id } = await own.invoice(contact, { lines: [priced(10_000)] });
  await own.done('update-invoice-currency', id, { currency: 'CHF' });
  const lacks = async () =>
    (await own.done('get-invoice', id)).finalizeRequirements.map(({ name }: { name: string }) => name);
  service.clock.now = at('2026-03-06T22:59:59Z');
  assert.deepEqual(await lacks(), [], 'Friday, the seventh day, to its last second in Paris');
  service.clock.now += 1;
  assert.deepEqual(await lacks(), ['hasCurrencyRate']);
  assert.equal(await own.refusal('finalize-billing', id), 'not_finalizable');
  await own.done('update-invoice-currency', id, { currency: 'CHF', currencyRate: 0.95 });
  assert.equal((await own.finalized({ id })).currency.origin, 'USER');
});

test('daily rates: the latest of the week before, fixed parities, and the reason when there is none', async (t) => {
  const { now } = service.clock;
  t.onTestFinished(() => void Object.assign(service.clock, { now }));
  const { caller } = await withRates();
  const ratesOn = async (day?: string) =>
    (await service.call('get-currency-rates', { caller, query: day === undefined ? {} : { day } })).json;
  const kronor = [{ day: '2026-03-03', currency: 'SEK', rate: '11.2345' }] as const;
  await storeReferenceRates(service.services.pool, kronor, at('2026-03-03T16:00:00Z'));
  const { base, source, isOn, lastDay, rates, missing } = await ratesOn('2026-03-01');
  assert.deepEqual([base, source, isOn, lastDay], ['EUR', 'ECB', false, '2026-03-03']);
  const dollars = { currencyCode: 'USD', currencyDate: at(`${FRIDAY}T11:00:00Z`), currencyRate: 1.0856, origin: 'ECB' };
  assert.deepEqual(
    rates.filter(({ currencyCode }: { currencyCode: string }) => ['USD', 'XOF'].includes(currencyCode)),
    [dollars, { currencyCode: 'XOF', currencyDate: now, currencyRate: 655.957, origin: 'FIXED' }],
  );
  const reasonOf = (code: string) =>
    missing.find(({ currencyCode }: { currencyCode: string }) => currencyCode === code)?.reason;
  assert.deepEqual([reasonOf('CNH'), reasonOf('GBP'), reasonOf('USD')], ['never_published', 'off', undefined]);
  const ecb = (told: typeof rates) => told.filter(({ origin }: { origin: string }) => origin === 'ECB').length;
  assert.equal(ecb((await ratesOn('2026-02-25')).rates), 0, 'nothing was known yet');
  assert.deepEqual((await ratesOn('2026-12-31')).rates, (await ratesOn()).rates, 'a day to come has those of today');
});
