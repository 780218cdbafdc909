import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { deleteOldBankTexts } from '../../../db/payments/bank-transactions.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const IBAN = 'FR7630006000011234567890189';
type Line = readonly [day: string, amount: string, name: string, id?: string];
/** A statement as French banks write OFX 1.02. */
const ofx = (lines: readonly Line[], { account = '12345678901', closing = '1000.00' } = {}): string => {
  const written = lines.map(
    ([day, amount, name, id]) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}${id ? `<FITID>${id}` : ''}<NAME>${name}</STMTTRN>`,
  );
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>30006<BRANCHID>00001<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>${written.join('\n')}</BANKTRANLIST>
<LEDGERBAL><BALAMT>${closing}<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
};
const january: readonly Line[] = [
  ['20260105', '1200.00', 'VIR SEPA ACME F-2026-0001', 'A1'],
  ['20260106', '-12.50', 'PRLV EDF', 'A2'],
  ['20260106', '300.00', 'VIR SEPA DUPONT', 'A3'],
  ['20260106', '300.00', 'VIR SEPA DUPONT', 'A4'],
];

const imported = async (content: string, options: object = {}, caller = service.live) => {
  const { json, ...refused } = await service.call('import-bank-statement', { caller, body: { content, ...options } });
  assert.ok(json, JSON.stringify(refused));
  return json.statements.map(({ added, known }: { added: number; known: number }) => [added, known]);
};
const refusal = async (content: string, options: object = {}, caller = service.live) => {
  const { json: _, ...heard } = await service.call('import-bank-statement', { caller, body: { content, ...options } });
  return heard as Record<string, any>;
};
const listed = async (query: object = {}, caller = service.live) =>
  (await service.call('list-bank-transactions', { caller, query: { limit: 100, ...query } })).json;

test('a statement imported again adds nothing; two identical payments on one day are kept as two', async () => {
  assert.deepEqual(await imported(ofx(january), { dryRun: true }), [[4, 0]]);
  assert.equal((await listed()).totalDocs, 0);
  assert.deepEqual(await imported(ofx(january)), [[4, 0]]);
  assert.deepEqual(await imported(ofx(january)), [[0, 4]]);
  const { docs, totalDocs } = await listed();
  assert.equal(totalDocs, 4);
  assert.deepEqual(docs.map(({ bookedOn, amount, label }: any) => [bookedOn, amount, label]).at(-1), [
    '2026-01-05',
    120_000,
    'VIR SEPA ACME F-2026-0001',
  ]);
  const { json: kept } = await service.call('list-bank-statements');
  assert.deepEqual(
    kept.docs.map(({ lines, added, balance, closing }: any) => [lines, added, balance, closing]),
    [[4, 4, 'untold', 100_000]],
  );
});

test('a statement of a longer period adds only new lines and reports the number of known ones', async () => {
  const february: Line = ['20260202', '50.00', 'VIR SEPA PETIT', 'B1'];
  assert.deepEqual(await imported(ofx([...january, february])), [[1, 4]]);
  const { json } = await service.call('list-bank-accounts');
  assert.deepEqual(
    json.bankAccounts.map(({ iban, transactions, lastOn }: any) => [iban, transactions, lastOn]),
    [['FR76…0189', 5, '2026-02-02']],
  );
});

test('transactions can be filtered by day, unapplied amount and text; one transaction is read by id', async () => {
  const [first] = (await listed({ search: 'f-2026-0001' })).docs;
  assert.deepEqual([first.amount, first.applied, first.remaining], [120_000, 0, 120_000]);
  assert.deepEqual(
    (await listed({ state: 'out' })).docs.map(({ amount }: any) => amount),
    [-1_250],
  );
  assert.equal((await listed({ state: 'open', from: '2026-01-06', to: '2026-01-31' })).totalDocs, 2);
  assert.equal((await listed({ state: 'applied' })).totalDocs, 0);
  const { json } = await service.call('get-bank-transaction', { path: { transactionId: first.id } });
  assert.equal(json.label, 'VIR SEPA ACME F-2026-0001');
  const page = await service.call('list-bank-transactions', { query: { limit: 2 } });
  const next = await service.call('list-bank-transactions', { query: { limit: 100, cursor: page.json.nextCursor } });
  assert.equal(next.json.docs.length, 3);
});

test('deleting a statement deletes its transactions, and it can be imported again', async () => {
  const other = ofx([['20260110', '7.00', 'ERREUR', 'Z1']], { account: '00000000001' });
  assert.deepEqual(await imported(other), [[1, 0]]);
  const { json } = await service.call('list-bank-statements');
  const bankStatementId = json.docs[0].id;
  const gone = await service.call('delete-bank-statement', { path: { bankStatementId } });
  assert.equal(gone.refused, undefined);
  assert.equal((await listed({ search: 'ERREUR' })).totalDocs, 0);
  const again = await service.call('delete-bank-statement', { path: { bankStatementId } });
  assert.equal(again.refused, 'bank_statement_not_found');
  assert.deepEqual(await imported(other), [[1, 0]]);
});

test('a statement with matched transactions cannot be deleted, and PostgreSQL rejects excess amounts', async () => {
  const [{ id, statementId }] = (await listed({ search: 'F-2026-0001' })).docs;
  const apply = (cents: number) =>
    service.owner.query('update billing.bank_transaction set applied_cents = $2 where id = $1', [id, cents]);
  await assert.rejects(apply(120_001), { code: '23514' });
  await apply(120_000);
  const heard = await service.call('delete-bank-statement', { path: { bankStatementId: statementId } });
  assert.equal(heard.refused, 'bank_statement_in_use');
  await apply(0);
});

const CSV = 'Date;Libellé;Montant\n05/01/2026;VIR ACME;1 200,00\n06/01/2026;CARTE;-12,50\n';
const columns = { date: 1, label: [2], amount: 3, dateOrder: 'dmy' };

test('the columns of a CSV file are asked for once, with a proposal, and remembered by its headers', async () => {
  const caller = service.test;
  const asked = await refusal(CSV, {}, caller);
  assert.deepEqual(
    [asked.refused, asked.columnNames, asked.guess],
    ['bank_columns_needed', ['Date', 'Libellé', 'Montant'], columns],
  );
  assert.deepEqual(asked.sample[0], ['05/01/2026', 'VIR ACME', '1 200,00']);
  assert.deepEqual(await imported(CSV, { columns, dryRun: true }, caller), [[2, 0]]);
  // A dry run stores nothing.
  assert.equal((await refusal(CSV, {}, caller)).refused, 'bank_columns_needed');
  assert.deepEqual(await imported(CSV, { columns }, caller), [[2, 0]]);
  assert.deepEqual(await imported(`${CSV}07/01/2026;VIR PETIT;5,00\n`, {}, caller), [[1, 2]]);
});

test('a file without account number goes to the only bank account; with several, the account must be given', async () => {
  const caller = service.test;
  const unsaid = 'Jour;Texte du jour;Somme totale\n08/01/2026;VIR;5,00\n';
  const told = { columns: { ...columns, dateOrder: 'dmy' } };
  assert.deepEqual(await imported(unsaid, told, caller), [[1, 0]]);
  assert.deepEqual(await imported(ofx([['20260110', '7.00', 'VIR']]), {}, caller), [[1, 0]]);
  const third = unsaid.replace('Texte', 'Nature');
  assert.equal((await refusal(third, told, caller)).refused, 'bank_account_needed');
  assert.deepEqual(await imported(third, { ...told, iban: IBAN }, caller), [[1, 0]]);
  const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
  assert.equal((await refusal(third, { ...told, bankAccountId: nobody }, caller)).refused, 'bank_account_not_found');
});

test('a bank account is identified by the start of its number, whatever its length, and its currency', async () => {
  const { live } = await service.newAccount('Zoé Martin');
  const long = ofx(january, { account: '1'.repeat(300) });
  assert.deepEqual(await imported(long.replace('<CURDEF>EUR', '<CURDEF>USD'), {}, live), [[4, 0]]);
  assert.deepEqual(await imported(long, {}, live), [[4, 0]]);
  assert.deepEqual(await imported(long, {}, live), [[0, 4]]);
});

test('an unreadable file is refused with the position of the error, and nothing is stored', async () => {
  const before = (await listed()).totalDocs;
  const bad = await refusal(ofx([...january, ['20260199', '5.00', 'VIR', 'C1']]));
  assert.deepEqual([bad.refused, bad.said.field, bad.said.rule], ['bank_line_unreadable', 'date', 'unreadable']);
  assert.equal((await refusal('%PDF-1.7')).refused, 'bank_file_unreadable');
  const none = await service.call('get-bank-transaction', { path: { transactionId: 'nothing' } });
  assert.equal(none.refused, 'bank_transaction_not_found');
  assert.equal((await listed()).totalDocs, before);
});

test('the number of statements per file and of bank accounts per account is limited', async () => {
  const { live } = await service.newAccount('Cent comptes');
  const many = (count: number) => {
    const one = /<STMTRS>[\s\S]*<\/STMTRS>/.exec(ofx([]))?.[0] ?? '';
    const all = Array.from({ length: count }, (_, at) => one.replace('12345678901', String(10_000_000_000 + at)));
    return ofx([]).replace(one, all.join(''));
  };
  assert.equal((await refusal(many(101), {}, live)).refused, 'bank_file_too_long');
  assert.equal((await refusal(many(51), {}, live)).refused, 'bank_full');
  assert.equal((await service.call('list-bank-accounts', { caller: live })).json.bankAccounts.length, 0);
  assert.equal((await imported(many(50), {}, live)).length, 50);
});

test('after two years the texts of unmatched transactions are deleted, and duplicates are still detected', async () => {
  const { live } = await service.newAccount('Mémoire');
  const lines: readonly Line[] = [
    ['20240105', '5.00', 'VIR OUBLIE', 'O1'],
    ['20240105', '6.00', 'VIR RETENU', 'O2'],
    ['20240106', '7.00', 'VIR RECENT', 'O3'],
  ];
  assert.deepEqual(await imported(ofx(lines), {}, live), [[3, 0]]);
  const [{ id }] = (await listed({ search: 'RETENU' }, live)).docs;
  await service.owner.query('update billing.bank_transaction set applied_cents = 600 where id = $1', [id]);
  await deleteOldBankTexts({ pool: service.services.pool }, '2024-01-06');
  const labels = (await listed({ orderDirection: 'ASC' }, live)).docs.map(({ label }: any) => label);
  assert.deepEqual(labels.sort(), ['', 'VIR RECENT', 'VIR RETENU']);
  assert.deepEqual(await imported(ofx(lines), {}, live), [[0, 3]]);
});

/** Lines of one file; the limit is 100,000: BANK_LINES=100000. */
const MANY = Number(process.env.BANK_LINES ?? 500);

test(`${MANY} lines are imported as OFX and CSV, 100,000 within 30 s; a second import changes nothing`, async () => {
  const day = (at: number) => `2026${String(1 + (at % 12)).padStart(2, '0')}${String(1 + (at % 28)).padStart(2, '0')}`;
  const each = (line: (at: number) => string) => Array.from({ length: MANY }, (_, at) => line(at)).join('\n');
  const files = {
    ofx: `OFXHEADER:100\n<OFX><STMTRS>${each((at) => `<STMTTRN><DTPOSTED>${day(at)}<TRNAMT>${at % 900}.10<FITID>${at}<NAME>VIR ${at}</STMTTRN>`)}</STMTRS></OFX>`,
    csv: `Date;Libellé;Montant\n${each((at) => `${day(at)};VIR CLIENT ${at} F-2026-${at};${at % 900},10`)}`,
  };
  for (const [form, content] of Object.entries(files)) {
    const { live } = await service.newAccount(`${MANY} ${form}`);
    const began = performance.now();
    assert.deepEqual(await imported(content, { columns }, live), [[MANY, 0]]);
    const seconds = (performance.now() - began) / 1_000;
    assert.deepEqual(await imported(content, { columns }, live), [[0, MANY]]);
    const again = (performance.now() - began) / 1_000 - seconds;
    // A few lines take too little time to measure.
    if (MANY < 10_000) continue;
    console.log(`${form}: ${MANY} lines in ${seconds.toFixed(1)} s, again in ${again.toFixed(1)} s`);
    assert.ok(MANY > 100_000 || seconds < 30, `${form}: ${seconds} s`);
  }
});

test('live keys cannot see test transactions, and no account sees those of another', async () => {
  assert.equal((await listed({ search: 'PETIT' }, service.test)).totalDocs, 1);
  const { live } = await service.newAccount('Léa Moreau');
  assert.equal((await listed({}, live)).totalDocs, 0);
  const [{ id: transactionId, statementId: bankStatementId }] = (await listed()).docs;
  for (const [name, path] of [
    ['get-bank-transaction', { transactionId }],
    ['delete-bank-statement', { bankStatementId }],
  ] as const)
    for (const caller of [live, service.test]) assert.ok((await service.call(name, { caller, path })).refused, name);
});

test('two concurrent imports of one file store each line once', async () => {
  const { live } = await service.newAccount('Deux à la fois');
  const both = await Promise.all([imported(ofx(january), {}, live), imported(ofx(january), {}, live)]);
  assert.deepEqual(both.flat().sort(), [
    [0, 4],
    [4, 0],
  ]);
  assert.equal((await listed({}, live)).totalDocs, 4);
});
