import assert from 'node:assert/strict';
import { test } from 'vitest';
import { amountsOf } from './amounts-of-line.ts';
import { dayOf } from './day-of-line.ts';
import { readReceipt, type TextLine } from './read-receipt.ts';

const TODAY = '2026-03-02';
const linesOf = (...texts: string[]): TextLine[] =>
  texts.map((text, place) => ({ page: 1, text, box: { x: 30, y: 560 - 20 * place, width: 200, height: 10 } }));
const read = (...texts: string[]) => {
  const found = readReceipt(linesOf(...texts), { today: TODAY, ownNames: ['Zoé Martin EI'] });
  return Object.fromEntries(Object.entries(found).map(([member, { value }]) => [member, value]));
};

test('a paper invoice of 49.90 is read whole: day, supplier, total, VAT and number', () => {
  assert.deepEqual(
    read(
      ...['Papeterie du Port', '12 quai des Lices, 35000 Rennes', 'Facture n° TK-4411', 'Date : 01/03/2026'],
      ...['Ramette A4 41,58 €', 'Total HT 41,58 €', 'TVA 20 % 8,32 €', 'Total TTC 49,90 €'],
    ),
    { paidOn: '2026-03-01', supplierName: 'Papeterie du Port', amount: 4_990, vat: 832, reference: 'TK-4411' },
  );
});

test('each value has the line that states it', () => {
  const { amount } = readReceipt(linesOf('Café des Arts', 'NET À PAYER 1 049,90 EUR'), { today: TODAY, ownNames: [] });
  assert.deepEqual(amount, {
    value: 104_990,
    line: { page: 1, text: 'NET À PAYER 1 049,90 EUR', box: { x: 30, y: 540, width: 200, height: 10 } },
  });
});

test('a till receipt: the total with its VAT by rate, 5.50 of 5.5 % and 10.00 of 20 %, makes 15.50', () => {
  assert.deepEqual(
    read(
      'SUPER U RENNES',
      'Ticket : 0042-17',
      '28/02/26 18:04',
      'TVA 5,5 % 100,00 5,50',
      'TVA 20 % 50,00 10,00',
      'TOTAL 165,50',
    ),
    { paidOn: '2026-02-28', supplierName: 'SUPER U RENNES', amount: 16_550, vat: 1_550, reference: '0042-17' },
  );
});

test('an English invoice: amount due, VAT total, month by name', () => {
  assert.deepEqual(
    read(
      'Hosting Ltd',
      'Invoice number: INV-9',
      'Issued February 3, 2026',
      'Subtotal 1,000.00',
      'Total VAT 200.00',
      'Amount due 1,200.00',
    ),
    { paidOn: '2026-02-03', supplierName: 'Hosting Ltd', amount: 120_000, vat: 20_000, reference: 'INV-9' },
  );
});

test('the day of payment comes before that of issue; due days, days to come and birthdays are none', () => {
  assert.equal(read('Facture du 01/02/2026', 'Payée le 15/02/2026').paidOn, '2026-02-15');
  assert.equal(read('Échéance 01/02/2026', 'Né, naissance 01/02/2020', '03/03/2026', '01/01/1999').paidOn, undefined);
});

test('the own name, titles and addresses are no supplier', () => {
  assert.equal(read('FACTURE', 'Zoé Martin EI', '75015 12345 12', 'Atelier Nord').supplierName, 'Atelier Nord');
});

test('a total without tax, a VAT number, and VAT above a sixth of the total are left out', () => {
  assert.deepEqual(read('Total HT 100,00', 'N° TVA FR44732829320', 'TVA non applicable, art. 293 B du CGI'), {});
  assert.equal(read('Total TTC 60,00', 'Total TVA 10,00').vat, 1_000);
  assert.equal(read('Total TTC 60,00', 'Total TVA 10,02').vat, undefined);
});

test('amounts have two decimals: 1 234,56, 1.234,56, 1,234.56 and 12.50, but no rate, date or number', () => {
  assert.deepEqual(amountsOf('1 234,56 1.234,56 1,234.56 12.50'), [123_456, 123_456, 123_456, 1_250]);
  assert.deepEqual(amountsOf('5,50 % le 01.03.26 n° 12.34.56 2026 12,345 9999999999,00'), []);
});

test('days are read in figures and words, and 30 February is none', () => {
  for (const text of ['2026-03-01', '01/03/2026', 'le 1.3.26', '1er mars 2026', 'March 1st, 2026', '1 MAR. 2026'])
    assert.equal(dayOf(text), '2026-03-01', text);
  assert.equal(dayOf('15 août 2025'), '2025-08-15');
  for (const text of ['30/02/2026', '13/13/2026', 'rendez-vous 12 truc 2026', '1234-56', ''])
    assert.equal(dayOf(text), undefined, text);
});

test('any text is read without an exception, in time that grows with its length', () => {
  const began = performance.now();
  const long = [
    '1 '.repeat(5_000),
    'total ttc '.repeat(2_000),
    'facture n°'.repeat(2_000),
    '1,'.repeat(9_000),
    '\u0000\uD800',
  ];
  assert.doesNotThrow(() => read(...long, ...Array.from({ length: 2_000 }, (_, n) => `ligne ${n} total 1,00`)));
  assert.ok(performance.now() - began < 2_000);
});
