import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import type { VatMention } from '../../../vat/mention-text.ts';
import type { LinedDocument } from '../document.ts';
import type { Line } from '../lines/line.ts';
import { contradictionOf } from './vat-contradiction.ts';

const goods = (line: Line): Line => ({ ...line, deliveryOfGoods: true });
const disbursement = lineOf(1, 5_000, 'FR_00HT', { disbursement: true });
const found = (mention: VatMention, ...lines: Line[]) =>
  contradictionOf(
    { sold: { content: { lines } } as unknown as LinedDocument, estimate: undefined },
    { mention, day: '2026-11-20' },
  );
const contradicts = (mention: VatMention, ...lines: Line[]): boolean => found(mention, ...lines) !== undefined;

test('art. 293 B contradicts every line with VAT, except disbursements', () => {
  assert.equal(contradicts('vat_not_applicable', lineOf(1, 100, 'FR_00HT')), false);
  assert.equal(contradicts('vat_not_applicable', lineOf(1, 100, 'FR_00HT'), lineOf(1, 100, 'FR_2000')), true);
  assert.equal(contradicts('vat_not_applicable', lineOf(1, 100, 'FR_210')), true);
  assert.equal(contradicts('vat_not_applicable', disbursement), false);
});

test('a mention needs a line it explains: reverse charge with 20 % alone, or 262 ter on services, explains none', () => {
  assert.equal(contradicts('vat_construction', lineOf(1, 100, 'FR_2000')), true);
  assert.equal(contradicts('vat_construction', lineOf(1, 100, 'FR_2000'), lineOf(1, 100, 'FR_00HT')), false);
  assert.equal(contradicts('vat_exemption_eu_sale', lineOf(1, 100, 'FR_00UE')), true);
  assert.equal(
    contradicts('vat_exemption_eu_sale', goods(lineOf(1, 100, 'FR_00UE')), lineOf(1, 100, 'FR_00UE')),
    false,
  );
  assert.equal(contradicts('vat_not_applicable_2', goods(lineOf(1, 100, 'FR_0HUE'))), true);
  assert.equal(contradicts('vat_exemption', goods(lineOf(1, 100, 'FR_0HUE'))), false);
});

test('the mention of a reduced rate needs a line at that rate, and explains no line without VAT', () => {
  assert.equal(contradicts('vat_reduced_rate', lineOf(1, 100, 'FR_550'), lineOf(1, 100, 'FR_2000')), false);
  assert.equal(contradicts('vat_reduced_rate', lineOf(1, 100, 'FR_1000')), true);
  assert.equal(contradicts('vat_reduced_rate_2', lineOf(1, 100, 'FR_1000')), false);
  assert.equal(contradicts('vat_reduced_rate', lineOf(1, 100, 'FR_550'), lineOf(1, 100, 'FR_00HT')), true);
});

test('without mention and lines there is no contradiction', () => {
  assert.equal(contradicts('not_subject', lineOf(1, 100, 'FR_2000')), false);
  assert.equal(contradicts('vat_construction'), false);
});

test('a contradiction lists the indexes of the lines concerned; if the mention explains none, all but disbursements', () => {
  const lines = [lineOf(1, 100, 'FR_00HT'), disbursement, lineOf(1, 100, 'FR_2000'), lineOf(1, 100, 'FR_550')];
  const numbers = (mention: VatMention) => found(mention, ...lines)?.lines.map(({ number }) => number);
  assert.deepEqual(numbers('vat_not_applicable'), [3, 4]);
  assert.deepEqual(numbers('vat_reduced_rate'), [1]);
  assert.deepEqual(numbers('vat_reduced_rate_2'), [1, 3, 4]);
  const union = found('vat_exemption_eu_sale', lineOf(1, 100, 'FR_00UE'), disbursement);
  assert.deepEqual([union?.why, union?.lines], ['explains_no_line', [{ number: 1, vatCode: 'FR_00UE', goods: false }]]);
});
