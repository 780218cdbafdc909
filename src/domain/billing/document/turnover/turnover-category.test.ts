import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isGoods, turnoverCategories } from './turnover-category.ts';

test('goods bought or made are BIC sales, craft services BIC services, a profession BNC, a disbursement no turnover', () => {
  assert.deepEqual(turnoverCategories, {
    sale_of_goods: 'bic_goods',
    sale_of_manufactured_goods: 'bic_goods',
    commercial_or_craft_services: 'bic_services',
    service_delivery: 'bnc',
    disbursement: undefined,
  });
});

test('a line delivers goods if its type is a sale, or if it is marked so', () => {
  assert.ok(isGoods({ type: 'sale_of_manufactured_goods', deliveryOfGoods: false }));
  assert.ok(isGoods({ type: 'service_delivery', deliveryOfGoods: true }));
  assert.ok(!isGoods({ type: 'service_delivery', deliveryOfGoods: false }));
  assert.ok(!isGoods({ deliveryOfGoods: false }));
});
