import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createOutbox } from '../../db/events/outbox.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Finalized, Invoice } from '../../domain/billing/document/document.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import type { LineInput } from '../../schemas/billing/document/document-input.ts';
import { productsOfLines } from './products-of-lines.ts';
import { stockForDrafts, stockMoved } from './stock.ts';

// Documents query the catalogue only if needed: here the database only counts queries.

const productId = '01890a5d-ac96-774b-bcce-b302099a8057';
const quantity = 10_000 as TenThousandths;
const whole: LineInput = {
  designation: 'Formation',
  quantity,
  unitPrice: quantity,
  vatCode: 'FR_2000',
  isTaxIncluded: false,
  type: null,
  quantityUnit: 'day',
  reference: null,
  description: null,
  isDeliveryOfGoods: false,
};

function counting() {
  const sent: string[] = [];
  const tx: Tx = {
    accountId: productId,
    test: false,
    read: async ({ text }) => {
      sent.push(text);
      return [];
    },
    write: ({ text }) => void sent.push(text),
    afterCommit: () => {},
    standing: new Map(),
    outbox: createOutbox(),
  };
  return { tx, now: 0, sent };
}

test('lines without a product, with an invalid id, or complete in themselves do not query the catalogue', async () => {
  const { sent, ...context } = counting();
  const { designation: _, ...unnamed } = whole;
  await productsOfLines(context, [whole, { ...whole, productId }, { ...unnamed, productId: 'SKU-7' }]);
  assert.equal(sent.length, 0);
  await productsOfLines(context, [
    { ...unnamed, productId },
    { ...unnamed, productId: productId.toUpperCase() },
  ]);
  assert.equal(sent.length, 1);
});

test('501 lines are refused without querying the catalogue', async () => {
  const { sent, ...context } = counting();
  await productsOfLines(context, Array(501).fill({ productId, quantity }));
  assert.equal(sent.length, 0);
});

test('a document without products runs no stock queries; with a product it runs one read and two writes', async () => {
  const document = (lines: object[], sealed?: object) =>
    ({ kind: 'invoice', id: productId, test: false, content: { lines }, sealed }) as unknown as Invoice;
  const { sent, ...context } = counting();
  const plain = [{ quantity }, { quantity, productId: 'SKU-7' }];
  await stockForDrafts(context, [document(plain), document([{ quantity, productId }], {})]);
  assert.equal(sent.length, 0);
  assert.equal(stockMoved(document(plain, {}) as Finalized, { relatives: [] }, 0), undefined);
  await stockForDrafts(context, [document([{ quantity, productId }]), document([{ quantity, productId }])]);
  assert.equal(sent.length, 1);
  const moved = stockMoved(document([{ quantity, productId }], {}) as Finalized, { relatives: [] }, 0);
  assert.deepEqual(moved?.moving.moves, [{ productId, moved: -quantity }]);
});
