import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The VAT return through the API. The clock stands on 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const DAY = 86_400;
const BERLIN = { address: 'Torstraße 1', city: 'Berlin', zipCode: '10119', country: 'DE' };

/** A new account; by default it declares months. */
async function account(said: object = {}): Promise<Books> {
  service.clock.now = MONDAY;
  const { live } = await service.newAccount('Atelier');
  const books = booksOf(service, live);
  await books.company(COMPANY);
  await books.company({ vatRegime: 'normal', ...said });
  return books;
}

const vatReturn = async (books: Books, on = '2026-03-15') =>
  (await books.ask('get-vat-return', { query: { on } })).json;
/** What to write: `A1 1000`, `08 1000/200`. Lines that are 0 are left out. */
async function written(books: Books, on?: string): Promise<string[]> {
  const { lines } = await vatReturn(books, on);
  return lines
    .filter(({ base, tax }: any) => (base?.euros ?? 0) + (tax?.euros ?? 0) > 0)
    .map(({ line, base, tax }: any) => {
      const amounts = [base?.euros, tax?.euros].filter((each) => each !== undefined);
      return `${line} ${amounts.join('/')}`;
    });
}
const pieces = async (books: Books, line: string, said: object = {}) =>
  (await books.ask('list-vat-return-pieces', { query: { on: '2026-03-15', line, ...said } })).json;

const SERVICE = {
  designation: 'Conseil',
  quantity: 1,
  unitPrice: 100_000,
  vatCode: 'FR_2000',
  type: 'service_delivery',
};
const HONEY = { designation: 'Miel', quantity: 1, unitPrice: 20_000, vatCode: 'FR_550', type: 'sale_of_goods' };

async function billed(books: Books, lines: object[], customer?: string, general?: object) {
  const draft = await books.invoice(customer ?? (await books.contact()), { lines });
  if (general) await books.done('update-invoice-general-informations', draft.id, general);
  return books.finalized(draft);
}
const paid = (books: Books, { id, total }: any, amount: number = total.remainingReconciliateAmount) =>
  books.pay('invoice', id, amount);
async function credited(books: Books, id: string, lines: object[]) {
  service.clock.now += 1;
  const note = await books.done('create-asset', id);
  await books.done('update-billing-lines', note.id, { lines });
  return books.finalized(note);
}
const berlin = (books: Books) =>
  books.organization({ name: 'Kunde GmbH', siret: undefined, vatNumber: 'DE136695976', billingAddress: BERLIN });

describe('get-vat-return', () => {
  test('services of 1,000.00 are declared when they are paid, goods of 200.00 when they are invoiced', async () => {
    const books = await account();
    const invoice = await billed(books, [SERVICE, HONEY]);
    assert.deepEqual(await written(books), ['A1 200', '09 200/11', '16 11', 'TD 11', '28 11']);
    await paid(books, invoice);
    assert.deepEqual(await written(books), ['A1 1200', '08 1000/200', '09 200/11', '16 211', 'TD 211', '28 211']);
  });

  test('a quarter of 1,200.00 paid is a quarter of the base and of the VAT: 250 and 50', async () => {
    const books = await account();
    await paid(books, await billed(books, [SERVICE]), 30_000);
    assert.deepEqual(await written(books), ['A1 250', '08 250/50', '16 50', 'TD 50', '28 50']);
  });

  test('under the option for debits services are declared when they are invoiced, and not again when paid', async () => {
    const books = await account({ vatOnDebits: true });
    await paid(books, await billed(books, [SERVICE]));
    assert.deepEqual(await written(books), ['A1 1000', '08 1000/200', '16 200', 'TD 200', '28 200']);
  });

  test('an advance of 30 % on an estimate of goods is declared when it is paid', async () => {
    const books = await account();
    const estimate = await books.signedEstimate(await books.contact(), { lines: [{ ...HONEY, vatCode: 'FR_2000' }] });
    const advance = await books.finalizedAdvance(estimate.id);
    assert.deepEqual(await written(books), []);
    await books.pay('advance', advance.id, advance.total.remainingReconciliateAmount);
    assert.deepEqual(await written(books), ['A1 60', '08 60/12', '16 12', 'TD 12', '28 12']);
  });

  test('a credit note of 400.00 on a paid invoice lowers the VAT when it is refunded', async () => {
    const books = await account();
    const invoice = await billed(books, [SERVICE]);
    await paid(books, invoice);
    const note = await credited(books, invoice.id, [{ ...SERVICE, unitPrice: 40_000 }]);
    assert.deepEqual((await written(books))[0], 'A1 1000');
    await books.done('refund-asset', note.id, { refundAt: service.clock.now });
    assert.deepEqual(await written(books), ['A1 600', '08 600/120', '16 120', 'TD 120', '28 120']);
  });

  test('a refund in April of what was paid in March makes a credit in April, which May carries over', async () => {
    const books = await account();
    const invoice = await billed(books, [SERVICE]);
    await paid(books, invoice);
    service.clock.now += 35 * DAY;
    const note = await credited(books, invoice.id, [{ ...SERVICE, unitPrice: 40_000 }]);
    await books.done('refund-asset', note.id, { refundAt: service.clock.now });
    assert.deepEqual(await written(books, '2026-04-15'), ['B5 400', '21 80', '23 80', '25 80', '27 80']);
    const may = await vatReturn(books, '2026-05-15');
    assert.deepEqual([may.creditBefore, may.creditEuros], [{ euros: 80, stated: false, since: '2025-05-01' }, 80]);
    assert.deepEqual((await written(books, '2026-05-15'))[0], '22 80');
  });

  test('a purchase of 120.00 deducts its 20.00 on line 20, a machine of 1,200.00 its 200.00 on line 19', async () => {
    const books = await account();
    const bought = { paidOn: '2026-03-02', supplierName: 'Papeterie du Port', method: 'credit_card' };
    const paper = { ...bought, nature: 'supplies', amount: 12_000, deductibleVat: 2_000 };
    await books.done('record-purchase', undefined, paper);
    await books.done('record-purchase', undefined, {
      ...bought,
      nature: 'equipment',
      amount: 120_000,
      deductibleVat: 20_000,
    });
    await books.done('record-purchase', undefined, {
      ...bought,
      nature: 'equipment',
      amount: 48_000,
      deductibleVat: 8_000,
    });
    assert.deepEqual(await written(books), ['19 200', '20 100', '23 300', '25 300', '27 300']);
    const { docs } = await pieces(books, '20');
    assert.deepEqual(
      docs.map(({ event, name, base, tax }: any) => [event, name, base, tax]),
      [
        ['purchase', 'Papeterie du Port', 0, 2_000],
        ['purchase', 'Papeterie du Port', 0, 8_000],
      ],
    );
  });

  test('services for a business in Berlin are E2 when they are invoiced, and in the statement of March due on 13 April', async () => {
    const books = await account();
    const customer = await berlin(books);
    await billed(books, [{ ...SERVICE, vatCode: 'FR_00UE' }], customer, { vatMention: 'vat_exemption_eu_service' });
    assert.deepEqual(await written(books), ['E2 1000']);
    const { unionServices, unionGoods } = await vatReturn(books);
    assert.deepEqual(unionServices, [
      {
        ...{ month: '2026-03-01', dueOn: '2026-04-13', vatNumber: 'DE136695976', customerName: 'Kunde GmbH' },
        ...{ amount: 100_000, euros: 1_000 },
      },
    ]);
    assert.deepEqual(unionGoods, []);
  });

  test('goods sent to Berlin are F2 and in the statement of goods; exports are E1', async () => {
    const books = await account();
    const customer = await berlin(books);
    await billed(books, [{ ...HONEY, vatCode: 'FR_00UE' }], customer, { vatMention: 'vat_exemption_eu_sale' });
    await billed(books, [{ ...HONEY, vatCode: 'FR_0HUE' }], customer, { vatMention: 'vat_exemption' });
    assert.deepEqual(await written(books), ['E1 200', 'F2 200']);
    assert.equal((await vatReturn(books)).unionGoods[0].amount, 20_000);
  });

  test('a subcontractor in construction states 1,000.00 on E2 when it is paid: the customer owes the VAT', async () => {
    const books = await account();
    const lines = [{ ...SERVICE, vatCode: 'FR_00HT' }];
    const invoice = await billed(books, lines, await books.organization(), { vatMention: 'vat_construction' });
    assert.deepEqual(await written(books), []);
    await paid(books, invoice);
    assert.deepEqual(await written(books), ['E2 1000']);
  });

  test('sales under a margin scheme are in no line and are named; the margin entered as takings is', async () => {
    const books = await account();
    const lines = [{ ...HONEY, vatCode: 'FR_00HT' }];
    await billed(books, lines, undefined, { vatMention: 'second_hand_good' });
    assert.deepEqual(await written(books), []);
    assert.deepEqual((await vatReturn(books)).leftOut, [{ why: 'margin', net: 20_000, count: 1 }]);
    const margin = { sold: 'margin', rate: 2000, on: '2026-03-02', amount: 12_000 };
    await books.done('create-counter-sale', undefined, margin);
    assert.deepEqual(await written(books), ['A1 100', '08 100/20', '16 20', 'TD 20', '28 20']);
  });

  test('who leaves the franchise in March declares what is sold with VAT; an invoice without VAT paid later is named', async () => {
    const books = await account({ vatRegime: 'franchise' });
    const none = await vatReturn(books);
    assert.deepEqual([none.declares, none.lines, none.dueEuros], [false, [], 0]);
    const before = await billed(books, [{ ...SERVICE, vatCode: 'FR_00HT' }]);
    await books.company({ vatRegime: 'normal' });
    await paid(books, before);
    await paid(books, await billed(books, [SERVICE]));
    assert.deepEqual(await written(books), ['A1 1000', '08 1000/200', '16 200', 'TD 200', '28 200']);
    assert.deepEqual((await vatReturn(books)).leftOut, [{ why: 'franchise', net: 100_000, count: 1 }]);
  });

  test('8.5 % of Réunion is line 10, 2.1 % line 11 for a business overseas', async () => {
    const saintDenis = { line1: '1 rue de Paris', city: 'Saint-Denis', zipCode: '97400', country: 'FR' };
    const books = await account({ address: saintDenis });
    await billed(books, [
      { ...HONEY, vatCode: 'FR_850' },
      { ...HONEY, vatCode: 'FR_210' },
    ]);
    assert.deepEqual(await written(books), ['A1 400', '10 200/17', '11 200/4', '16 21', 'TD 21', '28 21']);
  });

  test('an invoice in Swiss francs is declared in euros at the rate of the document', async () => {
    const books = await account();
    const draft = await books.invoice(await books.contact(), { lines: [{ ...HONEY, vatCode: 'FR_2000' }] });
    await books.done('update-invoice-currency', draft.id, { currency: 'CHF', currencyRate: 0.8 });
    await books.finalized(draft);
    assert.deepEqual(await written(books), ['A1 250', '08 250/50', '16 50', 'TD 50', '28 50']);
  });

  test('the simplified regime declares the year 2026 on the CA12: 1,000.00 at 20 % are line 5A', async () => {
    const books = await account({ vatRegime: 'simplified' });
    await paid(books, await billed(books, [SERVICE]));
    const { form, from, to, dueOn, state } = await vatReturn(books);
    assert.deepEqual(
      { form, from, to, dueOn, state },
      { form: 'ca12', from: '2026-01-01', to: '2026-12-31', dueOn: '2027-05-04', state: 'running' },
    );
    assert.deepEqual(await written(books), ['5A 1000/200', '16 200', '19 200', '28 200']);
  });
});

describe('record-purchase', () => {
  const bought = { paidOn: '2026-03-02', supplierName: 'Cloud Ltd', method: 'transfer', nature: 'services' };
  const record = (books: Books, said: object) => books.done('record-purchase', undefined, { ...bought, ...said });
  const refusal = (books: Books, said: object) =>
    books.refusal('record-purchase', undefined, { ...bought, amount: 10_000, ...said });

  test('100.00 of services from abroad are A3 and line 08, and their 20.00 are deducted on line 20: nothing is due', async () => {
    const books = await account();
    const { deductibleVat, vat } = await record(books, {
      amount: 10_000,
      vat: [{ treatment: 'foreign_services', rate: 2_000, net: 10_000 }],
    });
    assert.deepEqual([deductibleVat, vat[0].vat, vat[0].deductible], [0, 2_000, 2_000]);
    assert.deepEqual(await written(books), ['A3 100', '08 100/20', '16 20', '20 20', '23 20']);
  });

  test('a subcontractor in construction is A2; goods of the Union are B2 and line 17; a correction takes both back', async () => {
    const books = await account();
    const rows = (treatment: string) => ({ amount: 50_000, vat: [{ treatment, rate: 2_000, net: 50_000 }] });
    await record(books, rows('domestic_reverse_charge'));
    const { id } = await record(books, rows('union_goods'));
    assert.deepEqual(await written(books), ['A2 500', 'B2 500', '08 1000/200', '17 100', '16 200', '20 200', '23 200']);
    const { counterEntry } = (await books.ask('correct-purchase', { path: { id }, body: {} })).json;
    assert.deepEqual([counterEntry.vat[0].net, counterEntry.vat[0].vat], [-50_000, -10_000]);
    assert.deepEqual(await written(books), ['A2 500', '08 500/100', '16 100', '20 100', '23 100']);
  });

  test('1,200.00 of a subcontractor on the CA12 are line 13 with 240', async () => {
    const books = await account({ vatRegime: 'simplified' });
    const vat = [{ treatment: 'domestic_reverse_charge', rate: 2_000, net: 120_000 }];
    await record(books, { amount: 120_000, vat });
    assert.deepEqual(await written(books), ['13 1200/240', '16 240', '19 240', '20 240', '26 240']);
  });

  test('VAT of 20 % and 5.5 % adds up to the deductible VAT of 225.50, by default or stated', async () => {
    const books = await account();
    const vat = [
      { rate: 2_000, net: 10_000 },
      { rate: 550, net: 10_000, deductible: 0 },
    ];
    assert.equal((await record(books, { amount: 22_550, vat })).deductibleVat, 2_000);
    assert.equal(await refusal(books, { amount: 22_550, vat, deductibleVat: 2_550 }), 'purchase_vat_disagrees');
  });

  test('rows of another sign, twice the same rate, or above the amount are refused', async () => {
    const books = await account();
    const one = { rate: 2_000, net: 5_000 };
    assert.equal(await refusal(books, { deductibleVat: 0, vat: [{ ...one, net: -5_000 }] }), 'purchase_vat_disagrees');
    assert.equal(await refusal(books, { vat: [one, { ...one, net: 1_000 }] }), 'purchase_vat_disagrees');
    assert.equal(await refusal(books, { vat: [{ ...one, net: 9_000 }] }), 'purchase_vat_disagrees');
    assert.equal(await refusal(books, { vat: [{ ...one, vat: 1_000, deductible: 1_001 }] }), 'purchase_vat_disagrees');
  });
});

test('close-books: a payment of March recorded after March was closed, and a purchase, are declared in April', async () => {
  const books = await account();
  const late = await billed(books, [SERVICE]);
  await paid(books, await billed(books, [SERVICE]));
  service.clock.now += 40 * DAY;
  await books.done('close-books', undefined, { through: '2026-03-31' });
  const payments = [{ amount: late.total.remainingReconciliateAmount, receivedAt: MONDAY, method: 'transfer' }];
  await books.done('mark-paid', late.id, { payments });
  const bought = { paidOn: '2026-03-02', supplierName: 'Papeterie', method: 'cash', nature: 'supplies' };
  await books.done('record-purchase', undefined, { ...bought, amount: 12_000, deductibleVat: 2_000 });
  assert.deepEqual(await written(books), ['A1 1000', '08 1000/200', '16 200', 'TD 200', '28 200']);
  const april = ['A1 1000', '08 1000/200', '16 200', '20 20', '23 20', 'TD 180', '28 180'];
  assert.deepEqual(await written(books, '2026-04-15'), april);
});

test('state-vat-credit: a stated credit of 340 is carried over, and the last statement counts', async () => {
  const books = await account();
  await books.done('state-vat-credit', undefined, { on: '2026-02-10', euros: 500 });
  assert.deepEqual(await books.done('state-vat-credit', undefined, { on: '2026-02-28', euros: 340 }), {
    ...{ from: '2026-02-01', euros: 340 },
  });
  assert.deepEqual((await vatReturn(books, '2026-02-10')).creditBefore, {
    euros: 340,
    stated: true,
    since: '2026-02-01',
  });
  assert.deepEqual((await vatReturn(books)).creditBefore, { euros: 340, stated: false, since: '2026-02-01' });
  await paid(books, await billed(books, [SERVICE]));
  assert.equal((await vatReturn(books)).creditEuros, 140);
  await books.company({ vatRegime: 'franchise' });
  assert.equal(await books.refusal('state-vat-credit', undefined, { on: '2026-02-10', euros: 1 }), 'vat_not_declared');
});

test('under the franchise, services for a business in Berlin have no return, but stand in the statement due on 13 April', async () => {
  const books = await account({ vatRegime: 'franchise' });
  assert.deepEqual((await vatReturn(books)).unionServices, []);
  const customer = await berlin(books);
  await billed(books, [{ ...SERVICE, vatCode: 'FR_00UE' }], customer, { vatMention: 'vat_exemption_eu_service' });
  await billed(books, [{ ...SERVICE, vatCode: 'FR_00HT' }]);
  const { declares, lines, unionServices } = await vatReturn(books);
  assert.deepEqual({ declares, lines }, { declares: false, lines: [] });
  assert.deepEqual(unionServices, [
    {
      ...{ month: '2026-03-01', dueOn: '2026-04-13', vatNumber: 'DE136695976', customerName: 'Kunde GmbH' },
      ...{ amount: 100_000, euros: 1_000 },
    },
  ]);
  assert.deepEqual((await vatReturn(books, '2026-02-15')).unionServices, []);
});

test('list-vat-periods: the running month and the 23 before it; none is declared under the franchise', async () => {
  const books = await account();
  const { declares, periods } = (await books.ask('list-vat-periods')).json;
  assert.deepEqual([declares, periods.length], [true, 24]);
  const { from, dueOn, state } = periods[1];
  assert.deepEqual({ from, dueOn, state }, { from: '2026-02-01', dueOn: '2026-03-16', state: 'open' });
  assert.equal((await vatReturn(books, undefined)).from, '2026-03-01');
  assert.equal((await books.ask('get-vat-return')).json.from, '2026-02-01');
});

test('list-vat-return-pieces: 5 paid invoices are 3 pages of line 08, whose sum is the line', async () => {
  const books = await account();
  for (let n = 1; n <= 5; n++) await paid(books, await billed(books, [{ ...SERVICE, unitPrice: n * 1_111 }]));
  const found: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const { docs, nextCursor } = await pieces(books, '08', { limit: 2, ...(cursor && { cursor }) });
    found.push(...docs);
    cursor = nextCursor;
    if (!cursor) break;
  }
  assert.equal(found.length, 5);
  const { lines } = await vatReturn(books);
  const { base, tax, count } = lines.find(({ line }: any) => line === '08');
  assert.equal(
    found.reduce((all, each) => all + each.base, 0),
    base.cents,
  );
  assert.equal(
    found.reduce((all, each) => all + each.tax, 0),
    tax.cents,
  );
  assert.equal(count, 5);
  assert.deepEqual((await pieces(books, '5A')).docs, [], 'a line of the other form');
});

test('export-vat-return and download-vat-return: each amount with its line in CSV, the form in PDF, the pieces in a workbook', async () => {
  const books = await account();
  await paid(books, await billed(books, [SERVICE, HONEY]));
  let csv = '';
  for (let after: string | undefined; ; ) {
    const { json } = await books.ask('export-vat-return', { query: { on: '2026-03-15', ...(after && { after }) } });
    csv += json.csv;
    after = json.next;
    if (!after) break;
  }
  const rows = csv.trim().split('\r\n');
  assert.equal(rows.length, 5, csv);
  assert.match(rows[1] ?? '', /^A1;Ventes, prestations de services;2026-03-02;Document émis;.*;200;;/);
  assert.match(rows[4] ?? '', /^08;Taux normal 20 %;2026-03-02;Encaissement;.*;1000;200;/);
  const pdf = await books.ask('download-vat-return', { query: { on: '2026-03-15' } });
  assert.equal(pdf.file?.bytes.subarray(0, 5).toString(), '%PDF-');
  const workbook = await books.ask('download-vat-return', { query: { on: '2026-03-15', format: 'xlsx' } });
  assert.equal(workbook.file?.name, 'tva-2026-03-01-2026-03-31.xlsx');
  await books.company({ vatRegime: 'franchise' });
  assert.equal((await books.ask('download-vat-return', { query: {} })).refused, 'vat_not_declared');
});
