import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { importProducts } from './product-import-export.ts';
import { listProducts } from './products.ts';

// Lists of products as other programs export them: the details are replaced.

const WOOCOMMERCE =
  'ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Tax status,Tax class,In stock?,Stock,Regular price,Categories\n' +
  '14,simple,TASSE-1,Tasse bleue,1,0,visible,Grès,Une tasse,,taxable,,1,12,18.50,Vaisselle\n' +
  '15,simple,TASSE-2,Tasse grise,1,0,visible,Grès,,,taxable,,1,,19.00,Vaisselle\n';
const FRENCH_SHOP =
  'ID,Type,UGS,Nom,Publié,Description courte,État de la TVA,Stock,Tarif régulier\n14,simple,T-1,Tasse,1,Grès,taxable,3,"18,50"\n';
const AKAUNTING =
  'name,type,description,sale_price,purchase_price,category_name,enabled\nConseil,service,Une heure,90,0,Services,1\nTasse,product,,18.5,7,Vente,1\n';
const DOLIBARR = 'p.rowid,p.ref,p.label,p.description,p.price,p.tva_tx,p.stock\n3,CONSEIL,Conseil,,90.00,20.000,\n';
const INVOICE_NINJA = 'Product,Notes,Cost,Price,Quantity,Tax Name 1,Tax Rate 1\nConseil,Une heure,0,90.00,1,TVA,20\n';
const STRIPE =
  'Price ID,Product ID,Product Name,Description,Created (UTC),Amount,Currency,Interval\nprice_1,prod_1,Abonnement,,2026-01-01,12.00,eur,month\n';

let service: TestService;
let caller: TestService['live'];
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  caller = (await service.newAccount('Atelier')).live;
});

const imported = async (content: string, options: object = {}) => {
  const heard = await service.call(importProducts, { body: { content, ...options }, caller });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
};
const all = async (): Promise<any[]> => (await service.call(listProducts, { query: {}, caller })).json.docs;
const counts = ({ created, updated, known, source }: any) => ({ created, updated, known, source });

test('import-products: products of a WooCommerce shop keep their id there; type, unit and VAT are the usual ones, and a remark says so', async () => {
  const report = await imported(WOOCOMMERCE);
  assert.deepEqual(counts(report), { created: 2, updated: 0, known: 0, source: 'woocommerce' });
  assert.deepEqual(
    report.warnings.map(({ code }: any) => code),
    ['product_completed'],
  );
  const [blue] = (await all()).filter(({ reference }) => reference === 'TASSE-1');
  assert.deepEqual(
    [blue.designation, blue.description, blue.unitPrice, blue.type, blue.unit, blue.vatCode, blue.stock],
    ['Tasse bleue', 'Grès', 1_850, 'GOODS_SALE', 'UNIT', 'FR_2000', 12],
  );
});

test.for([
  ['WooCommerce', WOOCOMMERCE, 2],
  ['a French shop', FRENCH_SHOP, 1],
  ['Akaunting', AKAUNTING, 2],
  ['Dolibarr', DOLIBARR, 1],
  ['Invoice Ninja', INVOICE_NINJA, 1],
  ['Stripe', STRIPE, 1],
  ['an unknown program', 'ID;Nom;Prix\nA-1;Conseil;90,00\n', 1],
] as const)(
  '%s: imported twice, the second time adds nothing; with updateExisting the same products are updated',
  async ([, content, rows]) => {
    const first = await imported(content);
    assert.deepEqual([first.created, first.errors], [rows, []]);
    const before = await all();
    assert.deepEqual(counts(await imported(content)), { created: 0, updated: 0, known: rows, source: first.source });
    assert.deepEqual(await all(), before);
    const updated = await imported(content, { updateExisting: true });
    assert.deepEqual([updated.created, updated.updated, (await all()).length], [0, rows, rows]);
  },
);
