import assert from 'node:assert/strict';
import readWorkbook from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { examples } from '../../../test/einvoice/examples.ts';
import { readPdf } from '../../../test/pdf/read-pdf.ts';
import type { Books } from '../../../test/support/documents/example-books.ts';
import {
  bought,
  GOODS,
  inShort,
  PAPER,
  purchaseLines,
  purchaser,
  READS,
} from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { storeFile } from '../../db/billing/stored-files.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { cents } from '../../domain/money/cents.ts';
import { scopesOfRole } from '../../domain/people/role.ts';
import { electronicInvoiceOf } from '../../einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../einvoice/cii/cii.ts';
import type { ElectronicInvoice } from '../../einvoice/electronic-invoice.ts';

// Purchases from received invoices, their receipts, and the files of the register.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const business = (company?: object) => purchaser(service, company);
const refused = async (books: Books, change: object) => books.ask('record-purchase', { body: { ...PAPER, ...change } });

let numbers = 0;
/** A received invoice of 1,200.00 and the like, of its own number. */
async function received(books: Books, change: Partial<ElectronicInvoice> = {}) {
  const make = examples['invoice-usual'];
  assert.ok(make);
  const { bill, made } = make();
  const invoice = { ...electronicInvoiceOf(bill, made.around()), number: `ACH-${++numbers}`, ...change };
  const body = { name: 'facture.xml', content: Buffer.from(ciiOf(invoice)).toString('base64') };
  const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, body);
  return { id: supplierInvoice.id as string, invoice, supplier: supplierInvoice.supplier.name as string };
}
const BANK = { nature: 'services', method: 'transfer' } as const;
const take = (books: Books, supplierInvoiceId: string, change: object = {}) =>
  books.ask('record-purchase-of-supplier-invoice', { path: { supplierInvoiceId }, body: { ...BANK, ...change } });

describe('record-purchase-of-supplier-invoice', () => {
  test('takes supplier, number, total and VAT of the invoice, paid today unless another day is stated', async () => {
    const { books } = await business();
    const { id, invoice, supplier } = await received(books);
    const { total, tax } = invoice.totals;
    assert.ok(total > 0 && tax > 0);
    const { json } = await take(books, id);
    assert.deepEqual(
      [...inShort(json), json.reference, json.supplierInvoiceId],
      [1, '2026-03-02', supplier, total, tax, invoice.number, id],
    );
    assert.deepEqual((await purchaseLines(books, { supplierInvoiceId: id })).map(inShort), [inShort(json)]);
    const later = await received(books);
    const stated = await take(books, later.id, { paidOn: '2026-02-14', amount: 5_000, deductibleVat: 0 });
    assert.deepEqual(inShort(stated.json), [2, '2026-02-14', supplier, 5_000, 0]);
  });

  test('takes the VAT of each rate exactly as the invoice states it; a reverse charge from Berlin is owed at 20 %', async () => {
    const { books } = await business();
    const rate = (percent: number, net: number, tax: number) => ({
      ...{ vat: { category: percent === 0 ? 'AE' : 'S', rate: percent * 100 } as const },
      ...{ net: cents(net), tax: cents(tax) },
    });
    const { invoice } = await received(books);
    const sums = (net: number, tax: number) => ({
      totals: { ...invoice.totals, net: cents(net), tax: cents(tax), total: cents(net + tax), due: cents(net + tax) },
    });
    // The invoice rounds 3.333 up.
    const breakdown = [rate(20, 10_000, 2_000), rate(10, 3_333, 334)];
    const { id } = await received(books, { breakdown, ...sums(13_333, 2_334) });
    const { amount, deductibleVat, vat } = (await take(books, id)).json;
    assert.deepEqual([amount, deductibleVat], [15_667, 2_334]);
    assert.deepEqual(vat, [
      { treatment: 'charged', rate: 2_000, net: 10_000, vat: 2_000, deductible: 2_000 },
      { treatment: 'charged', rate: 1_000, net: 3_333, vat: 334, deductible: 334 },
    ]);
    const seller = {
      ...invoice.seller,
      address: { ...invoice.seller.address, country: 'DE' },
    } as typeof invoice.seller;
    const net = 12_345;
    const reverse = await received(books, { seller, breakdown: [rate(0, net, 0)], ...sums(net, 0) });
    const owed = (await take(books, reverse.id)).json;
    assert.deepEqual([owed.amount, owed.deductibleVat, owed.vat.length], [net, 0, 1]);
    assert.deepEqual(owed.vat[0], { treatment: 'foreign_services', rate: 2_000, net, vat: 2_469, deductible: 2_469 });
  });

  test('under the franchise no VAT is deductible; a credit note is negative', async () => {
    const { books } = await business({ ...COMPANY, vatRegime: 'franchise' });
    const { id, invoice } = await received(books);
    const { json } = await take(books, id);
    assert.deepEqual([json.amount, json.deductibleVat], [invoice.totals.total, 0]);
    const { books: normal } = await business();
    const note = await received(normal, { type: '381' });
    const line = (await take(normal, note.id)).json;
    assert.deepEqual([line.amount, line.deductibleVat], [-note.invoice.totals.total, -note.invoice.totals.tax]);
  });

  test('eight presses at once: one line; taken back it can be recorded again, replaced it cannot', async () => {
    const { books } = await business();
    const { id, invoice } = await received(books);
    const all = await Promise.all(Array.from({ length: 8 }, () => take(books, id)));
    assert.equal(all.filter(({ refused: code }) => code === 'purchase_of_invoice_exists').length, 7);
    const [line] = await purchaseLines(books);
    assert.equal((await purchaseLines(books)).length, 1);
    await books.done('correct-purchase', line.id, {});
    const again = (await take(books, id)).json;
    assert.deepEqual([again.number, again.amount, again.replacesId], [3, invoice.totals.total, line.id]);
    await books.done('correct-purchase', again.id, { replacement: { ...PAPER, amount: 100, deductibleVat: 0 } });
    assert.equal((await take(books, id)).refused, 'purchase_of_invoice_exists');
    assert.equal((await purchaseLines(books, { supplierInvoiceId: id })).length, 5);
  });

  test('an unreadable file and an invoice in dollars give no purchase; stated in euros, the second does', async () => {
    const { books } = await business();
    const file = { name: 'a.xml', content: btoa('<html/>') };
    const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, file);
    const because = async (id: string, change: object = {}) => {
      const answer = await take(books, id, change);
      return [answer.refused, (answer as { because?: string }).because];
    };
    assert.deepEqual(await because(supplierInvoice.id), ['supplier_invoice_not_bookable', 'unreadable']);
    const dollars = await received(books, { currency: 'USD' });
    assert.deepEqual(await because(dollars.id), ['supplier_invoice_not_bookable', 'currency']);
    assert.deepEqual(await because(dollars.id, { amount: 9_000, deductibleVat: 0 }), [undefined, undefined]);
    assert.equal((await take(books, '01890a62-2d3e-7f40-8b52-6c7d8e9f0a1b')).refused, 'supplier_invoice_not_found');
  });

  test('delete-supplier-invoice keeps an uploaded invoice that a line refers to', async () => {
    const { books } = await business();
    const { id } = await received(books);
    await take(books, id);
    const kept = await books.ask('delete-supplier-invoice', { path: { supplierInvoiceId: id } });
    assert.deepEqual([kept.refused, (kept as { because?: string }).because], ['supplier_invoice_kept', 'in_register']);
  });
});

describe('download-purchase-receipt', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const file = (name: string, bytes: Buffer) => ({ receipt: { name, content: bytes.toString('base64') } });

  test('a picture of 11 bytes comes back byte for byte; the replacement of a corrected line keeps it', async () => {
    const { books } = await business();
    const line = await bought(books, file('ticket/4411.png', png));
    assert.deepEqual([line.receipt.name, line.receipt.size], ['ticket-4411.png', 11]);
    const { replacement } = await books.done('correct-purchase', line.id, {
      replacement: { ...PAPER, amount: 100, deductibleVat: 0 },
    });
    for (const id of [line.id, replacement.id]) {
      const answer = await books.ask('download-purchase-receipt', { path: { id } });
      assert.deepEqual(
        [answer.file?.mediaType, Buffer.compare(Buffer.from(answer.file?.bytes ?? []), png)],
        ['image/png', 0],
      );
    }
    const bare = await bought(books);
    assert.equal(
      (await books.ask('download-purchase-receipt', { path: { id: bare.id } })).refused,
      'purchase_has_no_receipt',
    );
  });

  test('an empty file, a text, a program named .pdf and 5 MiB and a byte are refused, and nothing is recorded', async () => {
    const { books } = await business();
    for (const [name, bytes, reason] of [
      ['a.pdf', Buffer.alloc(0), 'empty'],
      ['a.txt', Buffer.from('texte'), 'type'],
      ['a.pdf', Buffer.from('MZ'), 'type'],
      ['a.png', Buffer.concat([png, Buffer.alloc(5 * 1_048_576 - 10)]), 'too_large'],
    ] as const) {
      const answer = await refused(books, file(name, bytes));
      assert.deepEqual([answer.refused, (answer as { reason?: string }).reason], ['purchase_receipt_unusable', reason]);
    }
    assert.deepEqual(await purchaseLines(books), []);
  });

  test('the hourly cleanup of unused files keeps the receipt of a line', async () => {
    const { books, caller } = await business();
    const line = await bought(books, file('a.png', Buffer.concat([png, Buffer.from('kept')])));
    const unused = Buffer.alloc(32, 7);
    const { accountId } = caller;
    const scope = { accountId, test: false };
    await inTransaction(service.owner, scope, async (tx) => {
      await storeFile(tx, undefined, { sha256: unused, bytes: unused, now: 0 });
      return { commit: true, answer: undefined };
    });
    const isThere = () =>
      inTransaction(service.owner, scope, async (tx) => {
        const rows = await tx.read(sql`select 1 as found from billing.file where account_id = $1 and sha256 = $2`, [
          ...[accountId, unused],
        ]);
        return { commit: false, answer: rows.length };
      });
    assert.equal(await isThere(), 1);
    await service.owner.query(`select billing.forget_files(99999999999, $1, $2, 100000)`, [
      '00000000-0000-0000-0000-000000000000',
      Buffer.alloc(0),
    ]);
    assert.equal((await books.ask('download-purchase-receipt', { path: { id: line.id } })).refused, undefined);
    // Control: a file that nothing refers to is gone.
    assert.equal(await isThere(), 0);
  });
});

test('export-purchases-register writes CSV for a French spreadsheet; a name that looks like a formula is escaped', async () => {
  const { books, caller } = await business();
  await bought(books, { supplierName: '=1+1', designation: 'Encre' });
  const { json } = await books.ask('export-purchases-register', { query: {} });
  const [head, row, ...rest] = json.csv.slice(1).split('\r\n');
  assert.ok(head.startsWith('N°;Date de paiement;Fournisseur;Nature;Désignation;Montant TTC;dont TVA déductible;Mode'));
  assert.ok(row.startsWith("1;2026-03-01;'=1+1;Fournitures;Encre;49,9;8,32;"), row);
  assert.deepEqual([rest, json.next], [[''], undefined]);
  const reader = { ...caller, scopes: scopesOfRole('accountant', { test: false }) };
  for (const name of [...READS, 'list-purchase-suppliers'])
    assert.equal((await service.call(name, { caller: reader })).refused, undefined, `an accountant: ${name}`);
  const write = await service.call('record-purchase', { caller: reader, body: PAPER });
  assert.equal(write.refused, 'scope_missing');
});

test('download-purchases-register: a PDF with the law, the SIRET and numbered lines; a workbook with the same amounts', async () => {
  const { books } = await business();
  const { id } = await bought(books, { supplierName: '=SUM(A1)' });
  await bought(books, { ...GOODS, paidOn: '2026-02-01', method: 'cash' });
  await books.done('correct-purchase', id, {});
  const pdf = await books.ask('download-purchases-register', { query: { from: '2026-01-01', to: '2026-03-31' } });
  assert.equal(pdf.file?.name, 'registre-des-achats-2026-01-01-2026-03-31.pdf');
  const [text = ''] = (await readPdf(pdf.file?.bytes as Buffer)).pages;
  for (const part of [
    'Registre des achats',
    'art. 50-0',
    '732 829 320',
    'TK-4411',
    'Annulation',
    'espèces',
    '300,00',
    'Page 1 / 1',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const xlsx = await books.ask('download-purchases-register', { query: { format: 'xlsx' } });
  const [sheet] = await readWorkbook(Uint8Array.from(xlsx.file?.bytes ?? []).buffer);
  const rows = (sheet?.data ?? []).slice(1);
  assert.deepEqual(
    rows.map((row) => [row[0], row[2], row[5], row[6]]),
    [
      [2, 'Miellerie', 300, 15.64],
      [1, '=SUM(A1)', 49.9, 8.32],
      [3, '=SUM(A1)', -49.9, -8.32],
    ],
  );
});
