import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { test } from 'vitest';
import { customerOfPdf } from '../../src/import-files/pdf/customer-of-pdf.ts';
import { correctedIn, daysOfPdf, titleOfPdf } from '../../src/import-files/pdf/head-of-pdf.ts';
import { sumsOfPdf } from '../../src/import-files/pdf/sums-of-pdf.ts';
import { pagesText } from '../../src/import-files/pdf/text-of-pages.ts';
import { readImportFile } from '../../src/import-files/read-import-file.ts';
import { workbookOf } from '../bank-files/workbook.ts';
import { EXAMPLES } from '../einvoice/example-files.ts';
import { listMakers } from './samples/list-makers.ts';
import { paperLayouts, paperOf } from './samples/paper-layouts.ts';
import { inUtf16, salesOf } from './samples/sales.ts';

/** Milliseconds of processor time that any file may take, however busy the machine. */
const TIME_MAX_MS = 5_000;

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content;

/** Reads a file that may be anything, in bounded time. */
async function read(content: string | Uint8Array, said: string) {
  const began = process.cpuUsage();
  const found = await readImportFile({ name: said, bytes: bytesOf(content), own: { siren: '732829320', name: 'Zoé' } });
  const { user, system } = process.cpuUsage(began);
  const took = (user + system) / 1_000;
  assert.ok(took < TIME_MAX_MS, `${said} took ${Math.round(took)} ms`);
  return found;
}
const outcomeOf = async (content: string | Uint8Array, said: string): Promise<string> => {
  const found = await read(content, said);
  return 'fault' in found ? found.fault : `${found.content} ${found.documents.length}`;
};

const HEADERS = 'Numéro;Date;Client;HT;TVA;TTC';
const list = (...rows: string[]): string => [HEADERS, ...rows].join('\n');
const cii = readFileSync(join(EXAMPLES, 'invoice-usual', 'cii.xml'), 'utf8');
const book = workbookOf([[HEADERS.split(';'), ['F-1', '2026-01-05', 'Zoé', 100, 20, 120]]]);
const changedBook = (change: (files: Record<string, Uint8Array>) => Record<string, Uint8Array>): Uint8Array =>
  zipSync(change(unzipSync(book)));

test('files that no program writes are refused or only recognized, each in less than 5 seconds of work', async () => {
  const sheet = 'xl/worksheets/sheet1.xml';
  const cases: readonly (readonly [said: string, content: string | Uint8Array, outcome: string])[] = [
    ['nothing', '', 'empty'],
    ['blanks', ' \n\t\n', 'empty'],
    ['NUL', 'Num\0éro;Date', 'encoding'],
    ['random bytes', Uint8Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256), 'encoding'],
    ['21 MiB', new Uint8Array(21 * 1_048_576).fill(65), 'too_large'],
    ['19 MiB of one letter', new Uint8Array(19 * 1_048_576).fill(65), 'broken'],
    ['a quote that never closes', `${list('F-1;05/01/2026;"x;1;1;1')}${'x'.repeat(300_000)}`, 'broken'],
    ['10,000 columns', `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(';')}\n1;2`, 'too_large'],
    [
      '1,000,000 empty cells',
      `${HEADERS}\n${`${';'.repeat(999)}\n`.repeat(1_000)}F-1;05/01/2026;A;1,00;0;1,00`,
      'documents 1',
    ],
    ['200,000 rows', `${HEADERS}\n${'F;05/01/2026;A;1;0;1\n'.repeat(200_000)}`, 'too_large'],
    ['20,001 documents', list(...Array.from({ length: 20_001 }, (_, n) => `F-${n};05/01/2026;A;1;0;1`)), 'too_large'],
    [
      '20,000 documents',
      list(...Array.from({ length: 20_000 }, (_, n) => `F-${n};05/01/2026;A;1;0;1`)),
      'documents 20000',
    ],
    [
      '100,000 rows of one document',
      list(...Array.from({ length: 99_000 }, () => 'F-1;05/01/2026;A;1;0;1')),
      'documents 1',
    ],
    ['a web page', '<!doctype html><html><body>Connectez-vous</body></html>', 'unknown 0'],
    ['half of an XML', cii.slice(0, cii.length / 2), 'broken'],
    ['an entity', cii.replace('?>', '?><!DOCTYPE x [<!ENTITY a "ha">]>'), 'broken'],
    [
      'a file of the machine',
      `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><Invoice>&f;</Invoice>`,
      'unknown 0',
    ],
    ['depth of XML', '<a>'.repeat(100_000), 'too_costly'],
    ['another XML', '<note>bonjour</note>', 'unknown 0'],
    ['depth of JSON', '['.repeat(500_000), 'broken'],
    ['half of a JSON', '{"invoices":[{"number":"1"', 'broken'],
    ['another JSON', '{"a":[1,2]}', 'unknown 0'],
    [
      'JSON of wrong types',
      '{"invoices":[1,null,{"number":{},"line_items":"x","amount":[]}],"clients":[null],"payments":{"a":1}}',
      'documents 0',
    ],
    ['a compressed file', Uint8Array.from([0x1f, 0x8b, 8, 0]), 'nested_archive'],
    ['an archive', zipSync({ 'a.csv': strToU8(list()) }), 'nested_archive'],
    ['a workbook with macros', changedBook((files) => ({ ...files, 'xl/vbaProject.bin': strToU8('x') })), 'macros'],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'unknown 0'],
    ['a broken workbook', 'PK\x03\x04xl/workbook.xml', 'broken'],
    [
      'a workbook that grows',
      changedBook((files) => ({ ...files, [sheet]: new Uint8Array(80 * 1_048_576).fill(32) })),
      'too_large',
    ],
    [
      'a cell far away',
      changedBook((files) => ({
        ...files,
        [sheet]: strToU8(
          '<worksheet><sheetData><row r="1"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
        ),
      })),
      'too_large',
    ],
    [
      'an entity in a workbook',
      changedBook((files) => ({ ...files, [sheet]: strToU8('<!DOCTYPE x [<!ENTITY a "ha">]><worksheet/>') })),
      'too_large',
    ],
    ['half of a PDF', (await paperOf(paperLayouts[0] as (typeof paperLayouts)[number])).subarray(0, 700), 'broken'],
    ['half of OFX', 'OFXHEADER:100\n\n<OFX><STMTRS>', 'bank_statement 0'],
  ];
  for (const [said, content, outcome] of cases) assert.equal(await outcomeOf(content, said), outcome, said);
});

test('the text of a page with 5,000 labels, amounts or titles is read in bounded time', () => {
  const pages: Readonly<Record<string, (place: number) => string>> = {
    labels: () => 'Total TTC',
    amounts: (place) => (place === 0 ? 'Total TTC' : `${place},00`),
    rates: (place) => (place % 2 === 0 ? '20 %' : `${place},00`),
    titles: () => `Facture ${'no.no '.repeat(12)}n`,
    signs: () => `Facture ${'n.o.-:#'.repeat(10)}!`,
    corrections: () => `Avoir sur facture ${'no.no '.repeat(45)}n`,
    days: () => "Date d'émission",
    names: () => 'Client :',
    'post codes': (place) => `${10_000 + place} Ville`,
  };
  for (const [said, textOf] of Object.entries(pages))
    for (const isOneRow of [false, true]) {
      const began = process.cpuUsage();
      const text = pagesText(
        Array.from({ length: 5_000 }, (_, n) => {
          const left = isOneRow ? n * 60 : 30 + (n % 3) * 180;
          return { page: 1, text: textOf(n), left, right: left + 50, top: isOneRow ? 100 : 20 + n * 3, height: 8 };
        }),
      );
      for (const readPart of [titleOfPdf, daysOfPdf, correctedIn, sumsOfPdf]) readPart(text);
      customerOfPdf(text, {});
      const { user, system } = process.cpuUsage(began);
      assert.ok((user + system) / 1_000 < TIME_MAX_MS, `${said} took ${Math.round((user + system) / 1_000)} ms`);
    }
});

test('a formula in a cell is text, and is not run', async () => {
  const found = await read(list(`F-1;05/01/2026;"=HYPERLINK(""http://x"";""Zoé"")";10,00;2,00;12,00`), 'formula');
  assert.ok('documents' in found);
  assert.equal(found.documents[0]?.customer.name, '=HYPERLINK("http://x";"Zoé")');
});

test('days, amounts and numbers out of bounds leave out one document, and say which cell', async () => {
  const found = await read(
    list(
      'F-1;00/00/0000;A;1;0;1',
      'F-2;31/12/9999;A;1;0;1',
      'F-3;30/02/2026;A;1;0;1',
      'F-4;05/01/2026;A;10000000000,01;0;10000000000,01',
      `F-5;05/01/2026;A;${'9'.repeat(1_000)};0;1`,
      'F-6;05/01/2026;A;1e9;0;1',
      'F-7;05/01/2026;A;NaN;0;1',
      'F-8;05/01/2026;A;-100,00;-20,00;-120,00',
      'F-9;05/01/2026;A;0,00;0,00;0,00',
      `${'F'.repeat(300)};05/01/2026;A;1,00;0;1,00`,
    ),
    'bounds',
  );
  assert.ok('documents' in found);
  assert.deepEqual(
    found.leftOut.map(({ reason, number, column, row }) => [reason, number, column, row]),
    [
      ['unreadable_cell', 'F-1', 'Date', 2],
      ['unreadable_cell', 'F-2', 'Date', 3],
      ['unreadable_cell', 'F-3', 'Date', 4],
      ['unreadable_cell', 'F-4', 'HT', 5],
      ['unreadable_cell', 'F-5', 'HT', 6],
      ['unreadable_cell', 'F-6', 'HT', 7],
      ['unreadable_cell', 'F-7', 'HT', 8],
    ],
  );
  assert.ok(found.leftOut.every(({ cell = '' }) => cell.length <= 200));
  assert.deepEqual(
    found.documents.map(({ number, kind, sums }) => [number, kind, sums]),
    [
      ['F-8', 'credit_note', [{ rate: 2_000, net: 10_000, vat: 2_000 }]],
      ['F-9', 'invoice', [{ rate: 0, net: 0, vat: 0 }]],
      ['F'.repeat(60), 'invoice', [{ rate: 0, net: 100, vat: 0 }]],
    ],
  );
});

test('invisible characters, writing directions and blanks are taken out of names', async () => {
  const found = await read(
    list(`\u200bF-1\u202e;05/01/2026;  Zoe\u0301 \u0007 Martin\ud800 ;1,00;0;1,00`),
    'characters',
  );
  assert.ok('documents' in found);
  assert.deepEqual([found.documents[0]?.number, found.documents[0]?.customer.name], ['F-1', 'Zoé Martin\ufffd']);
});

test('the first bytes of every list, and a list with one byte changed, are read or refused', async () => {
  let files = 0;
  for (const maker of listMakers) {
    const whole = maker.write(salesOf(3, { hasCreditNotes: false }));
    for (const part of [0.1, 0.35, 0.5, 0.75, 0.98]) {
      await read(whole.subarray(0, Math.floor(whole.length * part)), `${maker.name}, ${part}`);
      const changed = Uint8Array.from(whole);
      const at = Math.floor(whole.length * part);
      changed[at] = ((changed[at] ?? 0) + 97) % 256;
      await read(changed, `${maker.name}, changed at ${at}`);
      files += 2;
    }
  }
  assert.ok(files > 200, `${files} files`);
});

test('any text, in any of three encodings, is read or refused without an exception', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('F-1', '05/01/2026', '12,00', '-', '=1+1', '"', ''),
  );
  const table = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(';', ',', '\t', '|'), fc.boolean(), async (rows, separator, isUtf16) => {
      const text = [HEADERS.replaceAll(';', separator), ...rows.map((cells) => cells.join(separator))].join('\n');
      await readImportFile({ name: '', bytes: isUtf16 ? inUtf16(text.toWellFormed()) : bytesOf(text), own: {} });
    }),
    { numRuns: 300 * Number(process.env.PROPERTY_FACTOR ?? 1) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('', '%PDF-1.7\n', '<?xml version="1.0"?>', 'PK\x03\x04', '{'),
      async (bytes, start) => {
        await readImportFile({ name: '', bytes: Buffer.concat([Buffer.from(start, 'latin1'), bytes]), own: {} });
      },
    ),
    { numRuns: 200 * Number(process.env.PROPERTY_FACTOR ?? 1) },
  );
});
