import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { bought, GOODS, inShort, purchaseLines, purchaser } from '../../../test/support/documents/purchases.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Searching the register of purchases, and changing several of its lines at once.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const business = (company?: object) => purchaser(service, company);
const change = (books: Books, body: object) => books.ask('change-purchases', { body });
const totals = async (books: Books) => (await books.ask('get-purchases-totals', { query: {} })).json.total;

describe('change-purchases', () => {
  test('two lines of 49.90 and one of 300.00 become services paid by transfer: three counter-entries, three replacements, the same total', async () => {
    const { books } = await business();
    const vat = [{ rate: 2_000, net: 4_158, vat: 832 }];
    const lines = [await bought(books), await bought(books, { vat }), await bought(books, GOODS)];
    const before = await totals(books);
    const ids = lines.map(({ id }) => id);
    const { json } = await change(books, { ids: [...ids, ids[0]], nature: 'services', method: 'transfer' });
    assert.deepEqual(json, { changed: 3, unchanged: 0 });
    const all = await purchaseLines(books);
    assert.deepEqual(
      all.map(({ number, amount, nature, method }) => [number, amount, nature, method]),
      [
        [1, 4_990, 'supplies', 'credit_card'],
        [2, 4_990, 'supplies', 'credit_card'],
        [3, 30_000, 'goods_for_resale', 'credit_card'],
        [4, -4_990, 'supplies', 'credit_card'],
        [5, 4_990, 'services', 'transfer'],
        [6, -4_990, 'supplies', 'credit_card'],
        [7, 4_990, 'services', 'transfer'],
        [8, -30_000, 'goods_for_resale', 'credit_card'],
        [9, 30_000, 'services', 'transfer'],
      ],
    );
    assert.deepEqual(all[6].vat, all[1].vat);
    const after = await totals(books);
    assert.deepEqual([after.amount, after.deductibleVat], [before.amount, before.deductibleVat]);
    assert.deepEqual(
      after.natures.filter(({ amount }: { amount: number }) => amount !== 0),
      [{ nature: 'services', amount: 39_980, deductibleVat: 3_228 }],
    );
  });

  test('a line that is so already stays: nothing is added for it', async () => {
    const { books } = await business();
    const [paper, honey] = [await bought(books), await bought(books, GOODS)];
    const { json } = await change(books, { ids: [paper.id, honey.id], nature: 'supplies' });
    assert.deepEqual(json, { changed: 1, unchanged: 1 });
    assert.equal((await purchaseLines(books)).length, 4);
  });

  test('one line that was taken back, a counter-entry, or an unknown id refuses all, and names it', async () => {
    const { books } = await business();
    const [paper, honey] = [await bought(books), await bought(books, GOODS)];
    const { counterEntry } = await books.done('correct-purchase', honey.id, {});
    const unknown = paper.id.replace(/....$/, '0000');
    for (const [id, code] of [
      [honey.id, 'purchase_corrected'],
      [counterEntry.id, 'purchase_is_counter_entry'],
      [unknown, 'purchase_not_found'],
    ]) {
      const answer = await change(books, { ids: [paper.id, id], nature: 'services' });
      assert.deepEqual([answer.refused, (answer as { purchaseId?: string }).purchaseId], [code, id]);
    }
    assert.equal((await purchaseLines(books)).length, 3);
  });

  test('VAT that the franchise no longer allows refuses the line by its number, and changes nothing', async () => {
    const { books } = await business({ ...COMPANY, vatRegime: 'normal' });
    const [paper, rated] = [await bought(books), await bought(books, { vat: [{ rate: 2_000, net: 4_158, vat: 832 }] })];
    await books.company({ ...COMPANY, vatRegime: 'franchise' });
    const answer = await change(books, { ids: [paper.id, rated.id], nature: 'services' });
    assert.deepEqual([answer.refused, (answer as { number?: number }).number], ['purchase_not_replaceable', 2]);
    assert.equal((await purchaseLines(books)).length, 2);
  });

  test('a line of a closed January is taken back and replaced on 1 February', async () => {
    const { books } = await business();
    const { id } = await bought(books, { paidOn: '2026-01-15' });
    await books.done('close-books', undefined, { through: '2026-01-31' });
    assert.equal((await change(books, { ids: [id], method: 'cash' })).json.changed, 1);
    assert.deepEqual(
      (await purchaseLines(books)).map(({ bookedOn, amount }) => [bookedOn, amount]),
      [
        ['2026-01-15', 4_990],
        ['2026-02-01', -4_990],
        ['2026-02-01', 4_990],
      ],
    );
  });

  test('100 lines are changed at once; 101, none, or no change are refused', async () => {
    const { books } = await business();
    const content = `Date;Fournisseur;TTC;Pièce\n${Array.from({ length: 101 }, (_, at) => `01/03/2026;EDF;10;${at}\n`).join('')}`;
    await books.done('import-purchases', undefined, { content });
    const ids = (await purchaseLines(books)).map(({ id }) => id);
    const last = (await books.ask('list-purchases', { query: { search: '100' } })).json.docs[0].id;
    assert.equal((await change(books, { ids: [...ids, last], nature: 'services' })).refused, 'input_invalid');
    assert.equal((await change(books, { ids: [], nature: 'services' })).refused, 'input_invalid');
    assert.equal((await change(books, { ids })).refused, 'input_invalid');
    assert.deepEqual((await change(books, { ids, nature: 'services' })).json, { changed: 100, unchanged: 0 });
  });

  test('a reader changes nothing; another account and a test key do not find the line', async () => {
    const { books, caller } = await business();
    const { id } = await bought(books);
    const body = { ids: [id], nature: 'services' };
    const reader = { ...caller, scopes: ['billing:read'] };
    assert.equal((await service.call('change-purchases', { body, caller: reader as never })).refused, 'scope_missing');
    const tests = booksOf(service, { ...caller, test: true });
    for (const stranger of [(await business()).books, tests])
      assert.equal((await change(stranger, body)).refused, 'purchase_not_found');
    assert.equal((await purchaseLines(books)).length, 1);
  });
});

test('list-purchases finds lines by supplier, reference, designation or amount, by nature and means of payment', async () => {
  const { books } = await business();
  await bought(books, { supplierName: 'Épicerie Léon', reference: 'FA-100%_7', amount: 1_250, deductibleVat: 0 });
  await bought(books, { designation: 'Cartouches', amount: 4_990 });
  await bought(books, { ...GOODS, method: 'cash', amount: -4_990, deductibleVat: 0 });
  const found = async (query: Record<string, unknown>) => {
    const { json } = await books.ask('list-purchases', { query });
    assert.equal(json.totalDocs, json.docs.length);
    return json.docs.map(inShort).map(([number]: number[]) => number);
  };
  for (const [query, numbers] of [
    [{ search: 'EPICERIE' }, [1]],
    [{ search: 'fa-100%_' }, [1]],
    [{ search: 'a-100x' }, []],
    [{ search: 'cartou' }, [2]],
    [{ search: '49,90' }, [2, 3]],
    [{ search: '12.5 €' }, [1]],
    [{ search: '  ' }, [1, 2, 3]],
    [{ nature: 'goods_for_resale' }, [3]],
    [{ method: 'credit_card' }, [1, 2]],
    [{ method: 'cash', search: '49,90' }, [3]],
    [{ nature: 'travel' }, []],
  ] as const)
    assert.deepEqual(await found(query), numbers, JSON.stringify(query));
  for (const bad of [{ search: 'x'.repeat(201) }, { nature: 'gold' }, { method: 'gold' }])
    assert.equal((await books.ask('list-purchases', { query: bad })).refused, 'input_invalid');
});
