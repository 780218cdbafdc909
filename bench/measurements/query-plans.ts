import pg from 'pg';
import { listProducts } from '../../src/db/catalogue/products.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Service } from '../process/server-process.ts';
import type { Account } from '../seed/seed-accounts.ts';
import type { Asked } from './product-pages.ts';

// PostgreSQL logs the plan of each statement, including those in functions.
const EXPLAINING = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_timing = off;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_level = notice;
  set session authorization facturier_app`;

/**
 * PostgreSQL's plan for a page, on its second run: EXPLAIN (ANALYZE, BUFFERS) of the service's own
 * statements, in its role, with account and mode set, under forced row-level security.
 */
export async function planOf({ database }: Service, { id: accountId }: Account, asked: Asked): Promise<string> {
  const { database: name } = database.ownerUrl as pg.ClientConfig;
  const client = new pg.Client({ ...database.superuser, database: name, pipeline: true } as pg.ClientConfig);
  let told: string[] = [];
  client.on('notice', ({ message = '' }) => told.push(message));
  await client.connect();
  try {
    await client.query(EXPLAINING);
    const pool = { connect: async () => Object.assign(client, { release: () => {} }) } as unknown as pg.Pool;
    for (let turn = 0; turn < 2; turn++) {
      told = [];
      await inTransaction(pool, { accountId, test: false }, async (tx) => ({
        commit: false,
        answer: await listProducts(tx, asked),
      }));
    }
  } finally {
    await client.end();
  }
  return told.filter((plan) => plan.includes('billing.product')).join('\n\n');
}
