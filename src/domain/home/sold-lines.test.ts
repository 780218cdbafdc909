import assert from 'node:assert/strict';
import { test } from 'vitest';
import { goodsByKey, type SoldLine, serviceMixOf } from './sold-lines.ts';

const line = (net: number, type?: SoldLine['type'], more: Partial<SoldLine> = {}): SoldLine => ({
  ...{ net, vatCode: 'FR_2000', deliveryOfGoods: false },
  ...(type !== undefined && { type }),
  ...more,
});
const PAPER = line(40_000, 'sale_of_goods');
const TRAINING = line(100_000, 'service_delivery');
const REPAIR = line(60_000, 'commercial_or_craft_services');
const UNTYPED = line(10_000);
const STAMP = line(500, 'disbursement');

test('400.00 of goods and 1,000.00 of services at 20 %: 400.00 of 1,400.00 are goods; without goods nothing is kept', () => {
  assert.deepEqual(goodsByKey([PAPER, TRAINING]), { FR_2000: { goods: 40_000, all: 140_000 } });
  assert.deepEqual(goodsByKey([TRAINING, UNTYPED]), {});
});

test('a service marked as a delivery of goods counts as goods; each rate and the disbursements apart', () => {
  const delivered = line(20_000, 'service_delivery', { deliveryOfGoods: true, vatCode: 'FR_550' });
  assert.deepEqual(goodsByKey([delivered, TRAINING, STAMP]), {
    FR_550: { goods: 20_000, all: 20_000 },
    FR_2000: { goods: 0, all: 100_000 },
    disbursement: { goods: 0, all: 500 },
  });
});

test('services of one nature decide that of untyped lines; without typed ones the register decides', () => {
  assert.deepEqual(serviceMixOf([REPAIR, UNTYPED], false), { nature: 'bic_services' });
  assert.deepEqual(serviceMixOf([TRAINING, UNTYPED], true), { nature: 'bnc' });
  assert.deepEqual(serviceMixOf([UNTYPED, PAPER], true), { nature: 'bic_services' });
  assert.deepEqual(serviceMixOf([UNTYPED], false), { nature: 'bnc' });
});

test('600.00 of craft and 1,000.00 of professional services: untyped 100.00 follow the register; goods and disbursements are left out', () => {
  const sold = [REPAIR, TRAINING, UNTYPED, PAPER, STAMP];
  assert.deepEqual(serviceMixOf(sold, true), {
    nature: 'bic_services',
    lines: { FR_2000: { bic: 70_000, all: 170_000 } },
  });
  assert.deepEqual(serviceMixOf(sold, false), { nature: 'bnc', lines: { FR_2000: { bic: 60_000, all: 170_000 } } });
});
