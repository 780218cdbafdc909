import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { databaseDigest } from '../../../test/support/database/database-digest.ts';
import { type Said, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { listEvents } from '../events/events.ts';
import { exportProducts, importProducts } from './product-import-export.ts';
import { createProduct, getProduct, listProducts } from './products.ts';

let service: TestService;
let digest: Awaited<ReturnType<typeof databaseDigest>>;
beforeAll(async () => {
  service = await testService();
  digest = await databaseDigest(service.database);
});
afterAll(async () => {
  await digest.close();
  await service.close();
});

const HEADERS = 'Désignation;Référence;Type;Unité;Prix unitaire;TVA';
const fileOf = (...rows: string[]): string => [HEADERS, ...rows].join('\r\n');
const row = (reference: string, price = '450,00') =>
  `Développement web;${reference};Prestation de services;jour;${price};20 %`;

const imported = async (content: string, options: object = {}, said: Said = {}) => {
  const heard = await service.call(importProducts, { body: { content, ...options }, ...said });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
};
const refused = async (content: string, options: object = {}, said: Said = {}): Promise<Record<string, any>> => {
  const heard = await service.call(importProducts, { body: { content, ...options }, ...said });
  assert.ok(isRefusal(heard), JSON.stringify(heard));
  return heard;
};
const found = async (search: string, caller = service.live): Promise<any[]> =>
  (await service.call(listProducts, { query: { search }, caller })).json.docs;
/** All notes of an import in short form. */
const notes = (all: any[]) => all.map(({ row, column, code }) => `${row} ${column ?? ''} ${code}`.replace('  ', ' '));

test('import-products creates products from a file saved by a French spreadsheet', async () => {
  const report = await imported(fileOf(row('FR-1', '1 234,56 €'), 'Pain;FR-2;Marchandise;kg;3,1;5,5'));
  const { columns, ...counts } = report;
  assert.deepEqual(columns[5], { header: 'TVA', member: 'vatCode', sample: '20 %' });
  assert.deepEqual(counts, {
    ...{ dryRun: false, rows: 2, created: 2, updated: 0, known: 0, skipped: 0 },
    ...{ errors: [], errorCount: 0, warnings: [], warningCount: 0 },
  });
  const [web, bread] = await found('FR-');
  assert.deepEqual(
    [web.designation, web.unitPrice, web.unit, web.type, web.vatCode, web.isStockable],
    ['Développement web', 123456, 'DAY', 'SERVICE_DELIVERY', 'FR_2000', false],
  );
  assert.deepEqual([bread.unitPrice, bread.unit, bread.vatCode, bread.isStockable], [310, 'KG', 'FR_550', true]);
});

test('a price of 0,123456 keeps its six decimals; one with seven decimals is refused', async () => {
  await imported(fileOf(row('CENT-1', '0,123456')));
  assert.equal((await found('CENT-1'))[0].unitPrice, 12.3456);
  const { report } = await refused(fileOf(row('CENT-2', '0,1234567')));
  assert.deepEqual(
    notes(report.errors).map((note) => note.slice(0, 15)),
    ['2 Prix unitaire'],
  );
});

test('headers can be English or API names, in any order; unknown columns are reported', async () => {
  const report = await imported('vatCode,unit,Colour,type,designation,reference\nFR_1000,hour,red,2,Repair,EN-1\n');
  assert.deepEqual([report.created, notes(report.warnings)], [1, ['1 Colour column_unknown']]);
  assert.deepEqual([(await found('EN-1'))[0].unit, (await found('EN-1'))[0].unitPrice], ['HOUR', 0]);
});

test('one bad row rejects the whole import; each error names its row and column', async () => {
  const seen = await digest.digest();
  const bad = 'Pain;BAD-2;brioche;kg;cher;19,6';
  const answer = await refused(fileOf(row('BAD-1'), '', bad, 'Pain;BAD-3;Marchandise;;;20'));
  assert.equal(answer.refused, 'file_rows_refused');
  const { report } = answer;
  assert.deepEqual([report.rows, report.created, report.skipped, report.errorCount], [3, 0, 2, 3]);
  assert.deepEqual(notes(report.errors), [
    '4 Prix unitaire number_unreadable',
    '4 TVA vat_rate_unknown',
    '5 Unité cell_missing',
  ]);
  assert.equal(await digest.digest(), seen);
});

test('skipBad imports the valid rows and reports the others', async () => {
  const report = await imported(fileOf(row('SKIP-1'), 'Pain;SKIP-2;brioche;kg;1;20', row('SKIP-3')), { skipBad: true });
  assert.deepEqual([report.created, report.skipped, notes(report.errors)], [2, 1, ['3 Type invalid_value']]);
  assert.deepEqual((await found('SKIP-')).map(({ reference }) => reference).sort(), ['SKIP-1', 'SKIP-3']);
});

test('a dry run reports the result of the import and writes nothing; the import itself writes', async () => {
  const seen = await digest.digest();
  const dry = await imported(fileOf(row('DRY-1'), row('DRY-2')), { dryRun: true });
  assert.equal(await digest.digest(), seen);
  const real = await imported(fileOf(row('DRY-1'), row('DRY-2')));
  assert.notEqual(await digest.digest(), seen);
  assert.deepEqual({ ...dry, dryRun: false }, real);
});

test('a dry run of a file with bad rows succeeds and returns the errors of the real import', async () => {
  const file = fileOf(row('DRY-3'), 'Pain;DRY-4;brioche;kg;1;20');
  const dry = await imported(file, { dryRun: true });
  const { report } = await refused(file);
  assert.deepEqual([dry.errors, dry.created, dry.skipped], [report.errors, 1, 1]);
});

test('a row with an id updates only the columns present', async () => {
  const body = { designation: 'Audit', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000', unitPrice: 90000 };
  const made = (await service.call(createProduct, { body: { ...body, reference: 'UP-1', description: 'Deux jours' } }))
    .json;
  const report = await imported(`id;Prix unitaire;Référence\n${made.id.toUpperCase()};950,5;\n`);
  assert.deepEqual([report.updated, report.created], [1, 0]);
  const { json } = await service.call(getProduct, { path: { productId: made.id } });
  const { reference: _, ...kept } = made;
  assert.deepEqual(json, {
    ...kept,
    unitPrice: 95050,
    priceWithoutTaxes: 95050,
    priceWithTaxes: 114060,
    vatAmount: 19010,
  });
});

test('a new price alone replaces the margin; with a margin in the same row, the margin wins and a warning says so', async () => {
  const body = { designation: 'Vis', type: 'GOODS_SALE', unit: 'UNIT', vatCode: 'FR_2000' };
  const { json } = await service.call(createProduct, { body: { ...body, purchasePrice: 1000, productMargin: 30 } });
  assert.equal(json.unitPrice, 1300);
  await imported(`id;Prix unitaire\n${json.id};15\n`);
  const alone = (await service.call(getProduct, { path: { productId: json.id } })).json;
  assert.deepEqual([alone.unitPrice, alone.productMargin], [1500, 50]);
  const report = await imported(`id;Prix unitaire;Marge\n${json.id};20;50\n`);
  assert.deepEqual(notes(report.warnings), ['2 Prix unitaire price_from_margin']);
  assert.equal((await service.call(getProduct, { path: { productId: json.id } })).json.unitPrice, 1500);
});

test('with taxes included, the margin applies before tax: 100,00 and 30 % make 156,00 at 20 %', async () => {
  const headers = 'Désignation;Référence;Type;Unité;Prix d’achat;Marge (%);TTC;TVA';
  await imported(`${headers}\nVase;VASE-30;Marchandise;unité;100,00;30;oui;20 %\n`);
  const [vase] = await found('VASE-30');
  assert.deepEqual([vase.unitPrice, vase.priceWithoutTaxes, vase.productMargin], [15600, 13000, 30]);
  // A later file that switches the price to excluding VAT keeps the margin.
  await imported(`id;TTC\n${vase.id};non\n`);
  const [without] = await found('VASE-30');
  assert.deepEqual([without.unitPrice, without.priceWithTaxes, without.productMargin], [13000, 15600, 30]);
});

test('an id that is unknown, of another account, or twice in the file is a row error', async () => {
  const other = await service.newAccount('Otto Fremd');
  const body = { designation: 'Geheim', type: 'GOODS_SALE', unit: 'UNIT', vatCode: 'FR_2000' };
  const foreign = (await service.call(createProduct, { body, caller: other.live })).json.id;
  const own = (await service.call(createProduct, { body })).json.id;
  const ids = [foreign, '01890a5d-ac96-774b-bcce-b302099a8057', 'x', own, own];
  const { report } = await refused(`id;Désignation\n${ids.map((id) => `${id};Neu\n`).join('')}`);
  assert.deepEqual(notes(report.errors), [
    '2 id product.not_found',
    '3 id product.not_found',
    '4 id product.not_found',
    '6 row_twice',
  ]);
  const { json } = await service.call(getProduct, { path: { productId: foreign }, caller: other.live });
  assert.equal(json.designation, 'Geheim');
});

test('an existing reference gets a warning; with updateExisting the row updates that product', async () => {
  await imported(fileOf(row('SAME-1', '10')));
  const again = await imported(fileOf(row('SAME-1', '20'), row('SAME-2'), row('SAME-2')));
  assert.deepEqual(
    [again.created, notes(again.warnings)],
    [3, ['2 Référence reference_taken', '4 Référence reference_taken']],
  );
  const { report } = await refused('Référence;Prix\nSAME-1;30\n', { updateExisting: true });
  assert.deepEqual(notes(report.errors), ['2 Référence reference_of_several']);

  await imported(fileOf(row('ONLY-1', '10')));
  const updated = await imported('Référence;Prix\nONLY-1;30\n', { updateExisting: true });
  assert.deepEqual([updated.updated, (await found('ONLY-1')).map(({ unitPrice }) => unitPrice)], [1, [3000]]);
  const twice = await refused('Référence;Prix\nONLY-1;40\nONLY-1;50\n', { updateExisting: true });
  assert.deepEqual(notes(twice.report.errors), ['3 Référence row_twice']);
});

test('business rules are row errors: a personal service by the day, a price above the limit', async () => {
  const headers = 'Désignation;Type;Unité;TVA;Service à la personne;Prix d’achat;Marge (%)';
  const { report } = await refused(
    `${headers}\nMénage;Prestation;jour;20;oui;;\nOr;Marchandise;kg;20;non;999 999 999;1000\n`,
  );
  assert.deepEqual(notes(report.errors), ['2 product.personal_service_unit', '3 product.price_too_large']);
});

test('an unreadable file is refused: missing or duplicate columns, unclosed quote, NUL, wrong character set', async () => {
  const { columns } = await refused('Désignation;Prix\nPain;3\n');
  assert.deepEqual(columns, ['Type', 'Unité', 'TVA']);
  assert.equal((await refused('Désignation;Nom\nPain;3\n')).refused, 'file_column_twice');
  assert.deepEqual(await refused(`${HEADERS}\n"Pain`), { refused: 'file_unreadable', fault: 'quote', row: 2 });
  assert.equal((await refused('Pain\0')).fault, 'nul');
  assert.equal((await refused(' \r\n;;')).fault, 'empty');
  assert.equal((await refused(Array.from({ length: 1_001 }, (_, at) => `c${at}`).join(';'))).fault, 'columns');
  const body = { file: Buffer.from('Désignation', 'latin1').toString('base64'), encoding: 'utf-8' };
  assert.deepEqual(await service.call(importProducts, { body }), { refused: 'file_unreadable', fault: 'encoding' });
  assert.equal((await refused('Désignation;Prix\nPain;3\n')).refused, 'file_columns_missing');
});

test('Windows-1252 and UTF-16 bytes import the same product', async () => {
  for (const [reference, encode] of [
    ['ENC-1', (text: string) => Buffer.from(text, 'latin1')],
    ['ENC-2', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ] as const) {
    const file = encode(fileOf(row(reference))).toString('base64');
    assert.equal((await service.call(importProducts, { body: { file } })).json.created, 1);
    assert.equal((await found(reference))[0].designation, 'Développement web');
  }
});

test('each imported product publishes the same event as one created or updated by hand', async () => {
  const other = await service.newAccount('Zuhörer');
  const said = { caller: other.live };
  await imported(fileOf(row('TELL-1'), row('TELL-2')), { dryRun: true }, said);
  await imported(fileOf(row('TELL-1'), row('TELL-2')), {}, said);
  await imported('Référence;Prix\nTELL-2;7\n', { updateExisting: true }, said);
  const { docs } = (await service.call(listEvents, { caller: other.live })).json;
  const happened = docs.map(({ event, product }: any) => `${event.type} ${product.reference} ${product.unitPrice}`);
  const told = ['product.created TELL-1 45000', 'product.created TELL-2 45000', 'product.updated TELL-2 700'];
  assert.deepEqual(happened.sort(), told);
});

test('a file is sent either as text or in base64', async () => {
  for (const body of [{}, { content: 'a', file: 'YQ==' }])
    assert.equal((await service.call(importProducts, { body })).refused, 'input_invalid');
});

test('a test key imports only into the test catalogue', async () => {
  await imported(fileOf(row('TESTING-1')), {}, { caller: service.test });
  assert.equal((await found('TESTING-1', service.test)).length, 1);
  assert.equal((await found('TESTING-1')).length, 0);
});

test('a retry with the same idempotency key returns the first result and imports nothing twice', async () => {
  const file = fileOf(row('IDEM-1'));
  const first = await imported(file, {}, { idempotencyKey: 'import-1' });
  const again = await imported(file, {}, { idempotencyKey: 'import-1' });
  assert.deepEqual(again, first);
  assert.equal((await found('IDEM-1')).length, 1);
  assert.equal(
    (await refused(file, { dryRun: true }, { idempotencyKey: 'import-1' })).refused,
    'idempotency_key_reused',
  );
});

test('10,000 rows are imported in one request; 10,001 are refused', async () => {
  const rows = Array.from({ length: 10_001 }, (_, at) => row(`MANY-${at}`));
  assert.deepEqual(await refused(fileOf(...rows)), { refused: 'file_too_long', limit: 10_000 });
  const report = await imported(fileOf(...rows.slice(0, 10_000)));
  assert.equal(report.created, 10_000);
  const { json } = await service.call(listProducts, { query: { search: 'MANY-', limit: 1 } });
  assert.equal(json.totalDocs, 10_000);
});

test('errors use spreadsheet row numbers; the first hundred are listed and all are counted', async () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => row(`ERR-${at}`, at % 2 ? 'cher' : '1'));
  const { report } = await refused(fileOf(...rows));
  assert.deepEqual([report.errorCount, report.errors.length, report.skipped], [500, 100, 500]);
  assert.deepEqual([report.errors[0].row, report.errors[99].row], [3, 201]);
});

test('the file of export-products can be imported: it creates the same catalogue in another account', async () => {
  const other = await service.newAccount('Copie');
  const designations = ['=1+1', "'quoted", 'Été; "fin"', 'deux\nlignes', '@x', '-5', '  blanc '];
  for (const [at, designation] of designations.entries()) {
    const body = {
      designation,
      type: 'GOODS_SALE',
      unit: 'M2',
      vatCode: 'FR_00UE',
      unitPrice: 1234.5678 + at,
      stock: 1.234,
    };
    const price = at === 0 ? { purchasePrice: 1000, productMargin: 33.3333 } : {};
    const said = {
      ...body,
      ...price,
      reference: at % 2 ? `+${at}` : undefined,
      description: at === 3 ? 'a\r\nb' : undefined,
    };
    assert.equal((await service.call(createProduct, { body: said, caller: other.live })).refused, undefined);
  }
  for (const format of ['excel-fr', 'plain']) {
    const copy = await service.newAccount(`Copie ${format}`);
    const { csv } = (await service.call(exportProducts, { query: { format }, caller: other.live })).json;
    assert.ok(csv.includes("'=1+1") && csv.startsWith(format === 'plain' ? 'Identifiant,' : '\ufeffIdentifiant;'));
    const withoutIds = csv.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
    const report = await imported(withoutIds, {}, { caller: copy.live });
    assert.deepEqual([report.created, report.warningCount], [designations.length, 0]);
    const shown = async (caller: typeof copy.live) =>
      (await service.call(listProducts, { query: { limit: 100 }, caller })).json.docs.map(
        ({ id: _, ...rest }: any) => rest,
      );
    assert.deepEqual(await shown(copy.live), await shown(other.live));
    assert.equal((await service.call(listProducts, { caller: copy.live })).json.totalDocs, designations.length);
  }
  const { csv } = (await service.call(exportProducts, { caller: other.live })).json;
  const again = await imported(csv, {}, { caller: other.live });
  assert.deepEqual([again.updated, again.created, again.warningCount], [designations.length, 0, 0]);
  assert.equal((await service.call(exportProducts, { caller: other.live })).json.csv, csv);
});
