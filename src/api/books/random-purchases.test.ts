import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type PurchaseSheet, purchasesReference } from '../../../test/support/documents/purchases-reference.ts';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Random years of purchases through the API against a reference written apart from the rules.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Acts of a year. */
const ACTS = 16;
const NATURES = ['goods_for_resale', 'raw_materials', 'supplies', 'services', 'travel', 'equipment', 'other'];
const METHODS = ['transfer', 'cash', 'credit_card', 'cheque', 'direct_debit'];
const two = (n: number): string => String(n).padStart(2, '0');

function drawn(random: Chance) {
  const sign = random.chance(15) ? -1 : 1;
  const amount = sign * random.int(1, 900_000);
  const vat = random.chance(40) ? 0 : sign * random.int(0, Math.floor(Math.abs(amount) / 6));
  const day = `${random.pick(['2025', '2026'])}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
  const body = {
    ...{ paidOn: day, supplierName: `Fournisseur ${random.int(1, 5)}`, nature: random.pick(NATURES), amount },
    ...{ deductibleVat: vat, method: random.pick(METHODS) },
  };
  const isCash = body.method === 'cash';
  return { body, paper: { day, kind: body.nature, cents: BigInt(amount), tax: BigInt(vat), isCash } };
}

async function read(books: Books, year: string, limit: number): Promise<any[]> {
  const docs: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { from: `${year}-01-01`, to: `${year}-12-31`, limit, ...(cursor && { cursor }) };
    const { json } = await books.ask('list-purchases', { query });
    docs.push(...json.docs);
    cursor = json.nextCursor;
    if (!cursor) return docs;
  }
}

const sheetOf = ({ count, amount, deductibleVat, cash, natures }: any): PurchaseSheet => ({
  ...{ lines: count, paid: `${amount}`, tax: `${deductibleVat}`, cash: `${cash}` },
  kinds: natures
    .map(({ nature, amount: cents }: any) => `${nature}=${cents}`)
    .sort()
    .join(' '),
});
const sheetsOf = (all: any[]): Record<string, PurchaseSheet> =>
  Object.fromEntries(all.map((each) => [each.from, sheetOf(each)]));

test('in random years the register has the lines and totals of a bookkeeper to the cent, numbered without gaps', async () => {
  const seed = seedOf('PURCHASE_SEED');
  console.log(`PURCHASE_SEED=${seed}`);
  const random = seeded(seed);
  const years = Number(process.env.PURCHASE_YEARS ?? 4);
  for (let n = 0; n < years; n += 2) {
    service.clock.now = MONDAY + 400 * 86_400;
    const { live } = await service.newAccount('Atelier');
    const books = booksOf(service, live);
    await books.company(COMPANY);
    const reference = purchasesReference();
    const standing: { id: string; paper: ReturnType<typeof drawn>['paper'] }[] = [];
    for (let act = 0; act < ACTS * 2; act++) {
      const { body, paper } = drawn(random);
      const corrected = random.chance(25) ? standing.splice(random.int(0, standing.length - 1), 1)[0] : undefined;
      if (!corrected) {
        standing.push({ id: (await books.done('record-purchase', undefined, body)).id, paper });
        reference.bought(paper);
        continue;
      }
      const isReplaced = random.chance(60);
      const said = await books.done('correct-purchase', corrected.id, isReplaced ? { replacement: body } : {});
      reference.struckOut(corrected.paper);
      if (!isReplaced) continue;
      reference.bought(paper);
      standing.push({ id: said.replacement.id, paper });
    }
    for (const year of ['2025', '2026']) {
      const about = `PURCHASE_SEED=${seed}, years ${n}, ${year}`;
      const docs = await read(books, year, random.int(1, 40));
      const days = docs.map(({ paidOn, amount }) => `${paidOn} ${amount}`);
      assert.deepEqual(days.toSorted(), reference.days(year), about);
      const dates = docs.map(({ paidOn }) => paidOn);
      assert.deepEqual(dates, dates.toSorted(), about);
      const numbers = docs.map(({ number }) => number).toSorted((a, b) => a - b);
      assert.deepEqual(
        numbers,
        [...numbers.keys()].map((at) => at + 1),
        about,
      );
      const query = { from: `${year}-01-01`, to: `${year}-12-31` };
      const { months, quarters, years: whole, total } = (await books.ask('get-purchases-totals', { query })).json;
      const quarter = (day: string) => `${year}-${two(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1)}-01`;
      assert.deepEqual(
        sheetsOf(months),
        reference.sheets(year, (day) => `${day.slice(0, 7)}-01`),
        about,
      );
      assert.deepEqual(sheetsOf(quarters), reference.sheets(year, quarter), about);
      const ofYear = reference.sheets(year, () => `${year}-01-01`);
      assert.deepEqual(sheetsOf(whole), ofYear, about);
      if (docs.length === 0) continue;
      assert.deepEqual(sheetOf(total), ofYear[`${year}-01-01`], about);
      // Control: one cent more is found.
      assert.notDeepEqual(sheetOf({ ...total, amount: total.amount + 1 }), ofYear[`${year}-01-01`], about);
    }
  }
  service.clock.now = MONDAY;
});
