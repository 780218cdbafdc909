import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { workbook } from '../../../../test/bank-files/workbook.ts';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { applyCertainMatches } from '../../../jobs/payments/apply-certain-matches.ts';
import type { JobContext } from '../../../queue/job.ts';

// Rows of bank files that moved no money, and the bank account of each row. The files are in
// test/bank-files/fixtures, in the formats of real banks.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
});
afterAll(() => service.close());

const file = (name: string): string =>
  readFileSync(new URL(`../../../../test/bank-files/fixtures/${name}`, import.meta.url), 'utf8');
type Caller = TestService['live'];
const fresh = async (name: string): Promise<Caller> => (await service.newAccount(name)).live;
const send = async (caller: Caller, body: object) => service.call('import-bank-statement', { caller, body });
/** Imports a file, with the proposed columns if it is the first of its format. */
async function imported(caller: Caller, content: string, options: object = {}) {
  const { guess, ...first } = (await send(caller, { content, ...options })) as Record<string, any>;
  const heard = guess ? await send(caller, { content, columns: guess, ...options }) : first;
  assert.ok(heard.json, JSON.stringify(heard));
  return heard.json;
}
const counts = ({ statements }: any): number[][] => statements.map(({ added, known }: any) => [added, known]);
const transactions = async (caller: Caller) =>
  (await service.call('list-bank-transactions', { caller, query: { limit: 100, orderDirection: 'ASC' } })).json.docs;
const accountsOf = async (caller: Caller) => (await service.call('list-bank-accounts', { caller })).json.bankAccounts;

test('Revolut: reverted, declined and pending rows are skipped, counted and named; fees are included in outgoing amounts', async () => {
  const caller = await fresh('Revolut');
  const read = await imported(caller, file('35-revolut-with-reverted-row.csv'));
  assert.deepEqual(
    (await transactions(caller)).map(({ bookedOn, amount, fee }: any) => [bookedOn, amount, fee]),
    [
      ['2026-09-01', 20_000, undefined],
      ['2026-09-07', -5_425, 425],
    ],
  );
  assert.equal(read.leftOut, 2);
  assert.deepEqual(read.leftOutReasons, [
    { reason: 'reverted', status: 'REVERTED', count: 1 },
    { reason: 'declined', status: 'DECLINED', count: 1 },
  ]);
  assert.deepEqual(read.leftOutRows[1], { row: 4, reason: 'declined', status: 'DECLINED', label: 'Netflix' });
});

test('a file in two currencies is imported into two bank accounts, and a second import changes nothing', async () => {
  const caller = await fresh('Deux devises');
  const content = file('65-revolut-two-currencies.csv');
  assert.deepEqual(counts(await imported(caller, content)), [
    [2, 0],
    [1, 0],
  ]);
  assert.deepEqual(counts(await imported(caller, content)), [
    [0, 2],
    [0, 1],
  ]);
  assert.equal((await accountsOf(caller)).length, 2);
});

test('with columns remembered before the status column was supported, declined rows are still skipped', async () => {
  const caller = await fresh('Avant');
  const [head, ...rows] = file('36-qonto-with-declined-row.csv').trimEnd().split('\n');
  const columns = { date: 2, label: [10], amount: 4, counterpart: 6, dateOrder: 'dmy' };
  await send(caller, { content: `${head}\n${rows[0]}\n`, columns });
  const { json } = await send(caller, { content: `${[head, ...rows].join('\n')}\n` });
  assert.deepEqual([counts(json), json.leftOut], [[[1, 1]], 2]);
});

test('PayPal: the net amount is imported, and the fee is stored', async () => {
  const caller = await fresh('PayPal');
  const read = await imported(caller, file('41-paypal-gross-fee-net.csv'));
  assert.deepEqual([read.statements[0].first[0].amount, read.statements[0].first[0].fee], [9_680, 320]);
  const [{ amount, fee }] = await transactions(caller);
  assert.deepEqual([amount, fee], [9_680, 320]);
});

test('rows of two accounts in one file go to their own accounts, which later files match by IBAN or number', async () => {
  const caller = await fresh('Deux comptes');
  const content = file('37-two-accounts-in-one-file.csv');
  assert.deepEqual(counts(await imported(caller, content)), [
    [2, 0],
    [1, 0],
  ]);
  assert.equal((await accountsOf(caller)).length, 2);
  assert.deepEqual(counts(await imported(caller, content)), [
    [0, 2],
    [0, 1],
  ]);
  // A bank account with an IBAN matches the account number that is part of the IBAN.
  const other = await fresh('Par IBAN');
  const iban = 'FR7630006000011234567890189';
  const first = 'Date;Libellé;Montant\n05/01/2026;VIR;5,00\n';
  const { json } = await send(other, { content: first, iban, columns: { date: 1, label: [2], amount: 3 } });
  assert.deepEqual(counts(json), [[1, 0]]);
  const numbered = `dateOp;label;amount;accountNum\n2026-01-05;VIR;5,00;12345678901\n`;
  assert.deepEqual(counts(await imported(other, numbered)), [[0, 1]]);
  assert.equal((await accountsOf(other)).length, 1);
});

test('with ids that change at each download, a second import adds nothing, even with few rows', async () => {
  const caller = await fresh('Renouvelés');
  const content = file('39-ids-renewed-at-each-download.ofx');
  assert.deepEqual(counts(await imported(caller, content)), [[2, 0]]);
  const again = content.replace('<FITID>B1', '<FITID>C7').replace('<FITID>B2', '<FITID>C8');
  assert.deepEqual(counts(await imported(caller, again)), [[0, 2]]);
});

test('with ids that restart each month, payments of the same amount are all kept, also in PostgreSQL', async () => {
  const caller = await fresh('Chaque mois');
  const october = file('39-ids-renewed-at-each-download.ofx');
  const november = october.replaceAll('202610', '202611').replace('OCTOBRE', 'NOVEMBRE').replace('VIR Y', 'VIR Z');
  assert.deepEqual(counts(await imported(caller, october)), [[2, 0]]);
  assert.deepEqual(counts(await imported(caller, november)), [[2, 0]]);
  assert.deepEqual(counts(await imported(caller, november)), [[0, 2]]);
  assert.equal((await transactions(caller)).length, 4);
});

test('an Excel workbook is imported like its CSV; an unsupported format is refused with a remedy', async () => {
  const caller = await fresh('Excel');
  const rows = [
    ['Date', 'Libellé', 'Montant'],
    ['05/01/2026', 'VIR ACME', 1_200],
  ];
  const bytes = Buffer.from(workbook(rows)).toString('base64');
  const columns = { date: 1, label: [2], amount: 3 };
  assert.deepEqual(counts((await send(caller, { file: bytes, columns })).json), [[1, 0]]);
  const { json: _, ...heard } = await send(caller, { content: '!Type:Bank\nD05/01/2026\nT5.00\n^\n' });
  const { refused, said } = heard as Record<string, any>;
  assert.deepEqual([refused, said?.fault], ['bank_file_unreadable', 'qif']);
});

/** Runs the matching queue for the account. */
async function matchedByItself(): Promise<void> {
  const { services, live } = service;
  await applyCertainMatches.run(
    { ...{ subjectId: live.accountId, accountId: live.accountId, test: false } } as never,
    {
      services,
    } as JobContext,
  );
}

test('a transfer is not matched automatically if an unmapped column could mean that it was reverted', async () => {
  await books.company({ ...COMPANY, bankMatchedByItself: true });
  const customer = await books.contact({ firstname: 'Nadia', lastname: 'Verne' });
  const owed = () =>
    books.finalized(
      books.invoice(customer, {
        lines: [{ designation: 'Conseil', quantity: 1, unitPrice: 50_000, vatCode: 'FR_2000' }],
      }),
    );
  const [sure, unsure, reverted] = [await owed(), await owed(), await owed()];
  const columns = { date: 1, label: [2], amount: 3, dateOrder: 'dmy' };
  const row = ({ number }: { number: string }, state: string) => `02/03/2026;VIR VERNE ${number};600,00;${state}\n`;
  const content = `Date;Libellé;Montant;Suivi\n${row(unsure, 'Bizarre')}${row(sure, '')}`;
  const { json } = await send(service.live, { content, columns });
  assert.deepEqual(json.doubtfulColumns, ['Suivi']);
  const status = `Date;Libellé;Montant;Etat\n${row(reverted, 'Annulé')}`;
  await send(service.live, { content: status, columns: { ...columns, status: 4 } });
  await matchedByItself();
  const states = await Promise.all(
    [sure, unsure, reverted].map(async ({ id }) => (await books.done('get-invoice', id)).state),
  );
  assert.deepEqual(states, ['paid', 'finalized', 'finalized']);
  // The match is still suggested for confirmation.
  const { docs } = (await books.ask('list-bank-suggestions', { query: { show: 'suggested' } })).json;
  assert.deepEqual(
    docs.map(({ suggestion }: any) => [suggestion.documents[0].number, suggestion.isCertain]),
    [[unsure.number, false]],
  );
});
