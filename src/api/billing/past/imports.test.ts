import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { openImport, PAST_LIST, takeOver } from '../../../../test/support/documents/past-lists.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../../test/support/service/in-process-service.ts';

// Imports from other programs: files, the plan, corrections, limits, and who may do what.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const UNKNOWN = '01890a5d-ac96-774b-bcce-000000000000';

async function business(company: object = COMPANY) {
  service.clock.now = MONDAY;
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(company);
  return { books, account };
}
const planOf = async (books: Books, id: string) => (await books.ask('get-import', { path: { id } })).json;
const documentsOf = async (books: Books, id: string, view = 'all') =>
  (await books.ask('list-import-documents', { path: { id }, query: { view, limit: 100 } })).json;
const refusalOf = async (books: Books, name: string, said: object): Promise<string | undefined> =>
  (await books.ask(name, said)).refused;

test('list-imports shows the newest first; discard-import drops an open one, and only that', async () => {
  const { books } = await business();
  const done = await takeOver(books, { 'factures.csv': PAST_LIST });
  service.clock.now = MONDAY + 60;
  const open = await openImport(books, {});
  const listed = async () =>
    (await books.ask('list-imports', { query: { limit: 100 } })).json.docs.map(({ id, state }: any) => [id, state]);
  assert.deepEqual(await listed(), [
    [open, 'open'],
    [done.id, 'done'],
  ]);
  assert.equal(await refusalOf(books, 'discard-import', { path: { id: done.id } }), 'import_done');
  assert.equal(await refusalOf(books, 'discard-import', { path: { id: open } }), undefined);
  assert.equal(await refusalOf(books, 'discard-import', { path: { id: open } }), 'import_not_found');
  assert.deepEqual(await listed(), [[done.id, 'done']]);
});

test('an import pages through its list by cursor: 5 documents, 2 a page', async () => {
  const { books } = await business();
  const id = await openImport(books, { 'factures.csv': PAST_LIST });
  const numbers: string[] = [];
  let cursor: string | undefined;
  do {
    const page = (
      await books.ask('list-import-documents', { path: { id }, query: { limit: 2, ...(cursor && { cursor }) } })
    ).json;
    numbers.push(...page.docs.map(({ number }: any) => number));
    assert.equal(page.totalDocs, 5);
    cursor = page.nextCursor;
  } while (cursor);
  assert.deepEqual(numbers, ['FA-2025-0040', 'FA-2025-0041', 'FA-2026-0001', 'FA-2026-0002', 'AV-2026-0001']);
});

test('change-import-file corrects a customer, a day and a payment, leaves a document out, and a whole file', async () => {
  const { books } = await business();
  const id = await openImport(books, { 'factures.csv': PAST_LIST });
  const [file] = (await planOf(books, id)).fileList;
  const path = { id, fileId: file.id };
  const change = (body: object) => books.ask('change-import-file', { path, body });
  const { docs } = await documentsOf(books, id);
  const place = (number: string) => docs.find((each: any) => each.number === number).place;
  await change({
    documents: [
      { place: place('FA-2026-0001'), customerName: 'Jeanne Petit-Roux', paidOn: '2026-02-03' },
      { place: place('FA-2025-0040'), skip: true },
      { place: place('FA-2026-0002'), sums: [{ rate: 1_000, net: 20_000, vat: 2_000 }], issuedOn: '2026-02-21' },
    ],
  });
  const plan = await planOf(books, id);
  assert.deepEqual(plan.leftOut, [{ reason: 'chosen', count: 1 }]);
  assert.deepEqual(
    [plan.sums[0].invoices, plan.sums[0].invoiced, plan.sums[0].paid],
    [3, 36_000 + 60_000 + 22_000, 96_000],
  );
  assert.equal((await documentsOf(books, id, 'left_out')).docs[0].number, 'FA-2025-0040');
  assert.equal((await change({ documents: [{ place: '7' }] })).refused, 'import_place_unknown');
  const elsewhere = { path: { id, fileId: UNKNOWN }, body: { skip: true } };
  assert.equal(await refusalOf(books, 'change-import-file', elsewhere), 'import_file_not_found');
  await change({ skip: true });
  assert.deepEqual((await planOf(books, id)).sums, []);
  assert.equal(await refusalOf(books, 'run-import', { path: { id } }), 'import_empty');
  await change({ skip: false });
  const done = (await books.ask('run-import', { path: { id } })).json;
  assert.equal(done.result.documents, 4);
  assert.equal((await change({ skip: true })).refused, 'import_done');
});

test('the series of a plan are named: the last number, gaps and doubles', async () => {
  const { books } = await business();
  const list = (...rows: [number: string, day: string][]) =>
    `Numéro;Date;Client;HT;TVA;TTC\n${rows.map(([number, day]) => `${number};${day};Zoé SARL;100,00;20,00;120,00`).join('\n')}\n`;
  const id = await openImport(books, {
    'octobre.csv': list(['F-2025-001', '01/10/2025'], ['F-2025-002', '02/10/2025'], ['F-2025-005', '03/10/2025']),
    'encore.csv': list(['F-2025-005', '04/10/2025']),
  });
  assert.deepEqual((await planOf(books, id)).series, [
    { last: 'F-2025-005', count: 4, missing: ['F-2025-003', 'F-2025-004'], double: ['F-2025-005'] },
  ]);
});

test('add-import-file reads a ZIP of two lists, keeps a file once, and says why one cannot be read', async () => {
  const { books } = await business();
  const { zipSync, strToU8 } = await import('fflate');
  const zip = zipSync({ 'a/factures.csv': strToU8(PAST_LIST), 'vide.bin': new Uint8Array([0, 1, 2, 3]) });
  const id = await openImport(books, { 'export.zip': zip, 'factures.csv': PAST_LIST });
  const plan = await planOf(books, id);
  assert.deepEqual(
    plan.fileList.map(({ name, content, documents, fault }: any) => [name, content, documents, fault !== undefined]),
    [
      ['factures.csv', 'documents', 5, false],
      ['vide.bin', 'unknown', 0, plan.fileList[1]?.fault !== undefined],
    ],
  );
  const empty = { path: { id }, body: { name: 'vide.csv', file: '' } };
  assert.equal(await refusalOf(books, 'add-import-file', empty), 'import_file_empty');
});

test('an account has at most 20 open imports, each of at most 1,000 files', async () => {
  const { books } = await business();
  for (let nth = 0; nth < 20; nth++) await openImport(books, {});
  assert.equal(await refusalOf(books, 'create-import', {}), 'too_many_imports');
  service.clock.now = MONDAY + 31 * 86_400;
  const { zipSync, strToU8 } = await import('fflate');
  const files = (from: number, count: number) =>
    zipSync(
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${nth}.txt`, strToU8(`Note ${from + nth}`)])),
    );
  const id = await openImport(books, { 'un.zip': files(0, 995) });
  const more = { path: { id }, body: { name: 'deux.zip', file: Buffer.from(files(995, 6)).toString('base64') } };
  assert.equal(await refusalOf(books, 'add-import-file', more), 'import_full');
  assert.equal((await planOf(books, id)).files, 995);
});

test('what does not exist is refused by name, in every operation', async () => {
  const { books } = await business();
  const path = { id: UNKNOWN };
  for (const name of ['get-import', 'list-import-documents', 'run-import', 'undo-import', 'discard-import'])
    assert.equal(await refusalOf(books, name, { path }), 'import_not_found', name);
  const file = { path, body: { name: 'a.csv', file: 'YQ==' } };
  assert.equal(await refusalOf(books, 'add-import-file', file), 'import_not_found');
  for (const name of ['get-past-document', 'download-past-document'])
    assert.equal(await refusalOf(books, name, { path }), 'past_document_not_found', name);
  const id = await openImport(books, { 'factures.csv': PAST_LIST });
  assert.equal(await refusalOf(books, 'undo-import', { path: { id } }), 'import_not_done');
  await books.ask('run-import', { path: { id } });
  const [credit] = (await books.ask('list-past-documents', { query: {} })).json.docs;
  assert.equal(
    await refusalOf(books, 'download-past-document', { path: { id: credit.id } }),
    'past_document_without_paper',
  );
  const payment = { path: { id: credit.id, paymentId: UNKNOWN } };
  assert.equal(await refusalOf(books, 'reverse-past-payment', payment), 'past_payment_not_found');
  const [jeanne] = (await books.ask('list-contacts', { query: {} })).json.docs;
  assert.equal(await books.refusal('delete-contact', jeanne.id), 'customer_has_past_documents');
});

test('live and test never mix; a key that only reads sees the list and changes nothing', async () => {
  const { books, account } = await business();
  await takeOver(books, { 'factures.csv': PAST_LIST });
  const inTest = booksOf(service, account.test);
  assert.equal((await inTest.ask('list-past-documents', { query: {} })).json.totalDocs, 0);
  assert.equal((await takeOver(inTest, { 'factures.csv': PAST_LIST })).result.documents, 5);
  assert.equal((await books.ask('list-past-documents', { query: {} })).json.totalDocs, 5);
  const reader = booksOf(service, { ...account.live, scopes: ['billing:read'] });
  assert.equal((await reader.ask('list-past-documents', { query: {} })).json.totalDocs, 5);
  assert.equal(await refusalOf(reader, 'create-import', {}), 'scope_missing');
  const biller = booksOf(service, { ...account.live, scopes: ['billing:read', 'billing:write'] });
  const id = await openImport(biller, {
    'clients.csv':
      'Client Name,Client Number,Client Street,Contact Email\nAnna Roux SARL,7,1 rue Haute,anna@example.org\n',
  });
  assert.equal(await refusalOf(biller, 'run-import', { path: { id } }), 'import_beyond_scope');
});

test('four runs of one import at once take its documents over once', async () => {
  const { books } = await business();
  const id = await openImport(books, { 'factures.csv': PAST_LIST });
  const answers = await Promise.all([1, 2, 3, 4].map(() => books.ask('run-import', { path: { id } })));
  assert.deepEqual(answers.map(({ refused }) => refused ?? 'done').toSorted(), [
    'done',
    ...['import_done', 'import_done', 'import_done'],
  ]);
  assert.equal((await books.ask('list-past-documents', { query: {} })).json.totalDocs, 5);
});

test('four imports of one list at once take each document over once', async () => {
  const { books } = await business();
  const ids = await Promise.all([1, 2, 3, 4].map((nth) => openImport(books, { [`${nth}.csv`]: PAST_LIST })));
  const answers = await Promise.all(ids.map((id) => books.ask('run-import', { path: { id } })));
  assert.equal(answers.filter(({ refused }) => refused === undefined).length >= 1, true);
  const { docs, totalDocs } = (await books.ask('list-past-documents', { query: { limit: 100 } })).json;
  assert.deepEqual([totalDocs, new Set(docs.map(({ number }: any) => number)).size], [5, 5]);
});

test('days that were closed before stay closed: a payment of January is in no book, one of February is', async () => {
  const { books } = await business({ ...COMPANY, vatRegime: 'franchise' });
  await books.done('close-books', undefined, { through: '2026-01-31' });
  const list = `Numéro;Date;Client;HT;TVA;TTC;Payé le
A-1;05/01/2026;Zoé SARL;100,00;0,00;100,00;20/01/2026
A-2;06/01/2026;Zoé SARL;200,00;0,00;200,00;10/02/2026
`;
  await takeOver(books, { 'liste.csv': list });
  const book = (await books.ask('list-receipts-book', { query: { from: '2026-01-01', to: '2026-12-31' } })).json.docs;
  assert.deepEqual(
    book.map(({ on, reference, amount }: any) => [on, reference, amount]),
    [['2026-02-10', 'A-2', 20_000]],
  );
  const [second, first] = (await books.ask('list-past-documents', { query: {} })).json.docs;
  assert.deepEqual([first.number, first.inBooks, first.paid, second.inBooks], ['A-1', false, 10_000, false]);
});

test('typed opening balances have what was booked before their day: only later money has entries', async () => {
  const { books } = await business();
  const lines = [
    { account: '411', label: 'Clients', debit: 36_000 },
    { account: '101', label: 'Capital', credit: 36_000 },
  ];
  await books.done('record-opening-balances', undefined, { on: '2026-01-01', label: 'Reprise', lines });
  await takeOver(books, { 'factures.csv': PAST_LIST });
  const trial = (await books.ask('get-trial-balance', { query: { from: '2026-01-01', to: '2026-12-31' } })).json;
  const balanceOf = (number: string) => trial.accounts.find(({ account }: any) => account === number)?.balance;
  // 360.00 opened, then paid by FA-2025-0041 in January; 600.00 + 240.00 - 60.00 billed here.
  assert.deepEqual([balanceOf('411'), balanceOf('512')], [78_000, 36_000]);
});

test('impossible days and amounts are left out or said, and never stored: 1985, 2150, negative, absurd', async () => {
  const { books } = await business();
  const list = `Numéro;Date;Client;HT;TVA;TTC;Payé le
A-1;05/01/1985;Zoé SARL;100,00;20,00;120,00;
A-2;05/01/2150;Zoé SARL;100,00;20,00;120,00;
A-3;05/01/2026;Zoé SARL;100,00;20,00;120,00;20/01/2150
A-4;06/01/2026;Zoé SARL;100,00;20,00;120,00;20/01/1980
A-5;07/01/2026;Zoé SARL;99999999999,00;0,00;99999999999,00;
`;
  const id = await openImport(books, { 'liste.csv': list });
  const plan = await planOf(books, id);
  assert.deepEqual([plan.sums[0].invoices, plan.sums[0].payments, plan.doubtful], [2, 0, 2]);
  const reasons = plan.leftOut.map(({ reason }: any) => reason).toSorted();
  assert.deepEqual([reasons.includes('too_old'), reasons.includes('in_future')], [true, true]);
  const [file] = plan.fileList;
  const { docs } = await documentsOf(books, id);
  const change = { documents: [{ place: docs[0].place, paidOn: '2150-01-01', sums: [{ rate: 0, net: 5, vat: 0 }] }] };
  await books.ask('change-import-file', { path: { id, fileId: file.id }, body: change });
  const done = (await books.ask('run-import', { path: { id } })).json;
  assert.deepEqual([done.result.documents, done.result.payments], [2, 0]);
});

test('corrections of one file beyond 1 MiB are refused, and the import stays as it was', async () => {
  const { books } = await business();
  const rows = Array.from({ length: 3_000 }, (_, nth) => `B-${nth};05/01/2026;Zoé SARL;100,00;20,00;120,00`);
  const id = await openImport(books, { 'liste.csv': `Numéro;Date;Client;HT;TVA;TTC\n${rows.join('\n')}\n` });
  const [file] = (await planOf(books, id)).fileList;
  const change = (from: number) => ({
    path: { id, fileId: file.id },
    body: {
      documents: Array.from({ length: 1_000 }, (_, nth) => ({
        place: String(from + nth),
        customerName: `${from + nth} ${'é'.repeat(240)}`,
      })),
    },
  });
  assert.equal(await refusalOf(books, 'change-import-file', change(0)), undefined);
  assert.equal(await refusalOf(books, 'change-import-file', change(1_000)), undefined);
  assert.equal(await refusalOf(books, 'change-import-file', change(2_000)), 'import_corrections_full');
  assert.equal((await planOf(books, id)).sums[0].invoices, 3_000);
});

test('an import that is undone while its invoices are paid ends one way or the other, in 8 rounds', async () => {
  const { books } = await business();
  for (let round = 0; round < 8; round++) {
    const { id } = await takeOver(books, { 'factures.csv': PAST_LIST.replaceAll('-0', `-${round + 1}0`) });
    const { docs } = (await books.ask('list-past-documents', { query: { importId: id, unpaid: 'true' } })).json;
    const pay = docs.map((document: any) =>
      books.ask('record-past-payment', { path: { id: document.id }, body: { method: 'transfer' } }),
    );
    const [undone, ...paid] = await Promise.all([books.ask('undo-import', { path: { id } }), ...pay]);
    const left = (await books.ask('list-past-documents', { query: { importId: id } })).json.totalDocs;
    const isUndone = undone.refused === undefined;
    assert.equal(left, isUndone ? 0 : 5, undone.refused);
    for (const { refused } of paid)
      assert.ok(isUndone ? refused === 'past_document_not_found' : refused === undefined, `${isUndone} ${refused}`);
  }
});
