import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { vatCodes } from '../../domain/vat/vat-code.ts';
import { productTypeWords, productUnitWords } from '../../schemas/catalogue/product.ts';
import { updateCompany } from '../account/company.ts';
import { createProduct, getProduct, updateProduct } from './products.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const PRODUCTS = Number(process.env.PRODUCTS ?? 150);
const YEN_PRODUCTS = Math.ceil(PRODUCTS / 5);
/** Concurrent requests. */
const AT_ONCE = 4;

const cents = (chance: Chance): number =>
  chance.chance(60) ? chance.int(0, 10_000_000) : chance.int(0, 1_000_000_000_000) / 10_000;
const percent = (chance: Chance): number =>
  chance.pick([chance.int(-100, 300), chance.int(-1_000_000, 10_000_000) / 10_000, chance.next() * 1_000_000 - 100]);

function someProduct(chance: Chance): Record<string, unknown> {
  const isPersonalService = chance.chance(10);
  const members = {
    unitPrice: cents(chance),
    purchasePrice: cents(chance),
    productMargin: percent(chance),
    lockUnitPrice: chance.chance(50),
    taxesIncluded: chance.chance(50),
    isDeliveryOfGood: chance.chance(50),
    description: chance.pick(['Boîte de 200', "l'« article »\nsuivant"]),
    reference: `REF-${chance.int(1, 999)}`,
    stock: chance.int(-1_000_000, 10_000_000) / 10_000,
    isStockable: chance.chance(50),
  };
  return {
    designation: chance.pick(['Développement web', 'Vis inox 6 × 40', 'Conseil']),
    type: chance.pick(productTypeWords),
    unit: isPersonalService ? 'HOUR' : chance.pick(productUnitWords),
    vatCode: chance.pick(vatCodes),
    personalServiceActivity: isPersonalService,
    ...Object.fromEntries(Object.entries(members).filter(() => chance.chance(70))),
  };
}

/**
 * Creates products, reads each and writes it back unchanged, then locked and unlocked. Returns
 * their number.
 */
async function putBack(times: number, seed: number): Promise<number> {
  const chance = seeded(seed);
  let made = 0;
  const one = async (): Promise<void> => {
    const form = someProduct(chance);
    const created = await service.call(createProduct, { body: form });
    // A margin can lead to a price above the limit; nothing else may be refused.
    if (created.refused) return assert.equal(created.refused, 'product_price_too_large');
    const path = { productId: created.json.id };
    const { json } = await service.call(getProduct, { path });
    assert.deepEqual(json, created.json);
    const put = async (body: object) => {
      const answer = await service.call(updateProduct, { path, body });
      assert.equal(answer.refused, undefined);
      return answer.json;
    };
    assert.deepEqual(await put(json), json);
    for (const lockUnitPrice of [true, false, true])
      assert.deepEqual(await put({ ...json, lockUnitPrice }), { ...json, lockUnitPrice });
    assert.deepEqual(await put(json), json);
    assert.deepEqual((await service.call(getProduct, { path })).json, json);
    assert.equal(json.priceWithoutTaxes + json.vatAmount, json.priceWithTaxes);
    made += 1;
  };
  while (made < times) await Promise.all(Array.from({ length: Math.min(AT_ONCE, times - made) }, one));
  return made;
}

test(`${PRODUCTS} random products stay the same when written back as read, with the price locked or unlocked`, async () => {
  const seed = seedOf('PRODUCTS_SEED');
  try {
    assert.equal(await putBack(PRODUCTS, seed), PRODUCTS);
  } catch (error) {
    console.error(`again with PRODUCTS_SEED=${seed}`);
    throw error;
  }
});

test('the round trip also holds for an account in JPY', async () => {
  assert.equal((await service.call(updateCompany, { body: { currency: 'JPY' } })).refused, undefined);
  const { json } = await service.call(createProduct, {
    body: { designation: 'Traduction', type: 'SERVICE_DELIVERY', unit: 'WORD', vatCode: 'FR_2000', unitPrice: 123_450 },
  });
  assert.deepEqual([json.priceWithoutTaxes, json.vatAmount, json.priceWithTaxes], [123_500, 24_700, 148_200]);
  assert.equal(await putBack(YEN_PRODUCTS, seedOf('PRODUCTS_SEED')), YEN_PRODUCTS);
});

test('negative control: a product written back with one yen more is different', async () => {
  const body = { designation: 'Audit', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000', unitPrice: 60_000 };
  const { json } = await service.call(createProduct, { body });
  const path = { productId: json.id };
  const changed = (await service.call(updateProduct, { path, body: { ...json, unitPrice: 60_100 } })).json;
  assert.notDeepEqual(changed, json);
});
