import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { checkResponse } from '../../../test/support/openapi/check-responses.ts';
import type { Ask } from '../../../test/support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { openPrinter } from '../../pdf/printer.ts';
import { FILE_BYTES_MAX } from '../request/file-body.ts';
import { BODY_BYTES_MAX } from '../request/json-body.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(async () => {
  assert.deepEqual(service.logged, []);
  await service.close();
});

const IMPORT = '/v2/catalog/import';
const EXPORT = '/v2/catalog/export';
const CSV = { 'content-type': 'text/csv' };
const HEADERS = 'Désignation;Référence;Type;Unité;Prix unitaire;TVA\r\n';
const row = (reference: string): string => `Pain de campagne;${reference};Marchandise;kg;3,10;5,5 %\r\n`;

async function asked(path: string, ask: Ask = {}) {
  const answer = await service.ask(path, ask);
  checkResponse(ask.method ?? (ask.body === undefined ? 'GET' : 'POST'), path, answer);
  return answer;
}
/** Extra bytes of the accented characters in these rows. */
const ACCENTS = Buffer.byteLength(HEADERS + row('')) - (HEADERS + row('')).length;
const found = async (search: string): Promise<any[]> => (await service.ask(`/v2/catalog?search=${search}`)).json.docs;

test('a file sent as text/csv is imported like one inside JSON, with its options in the query', async () => {
  const dry = await asked(`${IMPORT}?dryRun=true`, { headers: CSV, body: HEADERS + row('RAW-1') });
  assert.deepEqual([dry.status, dry.json.created, dry.json.dryRun], [200, 1, true]);
  assert.equal((await found('RAW-1')).length, 0);
  await asked(IMPORT, { headers: CSV, body: HEADERS + row('RAW-1') });
  await asked(IMPORT, { body: { content: HEADERS + row('RAW-2') } });
  assert.deepEqual(
    (await found('RAW-')).map(({ unitPrice }) => unitPrice),
    [310, 310],
  );
});

test('Windows-1252 is detected automatically, or read from the content type or the query', async () => {
  const bytes = Buffer.from(HEADERS + row('CP-1').replace('Pain', 'Pâte'), 'latin1');
  for (const [type, query] of [
    ['text/csv', ''],
    ['text/csv; charset=windows-1252', ''],
    ['TEXT/CSV;charset=utf-8', '?encoding=windows-1252'],
  ] as const)
    assert.equal((await asked(IMPORT + query, { headers: { 'content-type': type }, body: bytes })).status, 200, type);
  assert.deepEqual([...new Set((await found('CP-1')).map(({ designation }) => designation))], ['Pâte de campagne']);
  const wrong = await asked(IMPORT, { headers: { 'content-type': 'text/csv; charset=utf-8' }, body: bytes });
  assert.deepEqual([wrong.status, wrong.json.code, wrong.json.fault], [400, 'import.file_unreadable', 'encoding']);
  const unknown = await asked(IMPORT, { headers: { 'content-type': 'text/csv; charset=klingon' }, body: bytes });
  assert.deepEqual([unknown.status, unknown.json.charset], [415, 'klingon']);
  const said = await asked(`${IMPORT}?encoding=klingon`, { headers: CSV, body: bytes });
  assert.deepEqual([said.status, said.json.errors[0].property], [400, 'encoding']);
});

test('a bad row is a problem that includes the report, in the language of the caller', async () => {
  const body = HEADERS + row('BAD-1').replace('3,10', 'cher');
  const { status, json } = await asked(IMPORT, { headers: { ...CSV, 'accept-language': 'fr' }, body });
  assert.deepEqual(
    [status, json.code, json.report.errors],
    [
      422,
      'import.rows_refused',
      [{ row: 2, column: 'Prix unitaire', code: 'number_unreadable', message: 'Ce nombre est illisible' }],
    ],
  );
});

test('a file of 8 MiB is accepted, a longer one is 413; other bodies are limited to 1 MiB', async () => {
  const blanks = `${' '.repeat(999)}\n`;
  const filled = (bytes: number): string =>
    (HEADERS + row('BIG-1') + blanks.repeat(bytes / 999)).slice(0, bytes - ACCENTS);
  assert.equal((await asked(IMPORT, { headers: CSV, body: filled(FILE_BYTES_MAX) })).status, 200);
  const over = await asked(IMPORT, { headers: CSV, body: filled(FILE_BYTES_MAX + 1) });
  assert.deepEqual([over.status, over.json.code, over.json.limit], [413, 'request.body_too_large', FILE_BYTES_MAX]);
  const elsewhere = await asked('/v2/catalog/product', { body: `{"x":"${' '.repeat(BODY_BYTES_MAX)}"}` });
  assert.deepEqual([elsewhere.status, elsewhere.json.limit], [413, BODY_BYTES_MAX]);
});

test('another media type is 415, and so is a file where none is accepted', async () => {
  const excel = await asked(IMPORT, { headers: { 'content-type': 'application/vnd.ms-excel' }, body: 'PK' });
  assert.deepEqual([excel.status, excel.json.code], [415, 'request.media_type_unsupported']);
  const elsewhere = await asked('/v2/catalog/product', { headers: CSV, body: HEADERS });
  assert.equal(elsewhere.status, 415);
});

test('the same file with the same idempotency key is answered identically, and imported once', async () => {
  const ask = { headers: { ...CSV, 'idempotency-key': 'the-same-file' }, body: HEADERS + row('IDEM-1') };
  const first = await asked(IMPORT, ask);
  const again = await asked(IMPORT, ask);
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true']);
  assert.equal((await found('IDEM-1')).length, 1);
  assert.equal((await asked(`${IMPORT}?dryRun=true`, ask)).status, 422);
  const another = await asked(IMPORT, { ...ask, body: HEADERS + row('IDEM-2') });
  assert.deepEqual([another.status, another.json.code], [422, 'idempotency.key_reused']);
  assert.equal((await found('IDEM-2')).length, 0);
});

test('binary content is refused as an invalid file, and a file next to a body is refused', async () => {
  const binary = await asked(IMPORT, { headers: CSV, body: Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0xff]) });
  assert.deepEqual([binary.status, binary.json.code], [400, 'import.file_unreadable']);
  const twice = await asked(`${IMPORT}?content=a`, { headers: CSV, body: HEADERS + row('TWICE-1') });
  assert.deepEqual([twice.status, twice.json.errors[0].code], [400, 'one_file_needed']);
});

test('an export is one spreadsheet file with all its parts', async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => row(`PART-${at}`));
  assert.equal((await asked(IMPORT, { headers: CSV, body: HEADERS + rows.join('') })).json.created, 2_500);
  const { headers, text } = await asked(EXPORT);
  assert.equal(headers['content-disposition'], 'attachment; filename="produits.csv"');
  assert.ok(text.startsWith('\ufeffIdentifiant;Désignation;Référence;'));
  const lines = text.split('\r\n').filter((line) => line.includes('PART-'));
  assert.equal(new Set(lines.map((line) => line.split(';')[2])).size, 2_500);
  assert.equal(lines.length, 2_500);
  assert.equal(text.split('Identifiant').length, 2);
  assert.equal((await asked(`${EXPORT}?format=plain`)).text.split('\r\n')[0]?.split(',')[0], 'Identifiant');
  assert.equal((await asked(`${EXPORT}?format=xls`)).status, 400);
});

test('contacts are exported over HTTPS too, with keys that may read them', async () => {
  await service.ask('/contact', { body: { firstname: '=Zoé', lastname: 'Martin' } });
  const { text } = await asked('/v2/customers/export');
  assert.match(text, /;contact;;;'=Zoé;Martin;/);
  const made = await service.ask('/v2/api-keys', { body: { name: 'Catalogue', scopes: ['catalog:write'] } });
  const { key } = made.json;
  assert.equal((await asked('/v2/customers/export', { key })).status, 403);
  assert.equal((await asked('/v2/customers/import', { key, headers: CSV, body: 'Nom\nZ\n' })).status, 403);
  assert.equal((await asked(EXPORT, { key })).status, 200);
});

test('a bank statement is sent as raw bytes, with the media type of its format and options in the query', async () => {
  const path = '/v2/bank/statements';
  const ofx = `OFXHEADER:100\nCHARSET:1252\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>30006<BRANCHID>00001<ACCTID>12345678901</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20260105<TRNAMT>12,50<FITID>1<NAME>Réglé</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;
  const body = Buffer.from(ofx, 'latin1');
  const headers = { 'content-type': 'application/x-ofx' };
  const dry = await asked(`${path}?dryRun=true`, { headers, body });
  assert.deepEqual(
    [dry.status, dry.json.statements[0].first[0].label, dry.json.statements[0].id],
    [200, 'Réglé', undefined],
  );
  const kept = await asked(path, { headers: { 'content-type': 'application/octet-stream' }, body });
  assert.deepEqual([kept.json.statements[0].iban, kept.json.statements[0].added], ['FR76…0189', 1]);
  const csv = 'Date;Libellé;Montant\n06/01/2026;Café;5,00\n';
  const needed = await asked(path, { headers: CSV, body: csv });
  assert.deepEqual([needed.status, needed.json.code], [422, 'bank_statement.columns_needed']);
  const columns = encodeURIComponent(JSON.stringify(needed.json.guess));
  assert.equal((await asked(`${path}?columns=${columns}`, { headers: CSV, body: csv })).json.statements[0].added, 1);
  // Other operations accept tables only.
  assert.equal((await asked(IMPORT, { headers, body })).status, 415);
});

test('a document that takes too long, usually on a busy machine, is a 503 to retry and not an internal error', async () => {
  const books = booksOf(service);
  await books.company();
  const { id } = await books.invoice(await books.contact());
  const { environment } = service.services;
  const { printer } = environment;
  const hurried = openPrinter({ timeoutMs: 1 });
  environment.printer = hurried;
  try {
    const { status, headers, json } = await asked(`/v2/billing/${id}/download`);
    assert.deepEqual([status, json.code, headers['retry-after']], [503, 'service.busy', '2']);
  } finally {
    environment.printer = printer;
    await hurried.close();
  }
  assert.equal((await asked(`/v2/billing/${id}/download`)).status, 200, 'control: with the time it takes');
});
