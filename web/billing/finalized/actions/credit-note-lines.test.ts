import assert from 'node:assert/strict';
import { test } from 'vitest';
import { linesToCredit } from './credit-note-lines.ts';

const line = (designation: string, net: number, changed: object = {}) =>
  ({
    ...{ id: designation, designation, unitPrice: net, quantity: 2, vatCode: 'FR_2000', isTaxIncluded: true },
    ...{ priceWithoutTaxAfterDiscount: net, discount: { amount: 1000, mode: 'PERCENTAGE' }, ...changed },
  }) as never;

test('of three lines, the first is credited in full, the second by 240.00, the third not at all', () => {
  const under = { section: 'Salle' };
  const lines = [line('Pose', 208_000, under), line('Comptoir', 364_000, under), line('Banquettes', 468_000)];
  const [whole, part, ...none] = linesToCredit(lines, [208_000, 24_000, 0]);
  assert.deepEqual([whole?.quantity, whole?.unitPrice, whole?.isTaxIncluded], [2, 208_000, true]);
  assert.deepEqual([part?.designation, part?.quantity, part?.unitPrice], ['Comptoir', 1, 24_000]);
  // 240.00 without tax and without a second discount.
  assert.deepEqual([part?.isTaxIncluded, part?.discount], [false, undefined]);
  assert.deepEqual([whole?.section, part?.section], ['Salle', 'Salle']);
  assert.deepEqual(none, []);
});

test('on a line of −500.00, a negative quantity takes back 100.00', () => {
  const [part] = linesToCredit([line('Reprise', -50_000)], [-10_000]);
  assert.deepEqual([part?.quantity, part?.unitPrice], [-1, 10_000]);
});
