import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { billsForPrograms } from '../../../test/support/documents/bills-for-programs.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { readRows } from '../../csv/read-rows.ts';
import { sql } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Program } from '../../services/import-export/programs/program-file.ts';

// Bills of all kinds, with what settles them, written for other programs: totals and rests to the
// cent.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  await billsForPrograms(books);
});
afterAll(() => service.close());

type Row = Readonly<Record<string, string>>;
const operations = { customers: 'export-customers-to-program', products: 'export-products-to-program' } as const;

/** The text of a file, joined from its parts. */
async function fileText(program: Program, name: string, from: Books = books): Promise<string> {
  const { files } = (await from.ask('describe-program-export', { query: { program } })).json;
  const { operation } = files.find((file: { name: string }) => file.name === name);
  let text = '';
  for (let after: string | undefined = ''; after !== undefined; ) {
    const heard = await from.ask(operation, { query: { program, file: name, ...(after && { after }) } });
    assert.equal(heard.refused, undefined, JSON.stringify(heard));
    text += heard.json.csv;
    after = heard.json.next;
  }
  return text;
}

async function rows(program: Program, name: string): Promise<Row[]> {
  const read: string[][] = [];
  for await (const some of readRows(await fileText(program, name), { separator: ',', start: 0 }))
    read.push(...some.map(({ cells }) => [...cells]));
  const [headers = [], ...lines] = read;
  return lines.map((cells) => Object.fromEntries(headers.map((header, place) => [header, cells[place] ?? ''])));
}
type Stored = { number: string; kind: string; net: number; vat: number; total: number };
const STORED = sql`
  select number, kind, net_cents as net, vat_cents as vat, total_cents as total from billing.document
  where account_id = $1 and number is not null and kind in ('invoice', 'advance', 'credit_note')`;
/** The bills as they are stored. */
const stored = (): Promise<Stored[]> =>
  inTransaction(service.services.pool, service.live, async (tx) => ({
    commit: false,
    answer: await tx.read<Stored>(STORED, [tx.accountId]),
  }));
const cents = (text: string | undefined): number => Math.round(Number(text) * 100);
const sum = (some: readonly Row[], field: string): number => some.reduce((all, row) => all + cents(row[field]), 0);
const refOf = (text: string | undefined): string => (text ?? '').replace(/^ref:/, '');

test('export-billings-to-program for Dolibarr: each bill has its totals, and its lines add up to them by rate', async () => {
  const bills = await rows('dolibarr', '4-factures.csv');
  const lines = await rows('dolibarr', '5-lignes.csv');
  const own = await stored();
  assert.deepEqual(bills.map((bill) => bill['f.ref']).sort(), own.map(({ number }) => number).sort());
  assert.ok(own.length >= 11, `${own.length} bills`);
  for (const { number, kind, net, vat, total } of own) {
    const bill = bills.find((each) => each['f.ref'] === number) as Row;
    const sign = kind === 'credit_note' ? -1 : 1;
    const totals = ['f.total_ht', 'f.total_tva', 'f.total_ttc'].map((field) => cents(bill[field]));
    const ofLines = lines.filter((line) => refOf(line['fd.fk_facture']) === number);
    assert.deepEqual(
      ['fd.total_ht', 'fd.total_tva', 'fd.total_ttc'].map((field) => sum(ofLines, field)),
      totals,
      number,
    );
    assert.deepEqual(
      totals,
      [net, vat, total].map((each) => sign * each),
      number,
    );
    for (const line of ofLines)
      assert.equal(Math.round(Number(line['fd.qty']) * Number(line['fd.subprice']) * 100), cents(line['fd.total_ht']));
  }
});

test('for Dolibarr, total less payments, deposits and credit notes is what the list says is left to pay', async () => {
  const bills = await rows('dolibarr', '4-factures.csv');
  const paid = await rows('dolibarr', '7-reglements.csv');
  const credits = await rows('dolibarr', '8-avoirs-et-acomptes.csv');
  assert.equal(sum(paid, 'pf.amount'), sum(await rows('dolibarr', '6-paiements.csv'), 'p.amount'));
  const { docs } = (await books.ask('get-billing-rows', { query: { limit: 100 } })).json;
  const rests: number[] = [];
  for (const { number, remainingAmount, type } of docs.filter((row: any) => row.number && row.type !== 'estimate')) {
    if (type === 'asset') continue;
    const bill = bills.find((each) => each['f.ref'] === number) as Row;
    const rest =
      cents(bill['f.total_ttc']) -
      sum(
        paid.filter((row) => refOf(row['pf.fk_facture']) === number),
        'pf.amount',
      ) -
      sum(
        credits.filter((row) => refOf(row['sr.fk_facture']) === number),
        'sr.amount_ttc',
      );
    assert.equal(Math.max(rest, 0), remainingAmount ?? 0, number);
    assert.equal(bill['f.paye'], remainingAmount ? '0' : '1', number);
    rests.push(rest);
  }
  assert.ok(rests.some((rest) => rest > 0) && rests.includes(0));
});

test('export-customers-to-program: names are unique, texts stay as they are, and contacts name their organization', async () => {
  const parties = await rows('dolibarr', '1-tiers.csv');
  const names = parties.map((party) => party['s.nom']);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names.filter((name) => name?.startsWith('Léa Moreau (')).length, 2);
  const text = await fileText('dolibarr', '1-tiers.csv');
  assert.match(text, /"Boulangerie ""Müller"", Fils"/);
  assert.match(text, /,\+33 4 78 00 00 00,/);
  const [contact] = await rows('dolibarr', '2-contacts.csv');
  assert.deepEqual(
    [contact?.['s.fk_soc'], contact?.['s.firstname'], contact?.['s.lastname']],
    ['ref:Boulangerie "Müller", Fils', '=Paul', 'Martin'],
  );
  const bills = await rows('dolibarr', '4-factures.csv');
  for (const bill of bills) assert.ok(names.includes(refOf(bill['f.fk_soc'])), bill['f.fk_soc']);
});

test('describe-program-export and export-products-to-program: an order of files, texts, and a price of 600.00', async () => {
  const { files, texts } = (await books.ask('describe-program-export', { query: { program: 'odoo' } })).json;
  assert.deepEqual(
    files.map(({ operation }: any) => operation),
    [...[operations.customers, operations.products], ...['export-billings-to-program', 'export-billings-to-program']],
  );
  assert.match(texts[0].text, /l10n_fr/);
  const [product] = await rows('dolibarr', '3-produits.csv');
  assert.deepEqual(
    [product?.['p.label'], Number(product?.['p.price']), Number(product?.['p.price_ttc'])],
    ['Audit', 600, 720],
  );
  assert.equal((await rows('odoo', '2-product.template.csv'))[0]?.['list_price'], '600');
});

test('for Odoo, the lines of each bill add up to what is due before payments, and refer to partners of the first file', async () => {
  const partners = new Set((await rows('odoo', '1-res.partner.csv')).map(({ id }) => id));
  const moves = await rows('odoo', '3-account.move.csv');
  let number = '';
  const nets = new Map<string, number>();
  for (const row of moves) {
    number = row['name'] || number;
    if (row['name']) assert.ok(partners.has(row['partner_id/id']), number);
    const net = Math.round(Number(row['invoice_line_ids/quantity']) * Number(row['invoice_line_ids/price_unit']) * 100);
    nets.set(number, (nets.get(number) ?? 0) + net);
  }
  const csv = (await books.ask('export-billings', { query: { format: 'plain' } })).json.csv as string;
  for (const line of csv.split('\r\n').slice(1)) {
    const [ref = '', kind] = line.split(',');
    if (!nets.has(ref)) continue;
    const net = /,EUR,(-?[\d.]+),/.exec(line)?.[1];
    assert.equal(nets.get(ref), Math.abs(cents(net)), `${ref} ${kind}`);
  }
  assert.equal(nets.size, (await stored()).length);
  const payments = await rows('odoo', '4-account.payment.csv');
  assert.equal(
    sum(
      payments.filter((row) => row['payment_type'] === 'inbound'),
      'amount',
    ) > 0,
    true,
  );
});

test('a file of another program or operation is refused, and so are keys without the scope; another account exports its own only', async () => {
  const query = { program: 'odoo', file: '4-factures.csv' };
  assert.equal((await books.ask('export-billings-to-program', { query })).refused, 'program_file_not_found');
  const others = { program: 'dolibarr', file: '1-tiers.csv' };
  assert.equal((await books.ask('export-products-to-program', { query: others })).refused, 'program_file_not_found');
  assert.equal((await books.ask('describe-program-export', { query: { program: 'sage' } })).refused, 'input_invalid');
  const caller = { ...service.live, scopes: ['billing:read'] } as never;
  const narrow = await service.call('export-customers-to-program', { query: others, caller });
  assert.equal(narrow.refused, 'scope_missing');
  const other = booksOf(service, (await service.newAccount('Otto Fremd')).live);
  assert.equal((await fileText('dolibarr', '4-factures.csv', other)).split('\r\n').length, 2);
  const trial = booksOf(service, service.test);
  assert.equal((await fileText('dolibarr', '1-tiers.csv', trial)).split('\r\n').length, 2);
});
