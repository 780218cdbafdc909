import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { test } from 'vitest';
import type { ForeignDocument } from '../../src/domain/billing/past/foreign-document.ts';
import { readImportFile } from '../../src/import-files/read-import-file.ts';
import { EXAMPLES } from '../einvoice/example-files.ts';

const OWN = { siren: '732829320', vatNumber: 'FR44732829320', name: 'Atelier Martin' };

const read = async (example: string, file: 'cii.xml' | 'ubl.xml', own: object = OWN) => {
  const found = await readImportFile({ name: file, bytes: readFileSync(join(EXAMPLES, example, file)), own });
  assert.ok(!('fault' in found), `${example}/${file}: ${JSON.stringify(found)}`);
  return found;
};
const only = ({ documents }: { documents: readonly ForeignDocument[] }): ForeignDocument => {
  assert.equal(documents.length, 1);
  return documents[0] as ForeignDocument;
};

test('the invoice F-2026-0001 is read from CII and UBL with its customer, sums and days', async () => {
  for (const file of ['cii.xml', 'ubl.xml'] as const) {
    const found = await read('invoice-usual', file);
    assert.equal(found.type, file.slice(0, 3));
    assert.equal(found.content, 'documents');
    const { number, kind, issuedOn, customer, currency, doubts } = only(found);
    assert.deepEqual(
      { number, kind, issuedOn, currency, doubts },
      {
        ...{ number: 'F-2026-0001', kind: 'invoice', issuedOn: '2026-03-02', currency: 'EUR', doubts: [] },
      },
    );
    assert.equal(customer.name, 'Mairie & Fils SARL');
    assert.equal(customer.siren, '552100554');
    assert.equal(customer.isCompany, true);
    assert.equal(customer.address?.city, 'Nantes');
  }
});

test('each of our own examples is read in both formats, equal to the cent to its JSON', async () => {
  const names = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  let compared = 0;
  for (const { name } of names) {
    const shown = JSON.parse(readFileSync(join(EXAMPLES, name, 'document.json'), 'utf8'));
    for (const file of ['cii.xml', 'ubl.xml'] as const) {
      const found = await read(name, file, { siren: shown.emitter.siret?.slice(0, 9), name: shown.emitter.name });
      const document = only(found);
      assert.equal(document.number, shown.number, name);
      const net = document.sums.reduce((all, sum) => all + sum.net, 0);
      const vat = document.sums.reduce((all, sum) => all + sum.vat, 0);
      assert.ok(net >= 0, name);
      assert.deepEqual(
        document.doubts.filter((doubt) => doubt === 'total_differs'),
        [],
        `${name}/${file} ${net} ${vat}`,
      );
      compared += 1;
    }
  }
  assert.ok(compared >= 80, `${compared} files`);
});

test('a credit note names the invoice it corrects, with positive amounts', async () => {
  const document = only(await read('credit-note-partial', 'cii.xml'));
  assert.equal(document.kind, 'credit_note');
  assert.match(document.corrects ?? '', /^F-2026-/);
  assert.ok(document.sums.every(({ net }) => net > 0));
});

test('an invoice of another seller is a purchase if this account is the buyer, else one of others', async () => {
  const purchase = await read('invoice-usual', 'ubl.xml', { siren: '552100554' });
  assert.deepEqual(
    [purchase.content, purchase.documents.length, purchase.leftOut[0]?.reason],
    ['purchases', 0, 'purchase'],
  );
  const others = await read('invoice-usual', 'ubl.xml', { siren: '404833048' });
  assert.deepEqual(others.leftOut, [{ reason: 'of_others', number: 'F-2026-0001' }]);
});

test('an account without numbers is recognized by its name, whatever the accents and legal form', async () => {
  const document = only(await read('invoice-usual', 'cii.xml', { name: 'ATELIER MARTIN' }));
  assert.equal(document.number, 'F-2026-0001');
});

test('a Factur-X is read from its XML, not from its page', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  await pdf.attach(readFileSync(join(EXAMPLES, 'invoice-usual', 'cii.xml')), 'factur-x.xml');
  const found = await readImportFile({ name: 'f.pdf', bytes: Buffer.from(await pdf.save()), own: OWN });
  assert.ok('documents' in found);
  assert.deepEqual([found.type, only(found).number, only(found).doubts], ['factur_x', 'F-2026-0001', []]);
});

test('108.00 paid at issue are a payment on an unknown day; type 386 is an advance', async () => {
  const paid = only(await read('invoice-already-paid', 'cii.xml'));
  assert.deepEqual(paid.payments, [{ on: '2026-03-02', amount: 10_800 }]);
  assert.deepEqual(paid.doubts, ['payment_day_unknown']);
  assert.equal(only(await read('advance-on-estimate', 'ubl.xml')).kind, 'advance');
});

test('statements of banks in CAMT and OFX are recognized, and not read', async () => {
  const camt =
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>';
  const ofx = 'OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR</STMTRS></OFX>';
  for (const [text, type] of [
    [camt, 'camt'],
    [ofx, 'ofx'],
  ] as const) {
    const found = await readImportFile({ name: '', bytes: Buffer.from(text), own: OWN });
    assert.deepEqual(found, { type, content: 'bank_statement', documents: [], leftOut: [], rows: 0 });
  }
});
