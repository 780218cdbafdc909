import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { readImportFile } from '../../src/import-files/read-import-file.ts';
import { type ListMaker, listMakers } from './samples/list-makers.ts';
import { type SampleSale, salesOf } from './samples/sales.ts';

/** Files of each program; more with SAMPLE_FILES. */
const FILES = Number(process.env.SAMPLE_FILES ?? 12);

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Net, VAT and kind of each document, and the sum of payments as far as the file states them. */
const expectedOf = (maker: ListMaker) => (sale: SampleSale) => ({
  ...{ number: sale.number, kind: sale.kind, issuedOn: sale.issuedOn, customer: sale.customer.name },
  ...{ net: sale.net, vat: sale.vat, paid: maker.hasNoParts && sale.paid !== sale.total ? 0 : sale.paid },
});

/** Reads the sales of a seed back; returns how many there were. */
async function assertReadBack(maker: ListMaker, seed: number): Promise<number> {
  const sales = salesOf(seed, { isOneRate: maker.isOneRate === true, hasCreditNotes: maker.hasNoCreditNotes !== true });
  const found = await readImportFile({ name: 'export', bytes: maker.write(sales), own: {} });
  assert.ok(!('fault' in found), `${seed}: ${JSON.stringify(found)}`);
  assert.deepEqual(
    [found.type, found.content, found.source, found.leftOut],
    [maker.type, 'documents', maker.source, []],
    `${maker.name}, seed ${seed}`,
  );
  const read = found.documents.map((document) => ({
    ...{ number: document.number, kind: document.kind, issuedOn: document.issuedOn, customer: document.customer.name },
    ...{ net: sum(document.sums.map(({ net }) => net)), vat: sum(document.sums.map(({ vat }) => vat)) },
    paid: sum(document.payments.map(({ amount }) => amount)),
  }));
  assert.deepEqual(read, sales.map(expectedOf(maker)), `${maker.name}, seed ${seed}`);
  return read.length;
}

for (const maker of listMakers)
  test(`${maker.name}: ${FILES} files are recognized, and equal to the cent to what they were written from`, async () => {
    let documents = 0;
    for (let seed = 1; seed <= FILES; seed++) documents += await assertReadBack(maker, seed);
    assert.ok(documents >= FILES * 3, `${documents} documents`);
  });

test('random years, written in any of the formats, are read back equal to the cent', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...listMakers),
    fc.integer({ min: 1_000, max: 1_000_000 }),
    assertReadBackOnly,
  );
  await fc.assert(property, { numRuns: 100 * Number(process.env.PROPERTY_FACTOR ?? 1) });
});

async function assertReadBackOnly(maker: ListMaker, seed: number): Promise<void> {
  assert.ok((await assertReadBack(maker, seed)) > 0);
}

test('where a file states lines or rates, the sums by rate are those of its lines', async () => {
  let compared = 0;
  for (const maker of listMakers.filter(({ isOneRate, type }) => !isOneRate && type !== 'fec'))
    for (let seed = 100; seed < 104; seed++) {
      const sales = salesOf(seed, { hasCreditNotes: maker.hasNoCreditNotes !== true });
      const found = await readImportFile({ name: 'export', bytes: maker.write(sales), own: {} });
      assert.ok('documents' in found);
      for (const [nth, { lines }] of sales.entries()) {
        const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => b - a);
        const expected = rates.map((rate) => {
          const same = lines.filter((line) => line.rate === rate);
          return { rate, net: sum(same.map(({ net }) => net)), vat: sum(same.map(({ vat }) => vat)) };
        });
        // Cents of VAT that no rate explains, such as 0.01 on 0.03, are read as the nearest rate.
        if (lines.some(({ net }) => net < 1_000)) continue;
        assert.deepEqual(
          found.documents[nth]?.sums.toSorted((a, b) => b.rate - a.rate),
          expected,
          `${maker.name} ${seed}`,
        );
        compared += 1;
      }
    }
  assert.ok(compared > 50, `${compared} documents`);
});

test('a total that was altered after it was written is noticed', async () => {
  const [maker] = listMakers.filter(({ name }) => name === 'a list in English');
  assert.ok(maker);
  const sales = salesOf(7, { isOneRate: true, hasCreditNotes: false });
  const altered = sales.map((sale) => ({ ...sale, total: sale.total + 1 }));
  const found = await readImportFile({ name: 'export', bytes: maker.write(altered), own: {} });
  assert.ok('documents' in found && found.documents.length > 0);
  assert.deepEqual(
    found.documents.filter(({ doubts }) => !doubts.includes('total_differs')),
    [],
  );
});
