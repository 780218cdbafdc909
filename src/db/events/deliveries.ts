import type { Endpoint, GivenUpReason } from '../../domain/events/endpoint.ts';
import {
  type Claim,
  claimParameters,
  type FinishedJob,
  finishedJobsJson,
  type LeasedJob,
  leasedJobFrom,
} from '../job-queue.ts';
import { setAccount } from '../row-security.ts';
import { sql, type TransactionScope, type Tx } from '../transaction.ts';
import { createOutbox, outboxStatements } from './outbox.ts';
import { readContent } from './webhook-endpoints.ts';

/** A due delivery: its subject is the event, its concurrency key the endpoint. */
export type DueDelivery = LeasedJob & { url: string; body: string } & Pick<Endpoint, 'secret' | 'former'>;

/** An endpoint that was deactivated by this settlement. */
export type GivenUp = TransactionScope & { endpointId: string; url: string; reason: GivenUpReason };

const CLAIM = sql`select * from billing.claim_delivery_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;
const SETTLE = sql`select * from billing.settle_delivery_jobs($1, $2, $3)`;

/** Claims due deliveries of all accounts, ordered by endpoint. */
export async function claimDeliveries(tx: Tx, claim: Claim): Promise<DueDelivery[]> {
  const rows = await tx.read(CLAIM, claimParameters(claim));
  return rows.map((row) => {
    const { secret, former } = readContent(row.content);
    return { ...leasedJobFrom(row, claim.lane), url: row.url, body: row.body, secret, ...(former && { former }) };
  });
}

/**
 * Stores attempts and the resulting state of their deliveries, and returns the endpoints
 * deactivated by it: those that answered 410 and those that accepted nothing for
 * `patienceSeconds`.
 */
export async function settleDeliveries(
  tx: Tx,
  settled: readonly FinishedJob[],
  { now, patienceSeconds }: { now: number; patienceSeconds: number },
): Promise<GivenUp[]> {
  const rows = await tx.read(SETTLE, [finishedJobsJson(settled), now, patienceSeconds]);
  const place = ({ account_id, test }: (typeof rows)[number]): string => `${account_id} ${test}`;
  // Locks the feeds of the accounts in one order, as every other settlement does.
  const inOrder = rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return inOrder.map((row) => ({
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    test: row.test,
    url: row.url,
    reason: row.reason,
  }));
}

/**
 * The given transaction, switched to an account. Write the events of the account with
 * `writeOutbox`, because the transaction has no account when it ends.
 */
export function asAccount(tx: Tx, { accountId, test }: TransactionScope): Tx {
  for (const statement of setAccount({ accountId, test })) tx.write(statement);
  return { ...tx, accountId, test, standing: new Map(), outbox: createOutbox() };
}

/** Writes the pending events of an account while the transaction is set to it. */
export function writeOutbox(tx: Tx): void {
  for (const [statement, values] of outboxStatements(tx.accountId, tx.outbox)) tx.write(statement, values);
}
