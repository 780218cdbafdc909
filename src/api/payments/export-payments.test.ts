import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scopesOfRole } from '../../domain/people/role.ts';

// Payments and documents as CSV, with VAT by rate.

const DAY = 86_400;
const BOOK = { designation: 'Livre', quantity: 1, unitPrice: 20_000, vatCode: 'FR_550', type: 'sale_of_goods' };
const STAMP = { designation: 'Timbre', quantity: 1, unitPrice: 5_000, vatCode: 'FR_00HT', type: 'disbursement' };

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function business() {
  const account = await service.newAccount('Atelier');
  const books = booksOf(service, account.live);
  await books.company(COMPANY);
  return { books, caller: account.live, customer: await books.contact() };
}

/** The rows of an export by the names of their columns; empty cells are left out. */
async function rows(books: Books, name: string, query: object = {}): Promise<Record<string, string>[]> {
  const { json, refused } = await books.ask(name, { query: { format: 'plain', ...query } });
  assert.equal(refused, undefined);
  const all: Record<string, string>[] = parse(json.csv, { columns: true });
  return all.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')));
}
const picked = (row: Record<string, string> | undefined, ...names: string[]) => names.map((name) => row?.[name]);

test('export-payments: 1,461.00 paid for three rates are split by rate, disbursements apart; the reversal is a negative row', async () => {
  const { books, customer } = await business();
  const { id, number } = await books.finalized(books.invoice(customer, { lines: [TRAINING, BOOK, STAMP] }));
  await books.pay('invoice', id, 146_100);
  service.clock.now += DAY;
  await books.done('mark-unpaid', id);
  const [paid, reversed] = await rows(books, 'export-payments');
  const names = ['Document', 'Client', 'Mode', 'Montant TTC', 'HT à 20 %', 'TVA à 20 %', 'TVA à 5,5 %'];
  assert.deepEqual(picked(paid, ...names), [number, 'Léa Moreau', 'virement', '1461', '1000', '200', '11']);
  assert.deepEqual(picked(paid, 'Débours', 'Opération', 'TVA exigible par ce paiement'), ['50', 'Paiement', '200']);
  assert.deepEqual(picked(reversed, 'Montant TTC', 'HT à 20 %', 'TVA à 20 %'), ['-1461', '-1000', '-200']);
  assert.deepEqual(picked(reversed, 'Opération', 'Annule'), ['Annulation', paid?.['Identifiant']]);
  const { json } = await books.ask('export-payments', { query: { format: 'excel-fr' } });
  assert.ok(json.csv.includes(';HT à 5,5 %;TVA à 5,5 %;'));
  assert.ok(json.csv.includes(';200;11;'), json.csv);
});

test('export-payments takes the filters of the list, for an accountant too, and stays in its account and mode', async () => {
  const { books, caller, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer));
  await books.pay('invoice', id, 50_000);
  service.clock.now += DAY;
  const payments = [{ amount: 70_000, receivedAt: service.clock.now, method: 'cash' }];
  await books.done('mark-paid', id, { payments });
  assert.equal((await rows(books, 'export-payments')).length, 2);
  const [cash, ...others] = await rows(books, 'export-payments', { method: ['cash'] });
  assert.deepEqual([cash?.['Montant TTC'], others], ['700', []]);
  const reader = booksOf(service, { ...caller, scopes: scopesOfRole('accountant', { test: false }) });
  assert.equal((await rows(reader, 'export-payments')).length, 2);
  const stranger = booksOf(service, { ...caller, scopes: ['catalog:read'] });
  assert.equal((await stranger.ask('export-payments')).refused, 'scope_missing');
  assert.deepEqual(await rows((await business()).books, 'export-payments'), []);
  assert.deepEqual(await rows(booksOf(service, { ...caller, test: true }), 'export-payments'), []);
});

test('export-billings has VAT by rate and the payments of each document; a credit note is negative', async () => {
  const { books, customer } = await business();
  const { id } = await books.finalized(books.invoice(customer, { lines: [TRAINING, STAMP] }));
  await books.pay('invoice', id, 25_000);
  const note = await books.done('create-asset', id);
  await books.done('update-billing-lines', note.id, { lines: [{ ...TRAINING, unitPrice: 10_000 }] });
  await books.finalized(note);
  const [invoice, credit] = await rows(books, 'export-billings');
  const names = ['HT à 20 %', 'TVA à 20 %', 'Débours', 'Encaissé'];
  assert.deepEqual(picked(invoice, ...names), ['1000', '200', '50', '250']);
  assert.deepEqual(picked(credit, ...names), ['-100', '-20', undefined, undefined]);
  const { json } = await books.ask('export-billings', { query: { format: 'excel-fr' } });
  assert.ok(/;\d{4}-\d{2}-\d{2} 250,00 virement/.test(json.csv), json.csv);
});

test('export-billings states a final invoice without the advance it deducts, by rate', async () => {
  const { books, customer } = await business();
  const { id } = await books.signedEstimate(customer);
  await books.finalizedAdvance(id);
  await books.finalized(books.done('create-final-invoice', id));
  const all = (await rows(books, 'export-billings')).filter(({ Numéro: number }) => number?.startsWith('F-'));
  assert.deepEqual(
    all.map((row) => picked(row, 'HT à 20 %', 'TVA à 20 %')),
    [
      ['300', '60'],
      ['700', '140'],
    ],
  );
});
