import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { readSupplierFile } from '../../src/services/einvoicing/take-supplier-invoice.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// The files of an invoice in its electronic form (BG-24).

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const MIB = 1_048_576;
const PDF = Buffer.concat([Buffer.from('%PDF-1.7 bon de livraison'), Buffer.alloc(1_000, 7)]);
const WORD = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(100)]);
const picture = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3, 1)]);

/** A finalized invoice of a training with attached files. */
async function billed(files: Readonly<Record<string, Buffer>>) {
  const { id } = await books.invoice(await books.organization(), { lines: [TRAINING] });
  for (const [name, bytes] of Object.entries(files))
    await books.done('attach-file', id, { name, content: bytes.toString('base64') });
  return books.finalized({ id });
}
async function fileOf(id: string, format: 'cii' | 'ubl' | 'facturx'): Promise<Buffer> {
  const { file } = await books.ask('download-billing', { path: { id }, query: { format } });
  assert.ok(file);
  return Buffer.from(file.bytes);
}
const flagsOf = ({ attachments }: any) =>
  Object.fromEntries(attachments.map(({ name, isInElectronicInvoice = false }: any) => [name, isInElectronicInvoice]));

test('attach-file, download-billing: a delivery note in PDF is in both syntaxes and in Factur-X, a Word file is not', async () => {
  const document = await billed({ 'bon & livraison.pdf': PDF, 'notes.docx': WORD });
  assert.deepEqual(flagsOf(document), { 'bon & livraison.pdf': true, 'notes.docx': false });
  const content = PDF.toString('base64');
  const flat = async (format: 'cii' | 'ubl') =>
    (await fileOf(document.id, format)).toString().replaceAll(/>\s+</g, '><');
  const attributes = 'mimeCode="application/pdf" filename="bon &amp; livraison.pdf"';
  assert.ok(
    (await flat('cii')).includes(
      `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>bon &amp; livraison.pdf</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:Name>DOCUMENT_ANNEXE</ram:Name><ram:AttachmentBinaryObject ${attributes}>${content}</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>`,
    ),
  );
  const ubl = await flat('ubl');
  assert.ok(ubl.includes(`<cbc:EmbeddedDocumentBinaryObject ${attributes}>${content}<`));
  assert.ok(!ubl.includes('notes.docx'));
  // The reader of supplier invoices reads it, whatever it holds.
  for (const format of ['cii', 'ubl', 'facturx'] as const) {
    const read = await readSupplierFile(await fileOf(document.id, format), { accountId: service.live.accountId });
    assert.ok('invoice' in read, format);
    assert.equal(read.invoice.number, document.number);
  }
});

test('of photos of 3, 3 and 2 MiB, the first and the last are in the electronic invoice, which holds 5 MiB', async () => {
  const document = await billed({ 'a.jpg': picture(3 * MIB), 'b.jpg': picture(3 * MIB), 'c.jpg': picture(2 * MIB) });
  assert.deepEqual(flagsOf(document), { 'a.jpg': true, 'b.jpg': false, 'c.jpg': true });
  const bytes = await fileOf(document.id, 'ubl');
  assert.ok(bytes.length > 5 * MIB * (4 / 3) && bytes.length < 5 * MIB * (4 / 3) + 50_000, `${bytes.length} bytes`);
  const read = await readSupplierFile(bytes, { accountId: service.live.accountId });
  assert.ok('invoice' in read, JSON.stringify(read));
});

test('the files of an estimate are in no electronic invoice', async () => {
  const { id } = await books.estimate(await books.organization());
  await books.done('attach-file', id, { name: 'plan.pdf', content: PDF.toString('base64') });
  assert.deepEqual(flagsOf(await books.done('get-estimate', id)), { 'plan.pdf': false });
});
