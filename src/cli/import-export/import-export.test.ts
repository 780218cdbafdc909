import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/test-database.ts';
import { type Ran, ran, ranHere } from '../../../test/support/service/run-command.ts';

// `facturier import` and `facturier export` as a person types them.

let database: FreshDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'facturier files '));
  assert.equal((await facturier('account', 'create', '--name', 'Zoé Martin')).code, 0);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const settings = () => ({ FACTURIER_DATA: join(folder, 'data'), DATABASE_URL: database.databaseUrl });
const facturier = (...args: string[]): Promise<Ran> => ranHere(settings(), ...args);

/** In a process of its own, whose output is a pipe. */
const piped = (...args: string[]): Promise<Ran> => ran(settings(), ...args);

const HEADERS = 'Désignation;Référence;Type;Unité;Prix unitaire;TVA\r\n';
const row = (reference: string, price = '3,10'): string => `Pâte;${reference};Marchandise;kg;${price};5,5\r\n`;
const fileWith = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, Buffer.from(text, 'latin1'));
  return path;
};

test('a file is tried, imported, updated by its references and exported again', async () => {
  const path = await fileWith('produits.csv', HEADERS + row('A-1') + row('A-2', '1 234,5'));
  const tried = await facturier('import', 'products', path, '--dry-run');
  assert.deepEqual([tried.code, tried.out], [0, 'Dry run, nothing is written: 2 created, 0 updated, 0 skipped.\n']);
  const done = await facturier('import', 'products', path, '--json');
  assert.deepEqual([JSON.parse(done.out).created, done.err], [2, '']);
  const again = await facturier('import', 'products', path, '--update-existing', '--json');
  assert.deepEqual([JSON.parse(again.out).updated, JSON.parse(again.out).created], [2, 0]);

  const shown = await piped('export', 'products', '--plain');
  assert.match(shown.out, /,Pâte,A-1,,.*,3\.1,[^\n]*\r\n.*,Pâte,A-2,,.*,1234\.5,/);
  const target = join(folder, 'export.csv');
  assert.equal((await facturier('export', 'products', target)).out, `Written to ${target}.\n`);
  assert.match(await readFile(target, 'utf8'), /^\ufeffIdentifiant;Désignation;.*\r\n.*;3,1;/);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
  );
});

test('--test uses the test catalogue, which contains nothing of the live one', async () => {
  const path = await fileWith('essai.csv', HEADERS + row('ESSAI-1'));
  assert.equal((await facturier('import', 'products', path, '--test')).code, 0);
  assert.match((await facturier('export', 'products', '--test')).out, /;ESSAI-1;/);
  assert.doesNotMatch((await facturier('export', 'products')).out, /;ESSAI-1;/);
  assert.doesNotMatch((await facturier('export', 'products', '--test')).out, /;A-1;/);
});

test('bad rows are reported by number, refuse the file with exit code 1, and are skipped with --skip-bad', async () => {
  const path = await fileWith('bad.csv', HEADERS + row('B-1') + row('B-2', 'cher'));
  const refused = await facturier('import', 'products', path);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(
    refused.err,
    /Refused rows: 1 of 2\. Nothing was imported\..*\n {2}row 3, Prix unitaire: This number cannot be read\n$/,
  );
  const json = await facturier('import', 'products', path, '--json');
  assert.deepEqual([json.code, JSON.parse(json.out).code], [1, 'import.rows_refused']);
  const skipped = await facturier('import', 'products', path, '--skip-bad');
  assert.match(skipped.out, /^Imported: 1 created, 0 updated, 1 skipped\.\n {2}row 3,/);
});

test('customers are imported in the same way', async () => {
  const path = await fileWith('clients.csv', 'Nom|E-mail\nRoux|anna@roux.example\n');
  assert.equal((await facturier('import', 'customers', path, '--separator', '|', '--encoding', 'utf-8')).code, 0);
  assert.match((await facturier('export', 'customers')).out, /;contact;.*;Roux;.*anna@roux\.example/);
});

test('purchases are imported once: 49.90 with 8.32 of VAT; the second time the row is already in the register', async () => {
  const path = await fileWith(
    'achats.csv',
    'Date;Fournisseur;Nature;TTC;TVA;Règlement\n01/01/2026;EDF;Services;49,90;8,32;CB\n',
  );
  const done = await facturier('import', 'purchases', path);
  const sums = (amount: string, vat: string, known: number) =>
    `Amount ${amount} EUR, of which deductible VAT ${vat} EUR; already in the register: ${known}.\n`;
  assert.deepEqual(
    [done.code, done.out],
    [0, `Imported: 1 created, 0 updated, 0 skipped.\n${sums('49.90', '8.32', 0)}`],
  );
  const again = await facturier('import', 'purchases', path);
  assert.match(again.out, /^Imported: 0 created.*\nAmount 0\.00 EUR.*already in the register: 1\.\n {2}row 2: Already/);
  assert.match((await facturier('import', 'purchases', path, '--import-known')).out, /^Imported: 1 created/);
  const misfit = await facturier('import', 'purchases', path, '--update-existing');
  assert.deepEqual([misfit.code, misfit.err], [2, '--update-existing cannot be used with purchases\n']);
});

test('a missing file, an unknown sort order and a JSON export without destination are refused', async () => {
  const nowhere = await piped('import', 'products', join(folder, 'none.csv'));
  assert.deepEqual([nowhere.code, /cannot be read/.test(nowhere.err)], [1, true]);
  assert.equal((await facturier('import', 'invoices', 'x.csv')).code, 2);
  assert.equal((await facturier('export', 'products', '--json')).code, 2);
  const unwritable = await facturier('export', 'products', join(folder, 'no', 'such', 'folder.csv'));
  assert.deepEqual([unwritable.code, /cannot be written/.test(unwritable.err)], [1, true]);
});

test('a bank statement is imported from its file: its columns are proposed once, then remembered', async () => {
  const path = await fileWith('releve.csv', 'Date;Libellé;Montant\r\n05/01/2026;VIR ACME;1 200,00\r\n');
  const asked = await facturier('import', 'statement', path);
  const columns = /--columns '(.*)'/.exec(asked.err)?.[1] as string;
  assert.deepEqual([asked.code, JSON.parse(columns).amount], [1, 3]);
  assert.equal((await facturier('import', 'statement', path, '--columns', '[')).code, 2);
  const misfit = await facturier('import', 'statement', path, '--skip-bad');
  assert.deepEqual([misfit.code, misfit.err], [2, '--skip-bad cannot be used with statement\n']);
  const iban = 'FR7630006000011234567890189';
  const done = await facturier('import', 'statement', path, '--columns', columns, '--iban', iban, '--json');
  assert.deepEqual(
    JSON.parse(done.out).statements.map(({ added, known }: Record<string, number>) => [added, known]),
    [[1, 0]],
  );
  const again = await facturier('import', 'statement', path);
  assert.equal(
    again.out,
    '1 statement(s), 0 row(s) skipped.\nFR76…0189, 2026-01-05 … 2026-01-05: 0 new, 1 already known\n',
  );
});

test('--columns explains headers without a known name, once; a list of another program is named, with what was imported before', async () => {
  const path = await fileWith('kunden.csv', 'Kunde;Ort;Notiz\nMeule SAS;Lyon;alt\n');
  const unexplained = await facturier('import', 'customers', path);
  assert.equal(unexplained.code, 1);
  assert.match(unexplained.err, /Columns missing from the file/);
  const wrong = await facturier('import', 'customers', path, '--columns', '[1]');
  assert.match(wrong.err, /--columns must be JSON, such as \{"Kunde":"name"/);
  const columns = JSON.stringify({ Kunde: 'name', Ort: 'billingAddress.city', Notiz: null });
  assert.match((await facturier('import', 'customers', path, '--columns', columns)).out, /^Imported: 1 created/);
  const next = await fileWith('kunden-2.csv', 'Kunde;Ort;Notiz\nBraise SARL;Brest;neu\n');
  assert.match((await facturier('import', 'customers', next)).out, /^Imported: 1 created/);
  const list = await fileWith('clients.csv', 'Client Name,Client Number\nAcme SAS,1\n');
  await facturier('import', 'customers', list);
  assert.match(
    (await facturier('import', 'customers', list)).out,
    /^Imported: 0 created.*\nList of Invoice Ninja; imported before: 1\.\n$/,
  );
});

test('export --all writes the whole account to one file, and says what a command without it lacks', async () => {
  const target = join(folder, 'whole.zip');
  const written = await facturier('export', '--all', target, '--json');
  const { tables, bytes } = JSON.parse(written.out);
  assert.deepEqual([written.code, tables.account, (await readFile(target)).length > bytes], [0, 1, true]);
  assert.deepEqual([(await facturier('export', '--all')).code, (await facturier('export')).code], [2, 2]);
  assert.equal((await facturier('export', '--all', '--plain', target)).code, 2);
});

test('export --format writes a ZIP file with the files of Dolibarr, in order, and refuses --all or another program', async () => {
  const path = join(folder, 'dolibarr.zip');
  const made = await facturier('export', path, '--format', 'dolibarr', '--json');
  assert.equal(made.code, 0, made.err);
  assert.deepEqual(JSON.parse(made.out), { file: path, program: 'dolibarr' });
  const zip = await readFile(path);
  const names = ['LISEZMOI.txt', 'modFacturier.class.php', '1-tiers.csv', '4-factures.csv', '8-avoirs-et-acomptes.csv'];
  const places = names.map((name) => zip.indexOf(name));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(
    places.every((place) => place > 0),
    places.join(', '),
  );
  for (const wrong of [
    ['--format', 'sage'],
    ['--format', 'odoo', '--all'],
    ['--format', 'odoo', '--plain'],
  ])
    assert.notEqual((await facturier('export', join(folder, 'x.zip'), ...wrong)).code, 0, wrong.join(' '));
  assert.ok(!(await readdir(folder)).includes('x.zip'));
});
