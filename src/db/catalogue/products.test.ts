import assert from 'node:assert/strict';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import { inTransaction, sql, type TransactionScope, type Tx } from '../transaction.ts';
import { insertProducts } from './product-batch.ts';
import {
  countProducts,
  deleteProduct,
  insertProduct,
  listProducts,
  type ProductFilter,
  type ProductOrder,
  updateProduct,
} from './products.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const within = <T>(whose: TransactionScope, work: (tx: Tx) => Promise<T> | T, commit = true): Promise<T> =>
  inTransaction(service.services.pool, whose, async (tx) => ({ commit, answer: await work(tx) }));

const product = (test: boolean, said: Partial<Product> = {}): Product => ({
  id: v7(),
  test,
  designation: 'Vis inox',
  type: 'sale_of_goods',
  unit: 'unit',
  vatCode: 'FR_2000',
  unitPrice: 0 as TenThousandths,
  taxesIncluded: false,
  priceLocked: false,
  stock: 0 as TenThousandths,
  stockable: false,
  deliveryOfGoods: false,
  personalService: false,
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...said,
});

const insertOneByOne = (tx: Tx, made: readonly Product[]): void => {
  for (const one of made) insertProduct(tx, one);
};

const COUNTED = sql`select personal_service as kind, count(*) as products from billing.product
  where account_id = $1 and test = $2 group by 1 order by 1`;
const TALLIED = sql`select personal_service as kind, sum(products)::bigint as products from billing.product_tally
  where account_id = $1 and test = $2 group by 1 having sum(products) <> 0 order by 1`;

/** The maintained and the actual count of a catalogue. */
const bothCounts = (whose: TransactionScope) =>
  within(whose, async (tx) => {
    const values = [whose.accountId, whose.test];
    const [tallied, counted] = [await tx.read(TALLIED, values), await tx.read(COUNTED, values)];
    return { tallied, counted };
  });

/** Concurrent transactions that create, delete and favorite products, one in four rolled back. */
async function storm(catalogues: readonly TransactionScope[], turns: number): Promise<void> {
  const known = new Map<TransactionScope, Product[]>(catalogues.map((whose) => [whose, []]));
  const turn = async (n: number): Promise<void> => {
    const whose = catalogues[n % catalogues.length] as TransactionScope;
    const commit = n % 4 !== 3;
    const old = n % 5 < 2 ? undefined : known.get(whose)?.shift();
    if (!old) {
      const made = [0, 1, 2].map((k) => product(whose.test, { personalService: (n + k) % 3 === 0 }));
      const insert = (tx: Tx) => (n % 2 ? insertProducts(tx, made) : insertOneByOne(tx, made));
      await within(whose, insert, commit);
      if (commit) known.get(whose)?.push(...made);
    } else if (n % 5 === 2) {
      await within(whose, (tx) => deleteProduct(tx, old.id), commit);
      if (!commit) known.get(whose)?.push(old);
    } else {
      const changed = { ...old, personalService: !old.personalService, version: old.version + 1 };
      await within(whose, (tx) => updateProduct(tx, changed), commit);
      known.get(whose)?.push(commit ? changed : old);
    }
  };
  let next = 0;
  const client = async (): Promise<void> => {
    for (let n = next++; n < turns; n = next++) await turn(n);
  };
  await Promise.all(Array.from({ length: 10 }, client));
}

test('after 800 concurrent transactions, a quarter of them rolled back, the count is exact in each mode', async () => {
  const account = await service.newAccount('Tempête');
  const catalogues = [account.live, account.test];
  await storm(catalogues, 800);
  for (const whose of catalogues) {
    const { tallied, counted } = await bothCounts(whose);
    assert.equal(counted.length, 2);
    assert.ok(counted.every(({ products }) => products > 50));
    assert.deepEqual(tallied, counted);
    const total = counted.reduce((sum, { products }) => sum + products, 0);
    assert.equal(await within(whose, countProducts), total);
  }
});

test('negative control: a count that a trigger no longer maintains is detected', async () => {
  for (const trigger of ['keep_tally_of_new', 'keep_tally_of_gone', 'keep_tally_of_change']) {
    const { live } = await service.newAccount('Sans compte');
    await service.owner.query(`alter table billing.product disable trigger ${trigger}`);
    try {
      await storm([live], 100);
    } finally {
      await service.owner.query(`alter table billing.product enable trigger ${trigger}`);
    }
    const { tallied, counted } = await bothCounts(live);
    assert.notDeepEqual(tallied, counted, trigger);
  }
});

// Few names, references and prices for many products: most differ only by ID.
const NAMES = ['vis', 'boulon', 'ecrou', 'vis inox'];

async function catalogue(whose: TransactionScope, size: number): Promise<Product[]> {
  const made = Array.from({ length: size }, (_, n) =>
    product(whose.test, {
      designation: NAMES[n % 4] as string,
      ...(n % 3 > 0 && { reference: `ref-${n % 5}` }),
      unitPrice: ((n % 7) * 10_000) as TenThousandths,
      personalService: n % 6 === 0,
    }),
  );
  await within(whose, (tx) => insertOneByOne(tx, made));
  return made;
}

const keys: Record<ProductOrder, (one: Product) => string | number> = {
  designation: (one) => one.designation,
  reference: (one) => one.reference ?? '',
  unitPrice: (one) => one.unitPrice,
  createdAt: (one) => one.id,
};

/** The expected IDs of a list in order, computed without the database. */
function expected(made: readonly Product[], filter: Asked): string[] {
  const key = keys[filter.by];
  const ascending = made
    .filter((one) => filter.personalService === undefined || one.personalService === filter.personalService)
    .filter((one) => filter.search === undefined || `${one.designation} ${one.reference}`.includes(filter.search))
    .sort((a, b) => compare(key(a), key(b)) || compare(a.id, b.id))
    .map(({ id }) => id);
  return filter.direction === 'ASC' ? ascending : ascending.reverse();
}
const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

type Asked = Pick<ProductFilter, 'by' | 'direction' | 'limit' | 'personalService' | 'search'>;
const asked: fc.Arbitrary<Asked> = fc.record({
  by: fc.constantFrom('designation', 'reference', 'unitPrice', 'createdAt'),
  direction: fc.constantFrom('ASC', 'DESC'),
  limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 100 })),
  personalService: fc.constantFrom(undefined, undefined, true, false),
  search: fc.constantFrom(undefined, undefined, 'inox', 'vi', 'f-3'),
});

/** The IDs from reading every page by number, and one page beyond the last. */
async function byNumber(whose: TransactionScope, filter: Asked): Promise<{ ids: string[]; totals: number[] }> {
  const pages = await within(whose, async (tx) => {
    const first = await listProducts(tx, { ...filter, page: 1 });
    const count = Math.ceil(first.total / filter.limit) + 1;
    const rest = Array.from({ length: count }, (_, n) => listProducts(tx, { ...filter, page: n + 2 }));
    return [first, ...(await Promise.all(rest))];
  });
  return {
    ids: pages.flatMap(({ products }) => products.map(({ id }) => id)),
    totals: [...new Set(pages.map(({ total }) => total))],
  };
}

/** The IDs from reading every page by cursor. */
async function byCursor(whose: TransactionScope, filter: Asked): Promise<{ ids: string[]; totals: number[] }> {
  const ids: string[] = [];
  const totals = new Set<number>();
  await within(whose, async (tx) => {
    for (let place: ProductFilter['place'] | 'first' = 'first'; place; ) {
      const page = await listProducts(tx, { ...filter, page: 1, place: place === 'first' ? undefined : place });
      ids.push(...page.products.map(({ id }) => id));
      totals.add(page.total);
      place = page.next;
    }
  });
  return { ids, totals: [...totals] };
}

const showsAll = (whose: TransactionScope, made: readonly Product[]) =>
  fc.asyncProperty(asked, async (filter) => {
    const ids = expected(made, filter);
    for (const read of [byNumber, byCursor])
      assert.deepEqual(await read(whose, filter), { ids, totals: [ids.length] }, read.name);
  });

test('in any order and page size, pages by number or by cursor show every product once', async () => {
  const { live } = await service.newAccount('Trois cents');
  await fc.assert(showsAll(live, await catalogue(live, 300)), { numRuns: 80 });
});

test('a catalogue of a single kind reads its pages from one index range', async () => {
  const { live } = await service.newAccount('Une sorte');
  const made = (await catalogue(live, 60)).filter(({ personalService }) => !personalService);
  await within(live, (tx) =>
    tx.read(sql`delete from billing.product where account_id = $1 and personal_service`, [live.accountId]),
  );
  await fc.assert(showsAll(live, made), { numRuns: 25 });
});

test('negative control: pages read from the end with a count one too low miss a product, and the property detects it', async () => {
  const { live } = await service.newAccount('Un de moins');
  const made = await catalogue(live, 40);
  await service.owner.query('alter table billing.product disable trigger keep_tally_of_new');
  try {
    made.push(...(await catalogue(live, 1)));
  } finally {
    await service.owner.query('alter table billing.product enable trigger keep_tally_of_new');
  }
  const { failed } = await fc.check(showsAll(live, made), { numRuns: 20, endOnFailure: true });
  assert.equal(failed, true);
});

test('words missing from the index are found too: short ones, and those without letters', async () => {
  const { live } = await service.newAccount('Mots courts');
  const said = ['Ø 12 mm', '50 % laine', 'A_B', 'c\\d', 'Vis 12'].map((designation) => product(false, { designation }));
  await within(live, (tx) => insertOneByOne(tx, said));
  for (const [search, names] of [
    ['12', ['Vis 12', 'Ø 12 mm']],
    ['ø', ['Ø 12 mm']],
    ['%', ['50 % laine']],
    ['_', ['A_B']],
    ['\\', ['c\\d']],
    ['vis 12', ['Vis 12']],
    ['---', []],
  ] as const) {
    const filter = { by: 'designation', direction: 'ASC', limit: 10, page: 1, search } as const;
    const { products, total } = await within(live, (tx) => listProducts(tx, filter));
    assert.deepEqual([products.map(({ designation }) => designation), total], [names, names.length], search);
  }
});

const FOUND = `select total, cardinality(ids) as shown
  from billing.products_page('designation', false, null, $1, 0, 100, null, null)`;

test('the function that finds pages takes account and mode from the session', async () => {
  const account = await service.newAccount('Deux modes');
  await catalogue(account.live, 5);
  await catalogue(account.test, 3);
  const stranger = await service.newAccount('Autre');
  for (const { words, live, test } of [
    { words: [], live: 5, test: 3 },
    { words: ['%vis%'], live: 3, test: 1 },
    { words: ['%b%'], live: 1, test: 1 },
  ]) {
    const found = (whose: TransactionScope) =>
      within(whose, async (tx) => (await tx.read({ text: FOUND }, [words]))[0]);
    assert.deepEqual(await found(account.live), { total: live, shown: live });
    assert.deepEqual(await found(account.test), { total: test, shown: test });
    assert.deepEqual(await found(stranger.live), { total: 0, shown: 0 });
    // Without a transaction that sets the account, nothing may be found.
    const { rows } = await service.services.pool.query(FOUND, [words]);
    assert.deepEqual(rows, [{ total: 0, shown: 0 }]);
  }
});
