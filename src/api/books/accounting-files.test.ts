import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { fecFaults, fecRows } from '../../../test/support/documents/fec-checks.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The files of accounting entries, against the rules of the tax office.

const DAY = 86_400;
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const PAPER = {
  ...{ paidOn: '2026-03-03', supplierName: 'Papeterie\tdu |Port|', nature: 'supplies', designation: '=1+1 “rames”' },
  ...{ amount: 11_999, deductibleVat: 2_000, method: 'credit_card', reference: 'TK\n4411' },
};

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function year(said: object = {}) {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company({ ...COMPANY, ...said });
  const customer = await books.contact({ firstname: '+Zoé', lastname: 'O’Neil | Cie' });
  const { id } = await books.finalized(books.invoice(customer, { lines: [TRAINING] }));
  service.clock.now += DAY;
  await books.pay('invoice', id, 70_000);
  const foreign = await books.invoice(customer, { lines: [{ ...TRAINING, unitPrice: 95_000 }] });
  await books.done('update-invoice-currency', foreign.id, { currency: 'CHF', currencyRate: 0.95 });
  await books.finalized(foreign);
  return { books, account };
}
const download = async (books: Books, query: object = {}) => {
  const parts: Buffer[] = [];
  for (let after: string | undefined; ; ) {
    const { file, refused } = await books.ask('download-accounting-entries', {
      query: { ...YEAR, ...query, ...(after && { after }) },
    });
    assert.equal(refused, undefined);
    assert.ok(file);
    parts.push(file.bytes);
    after = file.next;
    if (!after) return { name: file.name, bytes: Buffer.concat(parts), text: Buffer.concat(parts).toString() };
  }
};

test('download-accounting-entries: sales and receipts pass the checks of the tax office, under a name that is not that of a whole FEC', async () => {
  const { books } = await year();
  const { name, bytes, text } = await download(books);
  assert.equal(name, '732829320-journaux-ventes-encaissements-2026-01-01-2026-12-31.txt');
  assert.deepEqual(fecFaults(bytes), []);
  const [first] = fecRows(text);
  assert.deepEqual(
    [
      first?.JournalCode,
      first?.JournalLib,
      first?.EcritureNum,
      first?.EcritureDate,
      first?.CompteNum,
      first?.CompteLib,
    ],
    ['VE', 'Ventes', 'VE-1', '20260302', '411', 'Clients'],
  );
  assert.deepEqual([first?.CompAuxLib, first?.Debit, first?.Credit], ["'+Zoé O'Neil Cie", '1200,00', '0,00']);
  const francs = fecRows(text).filter(({ Idevise }) => Idevise !== '');
  assert.deepEqual(
    francs.map(({ CompteNum, Debit, Montantdevise, Idevise }) => [CompteNum, Debit, Montantdevise, Idevise]),
    [['411', '1200,00', '1140,00', 'CHF']],
  );
  const described = await download(books, { file: 'description' });
  assert.equal(described.name, '732829320-journaux-ventes-encaissements-2026-01-01-2026-12-31-description.txt');
  assert.match(described.text, /n’est pas le fichier des écritures comptables \(FEC\) de l’entreprise/);
});

test('with a purchase of the period the file has the name of the law; texts with tabs, bars and line breaks stay in their field', async () => {
  const { books } = await year();
  await books.done('record-purchase', undefined, PAPER);
  const { name, bytes, text } = await download(books);
  assert.equal(name, '732829320FEC20261231.txt');
  assert.deepEqual(fecFaults(bytes), []);
  const [bought] = fecRows(text).filter(({ JournalCode }) => JournalCode === 'AC');
  assert.deepEqual([bought?.PieceRef, bought?.EcritureLib], ['TK 4411', "Achat Papeterie du Port =1+1 'rames'"]);
  assert.match((await download(books, { file: 'description' })).text, /ventes, encaissements et achats/);
  const { json } = await books.ask('get-trial-balance', { query: YEAR });
  assert.deepEqual([json.hasPurchases, json.fileName], [true, name]);
});

test('a professional who books payments has the four fields of the law more; a test key makes a file of test', async () => {
  const { books, account } = await year();
  await books.done('update-chart-of-accounts', undefined, { basis: 'payments' });
  const { bytes, text } = await download(books);
  assert.deepEqual(fecFaults(bytes, { basis: 'payments' }), []);
  const [first] = fecRows(text);
  assert.deepEqual([first?.DateRglt, first?.ModeRglt], ['20260303', 'virement']);
  const trial = booksOf(service, account.test);
  const { name } = await download(trial);
  assert.equal(name, 'TEST-732829320-journaux-ventes-encaissements-2026-01-01-2026-12-31.txt');
});

test('export-accounting-entries: a CSV with one line for each debit and credit', async () => {
  const { books } = await year();
  const { json } = await books.ask('export-accounting-entries', { query: YEAR });
  const rows = json.csv.trim().split('\r\n');
  assert.equal(rows.length, 1 + 3 + 4 + 3);
  assert.match(rows[1], /^VE;Ventes;VE-1;2026-03-02;411;Clients;C[0-9A-F]{12};.*;1200;;;;;$/);
});

test('the checks find what they look for: a cent, a gap, a bar, a missing field, a wrong day', async () => {
  const { books } = await year();
  const { text } = await download(books);
  const faulty = (change: (text: string) => string): string[] => {
    const changed = change(text);
    assert.notEqual(changed, text);
    return fecFaults(Buffer.from(changed));
  };
  assert.deepEqual(fecFaults(Buffer.from(text)), []);
  assert.match(faulty((said) => said.replace('1200,00', '1200,01')).join(), /off by 1 cents/);
  assert.match(faulty((said) => said.replaceAll('VE-2', 'VE-3')).join(), /VE has a gap/);
  assert.match(faulty((said) => said.replace('Clients', 'Cli|ents')).join(), /two separators/);
  assert.match(faulty((said) => said.replace('\tClients\t', '\t\t')).join(), /CompteLib is empty/);
  assert.match(faulty((said) => said.replaceAll('20260302', '20260230')).join(), /is no day/);
  assert.match(faulty((said) => said.replace('\t411\t', '\t41A\t')).join(), /three digits/);
  assert.match(faulty((said) => `\uFEFF${said}`).join(), /byte order mark/);
  assert.match(faulty((said) => said.replace('1200,00', '1200.00')).join(), /no amount/);
  assert.match(faulty((said) => said.replace('\r\n', '\n')).join(), /header/);
});
