import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Books } from '../../../test/support/documents/example-books.ts';
import { PAPER, purchaseLines, purchaser } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// The VAT of purchases by rate, and VAT owed for a supplier: the franchise, the entries, the files
// and the database. The clock stands on 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const NORMAL = { ...COMPANY, vatRegime: 'normal' };
const FRANCHISE = { ...COMPANY, vatRegime: 'franchise' };
const HOSTING = { ...PAPER, supplierName: 'Cloud Ltd', nature: 'services', amount: 10_000, deductibleVat: undefined };
const abroad = (row: object = {}) => ({
  ...HOSTING,
  vat: [{ treatment: 'foreign_services', rate: 2_000, net: 10_000, ...row }],
});
const record = (books: Books, body: object) => books.done('record-purchase', undefined, body);
const because = async (books: Books, body: object) => {
  const answer = await books.ask('record-purchase', { body });
  return [answer.refused, (answer as { because?: string }).because];
};
const march = async (books: Books) => (await books.ask('get-vat-return', { query: { on: '2026-03-15' } })).json;
const exact = ({ lines }: any): string[] =>
  lines
    .filter(({ base, tax }: any) => (base?.cents ?? 0) + (tax?.cents ?? 0) !== 0)
    .map(({ line, base, tax }: any) => [line, base?.cents ?? 0, tax?.cents ?? 0].join(' '));

describe('get-vat-return under the franchise', () => {
  test('100.00 of services from abroad: 20.00 are owed on A3 and 08 and due, nothing is deducted, no sale is declared', async () => {
    const { books } = await purchaser(service, FRANCHISE);
    const lines = [{ designation: 'Conseil', quantity: 1, unitPrice: 50_000, vatCode: 'FR_00HT' }];
    const invoice = await books.finalized(books.invoice(await books.contact(), { lines }));
    await books.pay('invoice', invoice.id, 50_000);
    await record(books, { ...PAPER });
    const before = await march(books);
    assert.deepEqual([before.declares, before.lines], [false, []]);
    const { vat } = await record(books, abroad());
    assert.deepEqual([vat[0].vat, vat[0].deductible], [2_000, 0]);
    const found = await march(books);
    assert.deepEqual(
      [found.declares, found.form, found.dueEuros, found.leftOut, exact(found)],
      [true, 'ca3', 20, [], ['A3 10000 0', '08 10000 2000', '16 0 2000', 'TD 0 2000', '28 0 2000']],
    );
    const { json } = await books.ask('list-vat-return-pieces', { query: { on: '2026-03-15', line: '08' } });
    assert.deepEqual(
      json.docs.map(({ name, base, tax }: any) => [name, base, tax]),
      [['Cloud Ltd', 10_000, 2_000]],
    );
    const file = await books.ask('download-vat-return', { query: { on: '2026-03-15' } });
    assert.equal(file.file?.mediaType, 'application/pdf');
    assert.equal((await books.ask('list-vat-periods')).json.declares, true);
    const april = (await books.ask('get-vat-return', { query: { on: '2026-04-15' } })).json;
    assert.equal(april.declares, false);
  });

  test('a deduction of 1 cent is refused, and a received reverse-charge invoice deducts nothing', async () => {
    const { books } = await purchaser(service, FRANCHISE);
    assert.deepEqual(await because(books, abroad({ deductible: 1 })), ['purchase_vat_disagrees', 'not_deducted']);
    assert.deepEqual(await purchaseLines(books), []);
  });
});

test('record-purchase refuses 19 % owed for a supplier, and takes 19 % that was charged', async () => {
  const { books } = await purchaser(service, NORMAL);
  assert.deepEqual(await because(books, abroad({ rate: 1_900 })), ['purchase_vat_disagrees', 'rate']);
  const vat = [{ rate: 1_900, net: 8_000, deductible: 0 }];
  assert.equal((await record(books, { ...HOSTING, vat })).vat[0].vat, 1_520);
});

describe('list-accounting-entries', () => {
  const entries = async (books: Books): Promise<string[]> => {
    const { docs } = (await books.ask('list-accounting-entries', { query: {} })).json;
    return docs.map(({ lines }: any) =>
      lines.map(({ account, debit, credit }: any) => `${account} ${debit - credit}`).join(', '),
    );
  };

  test('100.00 of services from abroad: 611 100.00, 44566 20.00 against 4452 20.00 and 401 100.00; a correction is the reverse', async () => {
    const { books } = await purchaser(service, NORMAL);
    const { id } = await record(books, abroad());
    await books.done('correct-purchase', id, {});
    assert.deepEqual(await entries(books), [
      '611 10000, 44566 2000, 4452 -2000, 401 -10000',
      '401 10000, 512 -10000',
      '611 -10000, 44566 -2000, 4452 2000, 401 10000',
      '401 -10000, 512 10000',
    ]);
  });

  test('a subcontractor of which 5.00 of 20.00 are deducted: 15.00 are an expense, and 20.00 are on 44578', async () => {
    const { books } = await purchaser(service, NORMAL);
    await record(books, abroad({ treatment: 'domestic_reverse_charge', deductible: 500 }));
    assert.deepEqual((await entries(books))[0], '611 11500, 44566 500, 44578 -2000, 401 -10000');
  });

  test('under the franchise the 20.00 that are owed are an expense', async () => {
    const { books } = await purchaser(service, FRANCHISE);
    await record(books, abroad());
    assert.deepEqual((await entries(books))[0], '611 12000, 4452 -2000, 401 -10000');
    const accounts = [{ role: 'vat_owed_on_union_purchases', number: '44521', label: 'TVA due UE' }];
    await books.done('update-chart-of-accounts', undefined, { basis: 'invoices', accounts });
    assert.deepEqual((await entries(books))[0], '611 12000, 44521 -2000, 401 -10000');
  });
});

test('export-purchases-register has the VAT by rate, what is owed and what of it is deducted; the PDF has the rates too', async () => {
  const { books } = await purchaser(service, NORMAL);
  await record(books, abroad({ deductible: 500 }));
  await record(books, { ...PAPER, vat: [{ rate: 2_000, net: 4_158, vat: 832 }] });
  const { csv } = (await books.ask('export-purchases-register', { query: { format: 'plain' } })).json;
  const [head = '', first = '', second = ''] = csv.trim().split('\r\n');
  assert.match(head, /,TVA par taux,TVA autoliquidée,dont autoliquidée déductible$/);
  assert.match(
    first,
    /"20 % sur 100,00 = 20,00, autoliquidée, services de l’étranger, dont 5,00 déductible",20(\.00)?,5(\.00)?$/,
  );
  assert.match(second, /"20 % sur 41,58 = 8,32, facturée",0(\.00)?,0(\.00)?$/);
  const { file } = await books.ask('download-purchases-register', { query: {} });
  assert.equal(file?.mediaType, 'application/pdf');
});

test('correct-purchase replaces 20 % by 10 %: the counter-entry has the rates of its purchase, the replacement its own', async () => {
  const { books } = await purchaser(service, NORMAL);
  const { id } = await record(books, { ...PAPER, vat: [{ rate: 2_000, net: 4_158, vat: 832 }] });
  const { counterEntry, replacement } = await books.done('correct-purchase', id, {
    replacement: { ...PAPER, deductibleVat: undefined, vat: [{ rate: 1_000, net: 4_536, vat: 454 }] },
  });
  assert.deepEqual(
    [counterEntry.vat, replacement.deductibleVat],
    [[{ treatment: 'charged', rate: 2_000, net: -4_158, vat: -832, deductible: -832 }], 454],
  );
});

describe('the database refuses to the application', () => {
  const tried = (caller: { accountId: string }, text: string, id: string) =>
    inTransaction(service.services.pool, { accountId: caller.accountId, test: false }, async (tx) => {
      tx.write(sql`${text}`, [caller.accountId, id]);
      return { commit: true, answer: undefined };
    });

  test('a row more, a change, a deletion, another mode, an owed amount that is not the rate, a rate without a line', async () => {
    const { books, caller } = await purchaser(service, NORMAL);
    const { id } = await record(books, abroad());
    const added = (row: string) => `
      insert into billing.purchase_vat (account_id, purchase_id, test, place, treatment, rate_bp, net_cents, vat_cents, deductible_cents)
      values ($1, $2, ${row})`;
    for (const [text, said] of [
      [added("false, 2, 'charged', 1000, 100, 10, 0"), /does not agree/],
      [added("true, 2, 'charged', 1000, 100, 10, 0"), /does not agree/],
      [added("false, 11, 'charged', 1000, 100, 10, 0"), /purchase_vat_place_check/],
      [added("false, 2, 'foreign_services', 1000, 100, 11, 0"), /purchase_vat_check/],
      [added("false, 2, 'foreign_services', 1900, 100, 19, 0"), /purchase_vat_check/],
      [added("false, 2, 'charged', 1000, 100, 10, 11"), /purchase_vat_check/],
      [added("false, 2, 'charged', 1000, 100, -10, 0"), /purchase_vat_check/],
      ['update billing.purchase_vat set deductible_cents = 0 where account_id = $1 and purchase_id = $2', /permission/],
      ['delete from billing.purchase_vat where account_id = $1 and purchase_id = $2', /permission/],
    ] as const)
      await assert.rejects(tried(caller, text, id), said, text);
    const [line] = await purchaseLines(books);
    assert.deepEqual(line.vat, [
      { treatment: 'foreign_services', rate: 2_000, net: 10_000, vat: 2_000, deductible: 2_000 },
    ]);
    const other = await purchaser(service, NORMAL);
    await assert.rejects(tried(other.caller, added("false, 1, 'charged', 1000, 100, 10, 0"), id), /foreign key/);
  });
});
