import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { fecFaults, fecRows } from '../../../test/support/documents/fec-checks.ts';
import { OPENING } from '../../../test/support/documents/opening-balances.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// Opening balances: those carried over from the year before, and those typed for the past.

const Y2026 = { from: '2026-01-01', to: '2026-12-31' };
const Y2027 = { from: '2027-01-01', to: '2027-12-31' };
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
  return { books, account, customer: await books.contact() };
}
const at = (day: string): number => Date.parse(`${day}T10:00:00Z`) / 1_000;
const record = (books: Books, body: object = OPENING) => books.ask('record-opening-balances', { body });
const balances = async (books: Books, query: Record<string, string>): Promise<[string, number][]> =>
  (await books.ask('get-trial-balance', { query })).json.accounts.map(({ account, balance }: any) => [
    account,
    balance,
  ]);
const entriesOf = async (books: Books, query: Record<string, string>): Promise<any[]> =>
  (await books.ask('list-accounting-entries', { query: { ...query, limit: 100 } })).json.docs;
const fileOf = async (books: Books, query: Record<string, string>): Promise<string> => {
  const { file } = await books.ask('download-accounting-entries', { query });
  assert.ok(file);
  assert.deepEqual(fecFaults(file.bytes), []);
  return file.bytes.toString();
};

test('record-opening-balances: 4,200.00 at the bank, a loan and the capital are AN-1 of 2026, and AN-1 of 2027 carries them', async () => {
  const { books } = await business();
  const { json } = await record(books);
  assert.deepEqual([json.number, json.on, json.lines[0]], [1, '2026-01-01', { ...OPENING.lines[0], credit: 0 }]);
  const [entry] = await entriesOf(books, Y2026);
  assert.deepEqual(
    [entry.number, entry.journal, entry.piece, entry.label],
    ['AN-1', 'AN', 'OUVERTURE-1', OPENING.label],
  );
  assert.deepEqual(await balances(books, Y2026), [
    ['101', -120_000],
    ['164', -300_000],
    ['512', 420_000],
  ]);
  assert.deepEqual(await balances(books, Y2027), await balances(books, Y2026));
  const [first] = fecRows(await fileOf(books, Y2027));
  assert.deepEqual(
    [
      first?.JournalCode,
      first?.JournalLib,
      first?.EcritureNum,
      first?.EcritureDate,
      first?.PieceRef,
      first?.EcritureLib,
    ],
    ['AN', 'À-nouveaux', 'AN-1', '20270101', 'A-NOUVEAUX', 'À-nouveaux'],
  );
  // The chart of accounts gives the bank its label.
  assert.equal(fecRows(await fileOf(books, Y2026))[0]?.CompteLib, 'Banque');
});

test('the year after has the balance sheet and the result in 120: 1,000.00 sold, 700.00 of 1,200.00 received', async () => {
  const { books, customer } = await business({ legalStatus: 'sas' });
  service.clock.now = at('2026-12-15');
  const { id, number } = await books.finalized(books.invoice(customer));
  await books.pay('invoice', id, 70_000);
  assert.deepEqual(await balances(books, Y2027), [
    ['120', -100_000],
    ['411', 50_000],
    ['44571200', -11_667],
    ['44574200', -8_333],
    ['512', 70_000],
  ]);
  service.clock.now = at('2027-02-01');
  await books.pay('invoice', id, 50_000);
  // The carried debt and its payment have one letter, and add up to zero in the file.
  const lettered = fecRows(await fileOf(books, Y2027)).filter(({ EcritureLet }) => EcritureLet !== '');
  assert.deepEqual(
    lettered.map(({ EcritureNum, CompteNum, Debit, Credit, EcritureLet, DateLet }) => [
      ...[EcritureNum, CompteNum, Debit, Credit, EcritureLet, DateLet],
    ]),
    [
      ['AN-1', '411', '500,00', '0,00', number, '20270201'],
      ['BQ-1', '411', '0,00', '500,00', number, '20270201'],
    ],
  );
  const { json } = await books.ask('list-ledger-lines', { query: { ...Y2027, account: '411' } });
  assert.deepEqual(
    json.docs.map(({ number: entry, balance }: any) => [entry, balance]),
    [
      ['AN-1', 50_000],
      ['BQ-1', 0],
    ],
  );
  // A month, and the year of the invoice, have no opening entry.
  assert.deepEqual(
    (await entriesOf(books, { from: '2027-02-01', to: '2027-02-28' })).map(({ journal }) => journal),
    ['BQ'],
  );
  assert.ok((await entriesOf(books, Y2026)).every(({ journal }) => journal !== 'AN'));
});

test('a loss is in 129, the result of a sole trader in 101, and a year from July begins with its own balances', async () => {
  const paper = {
    ...{ paidOn: '2026-03-02', supplierName: 'Papeterie', nature: 'supplies', amount: 1_200, deductibleVat: 200 },
    method: 'transfer',
  };
  const company = await business({ legalStatus: 'sas' });
  await company.books.done('record-purchase', undefined, paper);
  const sheet: [string, number][] = [
    ['44566', 200],
    ['512', -1_200],
  ];
  assert.deepEqual(await balances(company.books, Y2027), [['129', 1_000], ...sheet]);
  const sole = await business({ legalStatus: 'ei' });
  await sole.books.done('record-purchase', undefined, paper);
  assert.deepEqual(await balances(sole.books, Y2027), [['101', 1_000], ...sheet]);
  const [entry] = await entriesOf(sole.books, { from: '2026-07-01', to: '2027-06-30' });
  assert.deepEqual([entry.number, entry.on], ['AN-1', '2026-07-01']);
});

test('record-opening-balances refuses a cent of difference, accounts of charges, days to come and closed days, and both amounts on a line', async () => {
  const { books } = await business();
  const [bank, , capital] = OPENING.lines;
  const refusalOf = async (body: object): Promise<string | undefined> => (await record(books, body)).refused;
  const cent = { ...OPENING, lines: [bank, { ...capital, credit: 419_999 }] };
  assert.equal(await refusalOf(cent), 'opening_unbalanced');
  for (const account of ['606', '99', '512 ', '51é', '801'].filter((each) => each.trim() === each))
    assert.equal(
      await refusalOf({
        ...OPENING,
        lines: [
          { ...bank, account },
          { ...capital, credit: 420_000 },
        ],
      }),
      'opening_account_unusable',
      account,
    );
  assert.equal(await refusalOf({ ...OPENING, on: '2026-03-03' }), 'opening_day_unusable');
  assert.equal(await refusalOf({ ...OPENING, on: '1899-12-31' }), 'opening_day_unusable');
  assert.equal(await refusalOf({ ...OPENING, lines: [{ ...bank, credit: 1 }, capital] }), 'input_invalid');
  assert.equal(await refusalOf({ ...OPENING, lines: [{ ...bank, debit: 0 }, capital] }), 'input_invalid');
  assert.equal(await refusalOf({ ...OPENING, lines: [bank] }), 'input_invalid');
  await books.done('close-books', undefined, { through: '2026-01-31' });
  assert.equal(await refusalOf(OPENING), 'opening_day_unusable');
  assert.equal(await refusalOf({ ...OPENING, on: '2026-02-01' }), undefined);
  assert.deepEqual(
    (await entriesOf(books, Y2026)).map(({ on }) => on),
    ['2026-02-01'],
  );
});

test('a reverse entry takes opening balances back; entries are numbered without gaps, and test mode has its own', async () => {
  const { books, account } = await business();
  await record(books);
  const lines = OPENING.lines.map(({ debit, credit, ...line }: any) => ({
    ...{ ...line, debit: credit ?? 0, credit: debit ?? 0 },
  }));
  const numbers = await Promise.all([
    record(books, { ...OPENING, lines }),
    record(books),
    record(books, { ...OPENING, lines }),
  ]);
  assert.deepEqual(numbers.map(({ json }) => json.number).toSorted(), [2, 3, 4]);
  assert.ok((await balances(books, Y2026)).every(([, balance]) => balance === 0));
  assert.deepEqual(await balances(books, Y2027), []);
  const trial = booksOf(service, account.test);
  assert.equal((await record(trial)).json.number, 1);
  assert.equal((await entriesOf(books, Y2026)).length, 4);
});

test('PostgreSQL refuses an opening entry that does not balance, on a closed day, with a gap, changed, or completed later', async () => {
  const { books, account } = await business();
  const { json } = await record(books);
  const { accountId } = account.live;
  const id = '0199aaaa-0000-7000-8000-000000000001';
  const written = (texts: readonly string[], of: string, pool = service.services.pool) =>
    inTransaction(pool, { accountId, test: false }, async (tx) => {
      for (const text of texts) tx.write(sql`${text}`, [accountId, of]);
      return { commit: true, answer: undefined };
    });
  const entry = (number: number, on = '2026-03-01'): string => `
    insert into billing.opening_entry (account_id, id, test, number, on_day, label, created_at)
    values ($1, $2, false, ${number}, '${on}', 'Reprise', 1)`;
  const line = (place: number, number: string, amount: number): string => `
    insert into billing.opening_line (account_id, entry_id, test, place, account_number, label, amount_cents)
    values ($1, $2, false, ${place}, '${number}', 'Compte', ${amount})`;
  const both = [line(1, '512', 100), line(2, '101', -100)];
  await books.done('close-books', undefined, { through: '2026-01-31' });
  for (const [texts, said] of [
    [[entry(2), line(1, '512', 100), line(2, '101', -99)], /does not balance/],
    [[entry(2)], /does not balance/],
    [[entry(2), line(1, '512', 100), line(3, '101', -100)], /does not balance/],
    [[entry(3), ...both], /leaves a gap/],
    [[entry(2, '2026-01-31'), ...both], /on a closed day/],
    [[entry(2), line(1, '606', 100), line(2, '101', -100)], /opening_line_account_number_check/],
  ] as const)
    await assert.rejects(written(texts, id), said, texts.join());
  for (const [text, said] of [
    ['update billing.opening_entry set number = 1 where account_id = $1 and id = $2', /permission denied/],
    ['delete from billing.opening_line where account_id = $1 and entry_id = $2', /permission denied/],
    [line(4, '512', 1), /already recorded/],
  ] as const)
    await assert.rejects(written([text], json.id), said, text);
  for (const text of [
    'update billing.opening_line set place = 9 where account_id = $1 and entry_id = $2',
    'delete from billing.opening_entry where account_id = $1 and id = $2',
  ])
    await assert.rejects(written([text], json.id, service.owner), /append-only/, text);
  // Control: the same statements, balanced, with the next number and on an open day.
  await written([entry(2), ...both], id);
  assert.equal((await entriesOf(books, Y2026)).length, 2);
});
