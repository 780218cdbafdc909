import type { DisabledReason, Endpoint } from '../domain/webhook/endpoint.ts';
import { readContent } from './endpoints.ts';
import { sql, type Tx, type Whose } from './transaction.ts';

/** Names a delivery. */
export type DeliveryKey = { accountId: string; endpointId: string; eventId: string };

/** A delivery that is due, held for as long as its lease. */
export type Due = DeliveryKey & {
  test: boolean;
  /** Tries of the present round before this one. */
  tried: number;
  url: string;
  body: string;
} & Pick<Endpoint, 'secret' | 'former'>;

/** One try, and what became of the delivery by it. Times are Unix seconds. */
export type Settled = DeliveryKey & {
  state: 'waiting' | 'delivered' | 'given_up';
  nextAt?: number | undefined;
  at: number;
  latencyMs: number;
  status?: number | undefined;
  fault?: string | undefined;
  answer?: string | undefined;
};

/** An endpoint that was given up by what was settled. */
export type GivenUp = Whose & { endpointId: string; url: string; reason: DisabledReason };

/** Where a claim ended, so that the next begins after it. */
export type QueuePlace = Pick<DeliveryKey, 'accountId' | 'endpointId'>;

export type Claim = {
  /** Endpoints that nothing reaches, or those that are well. */
  troubled: boolean;
  now: number;
  leaseSeconds: number;
  /** How many to take in all, and at most of one endpoint, counting those this process is at. */
  room: number;
  share: number;
  busy: ReadonlyMap<string, number>;
  past: QueuePlace;
};

const CLAIM = sql`select * from billing.claim_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const SETTLE = sql`select * from billing.settle_deliveries($1, $2, $3)`;
const ENTER = sql`select set_config('app.account_id', $1, true), set_config('app.test', $2, true)`;

/** Before every endpoint. */
export const QUEUE_BEGIN: QueuePlace = {
  accountId: '00000000-0000-0000-0000-000000000000',
  endpointId: '00000000-0000-0000-0000-000000000000',
};

/** The transaction of nobody: it sees no account until it enters one. */
export const NOBODY: Whose = { accountId: '', test: false };

/** Takes deliveries that are due, of every account, in the order of their endpoints. */
export async function claimDeliveries(tx: Tx, claim: Claim): Promise<Due[]> {
  const { busy, past } = claim;
  const rows = await tx.read(CLAIM, [
    claim.troubled,
    claim.now,
    claim.leaseSeconds,
    claim.room,
    claim.share,
    [...busy.keys()],
    [...busy.values()],
    past.accountId,
    past.endpointId,
  ]);
  return rows.map((row): Due => {
    const { secret, former } = readContent(row.content);
    return {
      accountId: row.account_id,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      test: row.test,
      tried: row.tried,
      url: row.url,
      body: row.body,
      secret,
      ...(former && { former }),
    };
  });
}

/**
 * Writes tries and what became of their deliveries, and gives the endpoints that were given up by it: those that
 * answered 410, and those that took nothing for `patienceSeconds`.
 */
export async function settleDeliveries(
  tx: Tx,
  settled: readonly Settled[],
  { now, patienceSeconds }: { now: number; patienceSeconds: number },
): Promise<GivenUp[]> {
  const rows = await tx.read(SETTLE, [JSON.stringify(settled.map(resultOf)), now, patienceSeconds]);
  return rows.map((row) => ({
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    test: row.test,
    url: row.url,
    reason: row.reason,
  }));
}

const resultOf = (settled: Settled): Record<string, unknown> => ({
  account_id: settled.accountId,
  endpoint_id: settled.endpointId,
  event_id: settled.eventId,
  state: settled.state,
  next_at: settled.nextAt,
  at: settled.at,
  latency_ms: settled.latencyMs,
  status: settled.status,
  fault: settled.fault,
  // PostgreSQL keeps no NUL.
  answer: settled.answer?.replaceAll('\0', ''),
});

/** The same transaction, speaking for an account from here on. */
export function asAccount(tx: Tx, { accountId, test }: Whose): Tx {
  tx.write(ENTER, [accountId, test ? 'on' : 'off']);
  return { ...tx, accountId, test, standing: new Map() };
}
