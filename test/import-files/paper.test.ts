import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { test } from 'vitest';
import type { ForeignDocument } from '../../src/domain/billing/past/foreign-document.ts';
import { readImportFile } from '../../src/import-files/read-import-file.ts';
import { EXAMPLES } from '../einvoice/example-files.ts';
import { examples } from '../einvoice/examples.ts';
import { papersOf } from '../einvoice/pdf-texts.ts';
import { cachedTypesetter } from '../pdf/render-cache.ts';
import { textPdf } from '../support/documents/text-pdf.ts';
import { type PaperLayout, paperLayouts, paperOf } from './samples/paper-layouts.ts';

const OWN = { siren: '732829320', name: 'Atelier Martin' };
const read = async (bytes: Uint8Array, own: object = OWN) => {
  const found = await readImportFile({ name: 'facture.pdf', bytes, own });
  assert.ok(!('fault' in found), JSON.stringify(found));
  return found;
};

/** The facts on a page that are compared: all but the due day. */
const stated = ({ kind, number, issuedOn, currency, sums, customer, corrects }: ForeignDocument) => ({
  ...{ kind, number, issuedOn, currency, corrects },
  sums: sums
    .filter(({ net, vat }) => net !== 0 || vat !== 0)
    .map(({ rate, net, vat }) => [rate, net, vat])
    .toSorted(([a = 0], [b = 0]) => b - a),
  // The page adds the commercial name in brackets.
  customer: [customer.name.replace(/ \(.*\)$/, ''), customer.siren, customer.address?.zipCode],
});

/**
 * Yen have no decimals. In Italian and Portuguese two columns of the final invoice overlap, so that
 * their texts are mixed.
 */
const NOT_READ: ReadonlySet<string> = new Set([
  'invoice-yen/paper',
  'final-invoice/paper.it',
  'final-invoice/paper.pt',
]);

test('the page of each of our examples, in seven languages, states the same as its electronic invoice', async () => {
  let compared = 0;
  for (const [name, make] of Object.entries(examples)) {
    const electronic = await readImportFile({
      name: '',
      bytes: readFileSync(join(EXAMPLES, name, 'cii.xml')),
      own: OWN,
    });
    assert.ok('documents' in electronic);
    const expected = stated(electronic.documents[0] as ForeignDocument);
    for (const [paper, printed] of Object.entries(papersOf(name, make()))) {
      if (!paper.startsWith('paper') || NOT_READ.has(`${name}/${paper}`)) continue;
      const found = await read(cachedTypesetter.set({ printed }));
      assert.ok(found.documents[0]?.doubts.includes('read_from_text'), `${name}/${paper} ${JSON.stringify(found)}`);
      assert.deepEqual(stated(found.documents[0] as ForeignDocument), expected, `${name}/${paper}`);
      compared += 1;
    }
  }
  assert.ok(compared >= 40, `${compared} pages`);
});

for (const layout of paperLayouts)
  test(`a page in the style of ${layout.program} is read: ${layout.expected.number}`, async () => {
    const found = await read(await paperOf(layout));
    const [document] = found.documents;
    assert.ok(document, JSON.stringify(found));
    const { kind, number, issuedOn, dueOn, customer, sums } = document;
    const compared: PaperLayout['expected'] = {
      ...{ kind, number, issuedOn, ...(dueOn !== undefined && { dueOn }), customer: customer.name },
      ...(customer.address?.zipCode !== undefined && { zipCode: customer.address.zipCode }),
      sums: sums.map((sum) => [sum.rate, sum.net, sum.vat]),
    };
    assert.deepEqual(compared, layout.expected);
  });

test('the program is named by the metadata or by the note at the foot', async () => {
  const sources = await Promise.all(paperLayouts.map(async (layout) => (await read(await paperOf(layout))).source));
  assert.deepEqual(sources, [
    'abby',
    'henrri',
    'freebe',
    undefined,
    undefined,
    undefined,
    'invoice_ninja',
    undefined,
    'stripe',
  ]);
});

test('an invoice of a supplier to this account is a purchase; one between others is left out', async () => {
  const [layout] = paperLayouts as [PaperLayout];
  const bytes = await paperOf(layout);
  const purchase = await read(bytes, { siren: '552100554', name: 'Menuiserie Kervella' });
  assert.deepEqual([purchase.content, purchase.leftOut], ['purchases', [{ reason: 'purchase', number: 'F-2026-014' }]]);
  const others = await read(bytes, { siren: '404833048', name: 'Autre' });
  assert.deepEqual(others.leftOut, [{ reason: 'of_others', number: 'F-2026-014' }]);
});

test('a paid page says so: paid on 15 March 2026', async () => {
  const bytes = await textPdf([
    ['Facture n° TK-4411'],
    ['Date : 01/03/2026'],
    ['Client : Café des Arts'],
    ['Total HT', '100,00 €'],
    ['TVA 20 %', '20,00 €'],
    ['Total TTC', '120,00 €'],
    ['Facture payée le 15/03/2026'],
  ]);
  const [document] = (await read(bytes, {})).documents;
  assert.deepEqual(document?.payments, [{ on: '2026-03-15', amount: 12_000 }]);
  assert.equal(document?.customer.name, 'Café des Arts');
});

test('a PDF of pictures has no text, a locked one is encrypted, another text is no document', async () => {
  const pictures = await PDFDocument.create();
  pictures.addPage();
  const faultOf = (bytes: Uint8Array) => readImportFile({ name: 'scan.pdf', bytes, own: OWN });
  assert.deepEqual(await faultOf(Buffer.from(await pictures.save())), { fault: 'without_text' });
  assert.deepEqual(await faultOf(Buffer.from('%PDF-1.7 not really')), { fault: 'broken' });
  const locked = await textPdf([['Facture n° 1']], (pdf) => pdf.encrypt({ userPassword: 'secret' }));
  assert.deepEqual(await faultOf(locked), { fault: 'encrypted' });
  const letter = await read(await textPdf([['Chère Madame,'], ['merci de votre visite.']]), {});
  assert.deepEqual([letter.content, letter.documents.length], ['unknown', 0]);
});
