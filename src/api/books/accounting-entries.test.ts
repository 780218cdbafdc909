import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Accounting entries through the API: those of each event, by the numbers of their accounts.

const DAY = 86_400;
const HONEY = {
  designation: 'Miel',
  quantity: 1,
  unitPrice: 20_000,
  vatCode: 'FR_550',
  type: 'sale_of_goods',
} as const;
const STAMP = {
  ...{ designation: 'Timbre', quantity: 1, unitPrice: 5_000, vatCode: 'FR_00HT' },
  type: 'disbursement',
} as const;

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business(company: object = {}) {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, ...company });
  return { books, caller: account.live, customer: await books.contact() };
}

const read = async (books: Books, query: object = {}): Promise<any[]> => {
  const docs: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const heard = await books.ask('list-accounting-entries', {
      query: { from: '2026-01-01', to: '2026-12-31', limit: 3, ...(cursor && { cursor }), ...query },
    });
    assert.equal(heard.refused, undefined, JSON.stringify(heard));
    docs.push(...heard.json.docs);
    cursor = heard.json.nextCursor;
    if (!cursor) return docs;
  }
};
/** `VE-1 411 +120000 706 -100000 44574200 -20000` */
const asText = ({ number, lines }: any): string =>
  [number, ...lines.map(({ account, debit, credit }: any) => `${account} ${debit ? `+${debit}` : `-${credit}`}`)].join(
    ' ',
  );
const entries = async (books: Books): Promise<string[]> => (await read(books)).map(asText);
const pay = (books: Books, id: string, payment: object, keepExcess = false) =>
  books.done('mark-paid', id, {
    payments: [{ receivedAt: service.clock.now, method: 'transfer', ...payment }],
    keepExcess,
  });

test('list-accounting-entries: 1,000.00 of services at 20 % wait for the payment with their VAT; half of it makes 100.00 due', async () => {
  const { books, customer } = await business();
  const { id, number } = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await pay(books, id, { amount: 60_000 });
  assert.deepEqual(await entries(books), [
    'VE-1 411 +120000 706 -100000 44574200 -20000',
    'BQ-1 512 +60000 411 -60000 44574200 +10000 44571200 -10000',
  ]);
  const [sale, payment] = await read(books);
  assert.deepEqual(
    [sale.on, sale.journal, sale.piece, sale.billingId, sale.label],
    ['2026-03-02', 'VE', number, id, `Facture ${number} Léa Moreau`],
  );
  assert.deepEqual([payment.on, payment.label], ['2026-03-03', `Règlement ${number} Léa Moreau`]);
  const [owed] = sale.lines;
  assert.equal(owed.auxiliary, `C${customer.replaceAll('-', '').slice(-12).toUpperCase()}`);
  assert.equal(owed.auxiliaryName, 'Léa Moreau');
});

test('VAT of goods and of services under the option for debits is collected on the invoice; a disbursement is no sale', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer, { lines: [HONEY, STAMP] }));
  await pay(books, id, { amount: 26_100, method: 'cash' });
  assert.deepEqual(await entries(books), [
    'VE-1 411 +26100 707 -20000 467 -5000 44571055 -1100',
    'CA-1 530 +26100 411 -26100',
  ]);
  const debits = await business({ vatOnDebits: true });
  await debits.books.finalized(debits.books.invoice(debits.customer));
  assert.deepEqual(await entries(debits.books), ['VE-1 411 +120000 706 -100000 44571200 -20000']);
});

test('an advance of 30 % is owed back until the final invoice deducts it: 706 has the whole sale once', async () => {
  const { books, customer } = await business();
  const { id } = await books.signedEstimate(customer);
  const advance = await books.finalizedAdvance(id);
  await books.pay('advance', advance.id, 36_000);
  service.clock.now += DAY;
  const draft = await books.done('create-final-invoice', id);
  const invoice = await books.finalized(draft);
  await books.pay('invoice', invoice.id, 84_000);
  assert.deepEqual(await entries(books), [
    'VE-1 411 +36000 4191 -30000 44574200 -6000',
    'BQ-1 512 +36000 411 -36000 44574200 +6000 44571200 -6000',
    'VE-2 411 +84000 706 -100000 44574200 -14000 4191 +30000',
    'BQ-2 512 +84000 411 -84000 44574200 +14000 44571200 -14000',
  ]);
});

test('a credit note of 600.00 on a paid invoice reverses the sale, its refund the VAT; a reversed payment its own', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer));
  await pay(books, id, { amount: 120_000 });
  service.clock.now += DAY;
  const note = await books.done('create-asset', id);
  await books.done('update-billing-lines', note.id, { lines: [{ ...TRAINING, unitPrice: 50_000 }] });
  await books.finalized(note);
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  const other = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await pay(books, other.id, { amount: 120_000 });
  service.clock.now += DAY;
  await books.done('mark-unpaid', other.id);
  assert.deepEqual((await entries(books)).slice(2), [
    'VE-2 411 -60000 706 +50000 44574200 +10000',
    'VE-3 411 +120000 706 -100000 44574200 -20000',
    'BQ-2 512 -60000 411 +60000 44574200 -10000 44571200 +10000',
    'BQ-3 512 +120000 411 -120000 44574200 +20000 44571200 -20000',
    'BQ-4 512 -120000 411 +120000 44574200 -20000 44571200 +20000',
  ]);
});

test('under the franchise no VAT account is used; 50.00 too much is kept for the customer and pays another invoice', async () => {
  const { books, customer } = await business({ vatRegime: 'franchise' });
  const line = { ...TRAINING, vatCode: 'FR_00HT' };
  const first = await books.finalized(books.invoice(customer, { lines: [line] }));
  const second = await books.finalized(books.invoice(customer, { lines: [{ ...line, unitPrice: 5_000 }] }));
  await pay(books, first.id, { amount: 105_000 }, true);
  service.clock.now += DAY;
  const { json } = await books.ask('list-online-payments', { query: { source: 'recorded', customerId: customer } });
  const path = { onlinePaymentId: json.onlinePayments[0].id };
  await books.ask('apply-online-payment', { path, body: { billingId: second.id, amount: 5_000 } });
  const all = await entries(books);
  assert.deepEqual(all.slice(0, 2), ['VE-1 411 +100000 706 -100000', 'VE-2 411 +5000 706 -5000']);
  assert.deepEqual(
    all
      .slice(2, 4)
      .map((each) => each.slice(5))
      .toSorted(),
    ['512 +100000 411 -100000', '512 +5000 4197 -5000'],
  );
  assert.deepEqual(
    all
      .slice(4)
      .map((each) => each.slice(5))
      .toSorted(),
    ['580 +5000 411 -5000', '580 -5000 4197 +5000'],
  );
});

test('takings of 120.00 in cash are sold and paid at once; a correction takes them back', async () => {
  const { books } = await business();
  const sale = { on: '2026-03-02', sold: 'services', rate: 2_000, amount: 12_000, method: 'cash' };
  const { id } = await books.done('create-counter-sale', undefined, sale);
  service.clock.now += 60;
  await books.done('correct-counter-sale', id, { ...sale, amount: 6_000 });
  assert.deepEqual(
    (await entries(books)).map((each) => each.slice(5)).toSorted(),
    [
      '530 +12000 706 -10000 44571200 -2000',
      '530 -12000 706 +10000 44571200 +2000',
      '530 +6000 706 -5000 44571200 -1000',
    ].toSorted(),
  );
});

test('a purchase of 119.99 is a charge, deductible VAT and a payment to its supplier; 600.00 of equipment are an asset', async () => {
  const { books } = await business();
  const paper = {
    paidOn: '2026-03-02',
    supplierName: 'Papeterie Hôtel',
    nature: 'supplies',
    amount: 11_999,
    deductibleVat: 2_000,
    method: 'credit_card',
  };
  const { id } = await books.done('record-purchase', undefined, paper);
  await books.done('record-purchase', undefined, {
    ...paper,
    nature: 'equipment',
    amount: 72_000,
    deductibleVat: 12_000,
  });
  service.clock.now += DAY;
  await books.done('correct-purchase', id, {});
  assert.deepEqual(await entries(books), [
    'AC-1 6064 +9999 44566 +2000 401 -11999',
    'BQ-1 401 +11999 512 -11999',
    'AC-2 2183 +60000 44562 +12000 401 -72000',
    'BQ-2 401 +72000 512 -72000',
    'AC-3 6064 -9999 44566 -2000 401 +11999',
    'BQ-3 401 -11999 512 +11999',
  ]);
  assert.equal((await read(books))[0].lines[2].auxiliary, 'FPAPETERIEHOTEL');
});

test('an invoice of 950.00 CHF at 0.95 is 1,000.00 € with its amount in francs', async () => {
  const { books, customer } = await business({ vatRegime: 'franchise' });
  const draft = await books.invoice(customer, { lines: [{ ...TRAINING, unitPrice: 95_000, vatCode: 'FR_00HT' }] });
  await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
  const { id } = await books.finalized(draft);
  await pay(books, id, { amount: 95_000 });
  assert.deepEqual(await entries(books), ['VE-1 411 +100000 706 -100000', 'BQ-1 512 +100000 411 -100000']);
  const [sale] = await read(books);
  assert.deepEqual(
    [sale.currency, sale.lines[0].foreignAmount, sale.lines[1].foreignAmount],
    ['CHF', 95_000, undefined],
  );
});

test('100.00 CHF at 0.95 are 105.26 €, its three payments 105.25: the cent is a loss of exchange, and 411 is settled', async () => {
  const { books, customer } = await business({ vatRegime: 'franchise' });
  const paidInThree = async (price: number) => {
    const lines = [{ ...TRAINING, unitPrice: price, vatCode: 'FR_00HT' }];
    const draft = await books.invoice(customer, { lines });
    await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.95 });
    const { id } = await books.finalized(draft);
    const third = Math.floor(price / 3);
    for (const amount of [third, third, price - 2 * third]) {
      service.clock.now += DAY;
      await pay(books, id, { amount });
    }
  };
  await paidInThree(10_000);
  assert.deepEqual(await entries(books), [
    'VE-1 411 +10526 706 -10526',
    'BQ-1 512 +3508 411 -3508',
    'BQ-2 512 +3508 411 -3508',
    'BQ-3 512 +3509 411 -3510 656 +1',
  ]);
  await paidInThree(1_000);
  assert.deepEqual((await entries(books)).slice(-1), ['BQ-6 512 +352 411 -351 756 -1']);
});

test('update-chart-of-accounts: a professional who books payments has no entry for an invoice, and the sale on the payment', async () => {
  const { books, customer } = await business();
  await books.done('update-chart-of-accounts', undefined, {
    basis: 'payments',
    accounts: [{ role: 'sales_of_services_FR_2000', number: '7061', label: 'Formations' }],
  });
  const { id } = await books.finalized(books.invoice(customer));
  assert.deepEqual(await entries(books), []);
  await pay(books, id, { amount: 120_000 });
  const paper = {
    paidOn: '2026-03-02',
    supplierName: 'Papeterie',
    nature: 'supplies',
    amount: 1_200,
    deductibleVat: 200,
    method: 'cash',
  };
  await books.done('record-purchase', undefined, paper);
  assert.deepEqual(await entries(books), [
    'BQ-1 512 +120000 7061 -100000 44571200 -20000',
    'CA-1 6064 +1000 44566 +200 530 -1200',
  ]);
  const { json: chart } = await books.ask('get-chart-of-accounts');
  assert.equal(chart.basis, 'payments');
  const ofRole = (role: string) => chart.accounts.find((each: any) => each.role === role);
  assert.deepEqual(ofRole('sales_of_services_FR_2000'), {
    ...{ role: 'sales_of_services_FR_2000', number: '7061', label: 'Formations', isChosen: true },
    ...{ defaultNumber: '706', defaultLabel: 'Prestations de services' },
  });
  assert.equal(ofRole('customers').isChosen, false);
  await books.done('update-chart-of-accounts', undefined, { basis: 'invoices' });
  assert.deepEqual((await entries(books))[0], 'VE-1 411 +120000 706 -100000 44574200 -20000');
});

test('an account outside the class of its role, a role with two accounts and a test key are refused', async () => {
  const { books } = await business();
  const update = (accounts: object[], basis = 'invoices') =>
    books.ask('update-chart-of-accounts', { body: { basis, accounts } });
  const wrong = { role: 'sales_of_services_FR_2000', label: 'Formations' };
  for (const number of ['606', '70', '706 1', '706é', '706a'])
    assert.equal((await update([{ ...wrong, number }])).refused, 'account_number_unusable', number);
  assert.equal((await update([{ ...wrong, number: '706', label: 'A|B' }])).refused, 'account_number_unusable');
  const twice = { ...wrong, number: '7061' };
  assert.equal((await update([twice, twice])).refused, 'account_chosen_twice');
  assert.equal((await update([], 'sometimes')).refused, 'input_invalid');
  const { test: testCaller } = await service.newAccount('Essai');
  const refused = await booksOf(service, testCaller).ask('update-chart-of-accounts', { body: { basis: 'payments' } });
  assert.equal(refused.refused, 'live_key_needed');
  assert.equal(
    (await books.ask('list-accounting-entries', { query: { from: '2026-02-01', to: '2026-01-01' } })).refused,
    'period_inverted',
  );
});

test('get-trial-balance and list-ledger-lines: debits equal credits, and the ledger of 411 ends at what the customer owes', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer));
  service.clock.now += DAY;
  await pay(books, id, { amount: 60_000 });
  await pay(books, id, { amount: 10_000 });
  const query = { from: '2026-01-01', to: '2026-12-31' };
  const { json } = await books.ask('get-trial-balance', { query });
  assert.deepEqual(
    json.accounts.map(({ account, debit, credit, balance }: any) => [account, debit, credit, balance]),
    [
      ['411', 120_000, 70_000, 50_000],
      ['44571200', 0, 11_667, -11_667],
      ['44574200', 11_667, 20_000, -8_333],
      ['512', 70_000, 0, 70_000],
      ['706', 0, 100_000, -100_000],
    ],
  );
  assert.deepEqual([json.total, json.entries, json.hasPurchases, json.basis], [201_667, 3, false, 'invoices']);
  const ledger: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await books.ask('list-ledger-lines', {
      query: { ...query, account: '411', limit: 1, ...(cursor && { cursor }) },
    });
    ledger.push(...page.json.docs);
    cursor = page.json.nextCursor;
    if (!cursor) break;
  }
  assert.deepEqual(
    ledger.map(({ number, debit, credit, balance }) => [number, debit, credit, balance]),
    [
      ['VE-1', 120_000, 0, 120_000],
      ['BQ-1', 0, 60_000, 60_000],
      ['BQ-2', 0, 10_000, 50_000],
    ],
  );
  assert.deepEqual((await books.ask('list-ledger-lines', { query: { ...query, account: '999' } })).json.docs, []);
});
