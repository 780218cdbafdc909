import assert from 'node:assert/strict';
import type pg from 'pg';
import { test } from 'vitest';
import { killedAt } from '../../../../test/jobs/recurring-simulation.ts';
import { booksOf } from '../../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { testService } from '../../../../test/support/service/in-process-service.ts';
import { bankLines } from '../../../../test/support/stand-ins/bank-lines.ts';
import { verifyAccounts } from '../../../db/audit/verify/verify-accounts.ts';
import type { DatabaseClient } from '../../../db/connections/database-client.ts';
import { claimJobs, NO_ACCOUNT_SCOPE } from '../../../db/job-queue.ts';
import { wakeBankMatches } from '../../../db/payments/bank-matches.ts';
import { inTransaction, sql } from '../../../db/transaction.ts';
import { lanes } from '../../../domain/queue/queues.ts';
import { applyCertainMatches } from '../../../jobs/payments/apply-certain-matches.ts';
import type { JobContext } from '../../../queue/job.ts';

/** An upper bound for the statements of a job run that applies one transfer. */
const STATEMENTS_MAX = 100;

/** How a worker crashes at a given statement of its run. */
type Dying = (pool: pg.Pool, statement: number) => ReturnType<typeof killedAt>;

/**
 * Crashes a worker once at each statement of its run; another continues after the lease expires.
 * Counts invoices without exactly one payment, or with a transfer without exactly one match.
 */
async function killedAtEach(dying: Dying) {
  const service = await testService();
  try {
    const { services, clock, live } = service;
    const books = booksOf(service);
    await books.company({ ...COMPANY, bankMatchedByItself: true });
    const nadia = await books.contact({ firstname: 'Nadia', lastname: 'Verne' });
    const bank = await bankLines(service);
    const lines = [{ designation: 'Conseil', quantity: 1, unitPrice: 10_000, vatCode: 'FR_2000' }];

    const held = async () => {
      const { name: lane, leaseSeconds } = lanes.bank_matches;
      const claim = { lane, leaseSeconds, troubled: false, now: clock.now, room: 1, perAccount: 1, perShare: 1 };
      const free = { busyAccounts: new Map(), busyShares: new Map(), past: undefined };
      await services.pool.query('select billing.wake_jobs($1)', [clock.now]);
      return inTransaction(services.pool, NO_ACCOUNT_SCOPE, async (tx) => ({
        commit: true,
        answer: await claimJobs(tx, { ...claim, ...free }),
      }));
    };
    const turn = async (pool: pg.Pool): Promise<void> => {
      for (const job of await held())
        await applyCertainMatches.run(job, { services: { ...services, pool } } as JobContext);
    };

    const invoices: string[] = [];
    for (let statement = 0, isDead = true; isDead && statement < STATEMENTS_MAX; statement++) {
      const { id, number } = await books.finalized(books.invoice(nadia, { lines }));
      await bank(12_000, `VIR ${number}`);
      invoices.push(id);
      await inTransaction(services.pool, live, async (tx) => {
        wakeBankMatches(tx, { test: false, now: clock.now });
        return { commit: true, answer: undefined };
      });
      const dies = dying(services.pool, statement);
      await turn(dies.pool).catch((error: unknown) => {
        if (!dies.isDead()) throw error;
      });
      isDead = dies.isDead();
      clock.now += lanes.bank_matches.leaseSeconds + 1;
      await turn(services.pool);
    }

    const counted = sql`
      select (select count(*)::int from billing.payment p where p.account_id = $1 and p.document_id = d.id) as payments,
        (select count(*)::int from billing.bank_match m where m.account_id = $1 and m.document_id = d.id) as matches
      from billing.document d where d.account_id = $1 and d.id = any ($2)`;
    const rows = await inTransaction(services.pool, live, async (tx) => ({
      commit: false,
      answer: await tx.read<{ payments: number; matches: number }>(counted, [tx.accountId, invoices]),
    }));
    const known = { keys: service.seal.keys };
    const { findings } = await verifyAccounts(service.database.serving, [service.accountId], known);
    const strange = rows.filter(({ payments, matches }) => payments !== 1 || matches !== 1).length;
    return { kills: invoices.length - 1, invoices: rows.length, strange, findings: findings.length };
  } finally {
    await service.close();
  }
}

/** Negative control: each statement is its own transaction, so those before a crash stay. */
const standing: Dying = (pool, statement) => {
  let left = statement;
  const connect = async (): Promise<pg.PoolClient> => {
    if (left < 0) throw new Error('killed');
    const client = (await pool.connect()) as DatabaseClient & pg.PoolClient;
    let death: Promise<void> | undefined;
    const ask = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
    const query = (...asked: unknown[]): unknown => {
      if (left-- > 0) return ask(...asked);
      death ??= ask('commit').then(() => client.cut());
      return death.then(() => ask(...asked));
    };
    return Object.assign(Object.create(client), {
      query,
      release: (broken?: Error) => client.release(left < 0 ? new Error('killed') : broken),
    });
  };
  return { pool: { connect } as unknown as pg.Pool, isDead: () => left < 0 };
};

test('a worker that crashes at any statement still applies each transfer once: one payment, one match, intact audit chain', async () => {
  const { kills, invoices, ...found } = await killedAtEach(killedAt);
  console.log(`${kills} kills`);
  assert.ok(kills > 5 && kills < STATEMENTS_MAX - 1, `${kills}`);
  assert.equal(invoices, kills + 1);
  assert.deepEqual(found, { strange: 0, findings: 0 });
});

test('control: without one atomic transaction, crashes leave payments without a match or wrong payment counts', async () => {
  const { strange, findings } = await killedAtEach(standing);
  assert.ok(strange + findings > 0);
});
