import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { bought, purchaser } from '../../../test/support/documents/purchases.ts';
import { PAPER_INVOICE, textPdf } from '../../../test/support/documents/text-pdf.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scopesOfRole } from '../../domain/people/role.ts';
import { processLimits } from '../../limits/process-limits.ts';

// What a receipt proposes for a line of the register, from the file itself.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const read = (books: Books, bytes: Buffer, name = 'ticket.pdf') =>
  books.ask('read-receipt', { body: { receipt: { name, content: bytes.toString('base64') } } });
const valuesOf = ({ source: _, ...found }: Record<string, any>) =>
  Object.fromEntries(Object.entries(found).map(([member, { value }]) => [member, value]));

test('read-receipt finds day, supplier, total, VAT and number in a PDF with text, each with its line and place', async () => {
  const { books } = await purchaser(service);
  const { json } = await read(books, await textPdf(PAPER_INVOICE));
  assert.equal(json.source, 'text');
  assert.deepEqual(valuesOf(json), {
    ...{ paidOn: '2026-03-01', supplierName: 'Papeterie du Port', amount: 4_990, deductibleVat: 832 },
    reference: 'TK-4411',
  });
  const { page, text, box } = json.amount.line;
  assert.deepEqual([page, text, box.x, box.y, box.height], [1, 'Total TTC 49,90 €', 30, 458, 10]);
  assert.match(String(box.width), /^\d+(\.\d{1,2})?$/);
});

test('read-receipt reads the invoice inside a PDF exactly: supplier, total, VAT and number, without lines', async () => {
  const seller = await purchaser(service);
  const { id } = await seller.books.finalized(seller.books.invoice(await seller.books.contact()));
  const { file } = await seller.books.ask('download-billing', { path: { id } });
  assert.ok(file);
  const { json } = await read((await purchaser(service)).books, Buffer.from(file.bytes));
  assert.equal(json.source, 'electronic_invoice');
  assert.deepEqual(Object.keys(json.amount), ['value']);
  assert.ok(json.amount.value > json.deductibleVat.value && json.deductibleVat.value > 0);
  assert.match(json.reference.value, /^F-2026-/);
});

test('read-receipt proposes no VAT under the franchise', async () => {
  const { books } = await purchaser(service, { ...COMPANY, vatRegime: 'franchise' });
  const { json } = await read(books, await textPdf(PAPER_INVOICE));
  assert.deepEqual([json.amount.value, json.deductibleVat], [4_990, undefined]);
});

test('read-receipt finds nothing in a picture, a PDF without text, or a broken one; no bytes, text and 6 MiB are refused', async () => {
  const { books } = await purchaser(service);
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const whole = await textPdf(PAPER_INVOICE);
  for (const [bytes, name] of [
    [png, 'ticket.png'],
    [await textPdf([]), 'scan.pdf'],
    [Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200, 0xff)]), 'broken.pdf'],
    [whole.subarray(0, 300), 'half.pdf'],
  ] as const)
    assert.deepEqual((await read(books, bytes, name)).json, { source: 'none' }, name);
  const refused = async (bytes: Buffer, name: string) => {
    const { refused: code, reason } = (await read(books, bytes, name)) as { refused?: string; reason?: string };
    return [code, reason];
  };
  assert.deepEqual(await refused(Buffer.from('bonjour'), 'ticket.pdf'), ['purchase_receipt_unusable', 'type']);
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5 * 1_048_576)]);
  assert.deepEqual(await refused(large, 'ticket.pdf'), ['purchase_receipt_unusable', 'too_large']);
});

test('read-receipt stores nothing; members call it, accountants and keys that only read do not', async () => {
  const { books, caller } = await purchaser(service);
  await bought(books);
  const before = (await books.ask('list-purchases')).json.totalDocs;
  const bytes = await textPdf(PAPER_INVOICE);
  const as = (role: 'member' | 'accountant') =>
    booksOf(service, { ...caller, scopes: scopesOfRole(role, { test: false }) });
  assert.equal((await read(as('member'), bytes)).json.source, 'text');
  assert.equal((await read(as('accountant'), bytes)).refused, 'scope_missing');
  assert.equal((await books.ask('list-purchases')).json.totalDocs, before);
});

test('only the first ten of 300 pages are read; a page of 3,000 lines that takes too long proposes nothing', async () => {
  const { books } = await purchaser(service);
  const pages = await textPdf(PAPER_INVOICE, (pdf) => {
    for (let page = 0; page < 300; page++) pdf.addPage();
  });
  assert.equal((await read(books, pages)).json.amount.value, 4_990);
  const words = Array.from({ length: 3_000 }, (_, n) => [`Total TTC ${n},00`] as const);
  const usual = processLimits.parsing.processorMs;
  processLimits.parsing.processorMs = 500;
  try {
    assert.deepEqual((await read(books, await textPdf(words))).json, { source: 'none' });
  } finally {
    processLimits.parsing.processorMs = usual;
  }
});
