import pg from 'pg';
import { v7 } from 'uuid';
import { insertProducts } from '../../src/db/catalogue/product-batch.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { type Product, productFrom } from '../../src/domain/catalogue/product.ts';
import type { TenThousandths } from '../../src/domain/money/ten-thousandths.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import type { Stage } from '../bench-environment.ts';
import { namedProduct } from './product-names.ts';
import type { Account } from './seed-accounts.ts';

/** Rows per statement. */
const BATCH = 2_000;
/** Products of an ordinary account, of which there are many beside the large one. */
const USUAL = 300;

/**
 * Fills the catalogue of the large account and small ones of the others, with rows as the service
 * writes them. Indexes other than keys are dropped and rebuilt afterwards.
 */
export async function seedProducts({ owner, service, accounts, large }: Stage, count: number): Promise<void> {
  // A connection without the pool's timeouts: building an index takes longer than any request may.
  const builder = new pg.Client(service.database.ownerUrl);
  await builder.connect();
  try {
    const { rows: indexes } = await builder.query<{ name: string; made: string }>(INDEXES);
    for (const { name } of indexes) await builder.query(`drop index ${name}`);
    for (const account of accounts) await fillCatalogue(owner, account, USUAL);
    await fillCatalogue(owner, large, count);
    for (const { made } of indexes) await builder.query(made);
    // Autovacuum has run on the tables of a real account of this size.
    await builder.query('vacuum (analyze) billing.product, billing.product_tally');
  } finally {
    await builder.end();
  }
}

const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
  where indrelid = 'billing.product'::regclass and not indisunique`;

/** Adds products to a catalogue; returns their ids. */
export async function fillCatalogue(owner: pg.Pool, { id: accountId }: Account, count: number): Promise<string[]> {
  const ids: string[] = [];
  const now = Math.floor(Date.now() / 1000);
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => product(from + n, now));
    await inTransaction(owner, { accountId, test: false }, async (tx) => {
      insertProducts(tx, batch);
      ids.push(...batch.map(({ id }) => id));
      return { commit: true, answer: undefined };
    });
  }
  return ids;
}

/** The n-th product: same name and price in every run, new id. */
function product(n: number, now: number): Product {
  const { designation, reference, sort } = namedProduct(n);
  const made = productFrom(
    {
      designation,
      reference,
      description: `${designation}, selon notre catalogue de l’année`,
      type: sort.type,
      unit: sort.unit,
      vatCode: n % 7 === 0 ? 'FR_1000' : 'FR_2000',
      unitPrice: (((n * 7_919) % 250_000) * 10_000) as TenThousandths,
      locked: false,
      taxesIncluded: false,
      deliveryOfGoods: sort.type === 'sale_of_goods',
      stock: ((n % 500) * 10_000) as TenThousandths,
      ...(sort.personal && { personalService: true }),
    },
    { id: v7(), test: false, now },
  );
  if (isRefusal(made)) throw new Error(JSON.stringify(made));
  return made;
}
