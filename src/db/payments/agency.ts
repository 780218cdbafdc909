import type { AgencyCustomerState } from '../../domain/payments/agency/next-step.ts';
import { JOBS_CHANNEL } from '../job-queue.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const FIND_KEYS = sql`select id, locked_keys from billing.agency_account where account_id = $1`;
const WRITE_KEYS = sql`
  insert into billing.agency_account (account_id, id, locked_keys, created_at) values ($1, $2, $3, $4)
  on conflict (account_id) do update set id = excluded.id, locked_keys = excluded.locked_keys, created_at = excluded.created_at`;
const DELETE_KEYS = sql`delete from billing.agency_account where account_id = $1`;
const WAKE_ALL = sql`
  with woken as (
    update billing.job set due_at = least(due_at, $2::bigint), ready = leased_until is null
    where account_id = $1 and lane in ('payment_requests', 'agency_customers') and not test returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from (select distinct lane from woken) as lanes`;

/** An account's Urssaf credentials, encrypted for its ID. */
type LockedAgencyKeys = { readonly id: string; readonly lockedKeys: string };

export async function findAgencyKeys(tx: Tx): Promise<LockedAgencyKeys | undefined> {
  const [row] = await tx.read<Row>(FIND_KEYS, [tx.accountId]);
  return row && { id: row.id, lockedKeys: row.locked_keys };
}

/** Replaces the credentials and retries everything that waited for them. */
export function writeAgencyKeys(tx: Tx, { id, lockedKeys }: LockedAgencyKeys, now: number): void {
  tx.write(WRITE_KEYS, [tx.accountId, id, lockedKeys, now]);
  tx.write(WAKE_ALL, [tx.accountId, now]);
}

export const deleteAgencyKeys = (tx: Tx): void => tx.write(DELETE_KEYS, [tx.accountId]);

/** A customer registered at Urssaf. Times are Unix seconds. */
export type AgencyCustomer = {
  readonly customerId: string;
  readonly test: boolean;
  /** Urssaf's ID. */
  readonly agencyId: string;
  /** The date of birth, encrypted for the customer's ID. */
  readonly lockedBornOn: string;
  readonly state: AgencyCustomerState;
  readonly registeredAt: number;
  readonly checkedAt?: number;
};

const FIND = sql`
  select customer_id, test, agency_id, locked_born_on, state, registered_at, checked_at from billing.agency_customer
  where account_id = $1 and customer_id = $2`;
const WRITE = sql`
  insert into billing.agency_customer (account_id, customer_id, test, agency_id, locked_born_on, state, registered_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (account_id, customer_id) do update set agency_id = excluded.agency_id, locked_born_on = excluded.locked_born_on,
    state = excluded.state, registered_at = excluded.registered_at, checked_at = null`;
const MOVE = sql`
  update billing.agency_customer set state = $3, checked_at = $4 where account_id = $1 and customer_id = $2 and agency_id = $5`;
const DELETE = sql`delete from billing.agency_customer where account_id = $1 and customer_id = $2`;
const QUEUE = sql`
  with queued as (
    insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
    values ($1, $2, 'agency_customers', $1, $3, $4::bigint, true)
    on conflict (account_id, subject_id, lane, share_id, test) do update
      set due_at = excluded.due_at, ready = j.leased_until is null
    returning lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from queued`;
const WAKE_REQUESTS = sql`
  with woken as (
    update billing.job j set due_at = least(j.due_at, $3::bigint), ready = j.leased_until is null
    from billing.document d
    where j.account_id = $1 and j.lane = 'payment_requests' and d.account_id = $1 and d.id = j.subject_id
      and d.customer_id = $2
    returning j.lane)
  select pg_notify('${JOBS_CHANNEL}', lane) from (select distinct lane from woken) as lanes`;

/** A customer's registration at Urssaf; undefined if there is none. */
export async function findAgencyCustomer(tx: Tx, customerId: string): Promise<AgencyCustomer | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, customerId]);
  return (
    row && {
      ...{ customerId: row.customer_id, test: row.test, agencyId: row.agency_id, lockedBornOn: row.locked_born_on },
      ...{ state: row.state, registeredAt: row.registered_at },
      ...(row.checked_at !== null && { checkedAt: row.checked_at }),
    }
  );
}

/** Stores a registration, replacing an earlier one, and queues a check of its state. */
export function storeAgencyCustomer(tx: Tx, customer: AgencyCustomer, now: number): void {
  const { customerId, test, agencyId, lockedBornOn, state, registeredAt } = customer;
  tx.write(WRITE, [tx.accountId, customerId, test, agencyId, lockedBornOn, state, registeredAt]);
  queueAgencyCustomer(tx, customer, now);
}

/** Queues a check of a customer's state at Urssaf. */
export const queueAgencyCustomer = (
  tx: Tx,
  { customerId, test }: Pick<AgencyCustomer, 'customerId' | 'test'>,
  now: number,
): void => tx.write(QUEUE, [tx.accountId, customerId, test, now]);

/**
 * Stores the state unless the customer was registered again meanwhile; if active, requests that
 * waited are retried.
 */
export function updateAgencyCustomer(
  tx: Tx,
  { customerId, agencyId }: AgencyCustomer,
  state: AgencyCustomerState,
  { now, realNow }: { readonly now: number; readonly realNow: number },
): void {
  tx.write(MOVE, [tx.accountId, customerId, state, now, agencyId]);
  if (state === 'active') tx.write(WAKE_REQUESTS, [tx.accountId, customerId, realNow]);
}

/** Deletes the registration. */
export const forgetAgencyCustomer = (tx: Tx, customerId: string): void => tx.write(DELETE, [tx.accountId, customerId]);

const COLUMNS = 'id, name, content, created_at';
const FIND_SIMULATED = sql`select ${COLUMNS} from billing.agency_trial where account_id = $1 and (id = $2 or name = $3)`;
const ISSUED = sql`
  select ${COLUMNS} from billing.agency_trial
  where account_id = $1 and name like 'request %' and content::json ->> 'dateFacture' between $2 and $3 limit $4`;
const KEEP = sql`
  insert into billing.agency_trial (account_id, id, test, name, content, created_at) values ($1, $2, true, $3, $4, $5)
  on conflict do nothing returning 1`;

/**
 * A record of the Urssaf simulator for test mode, in the caller's transaction. `createdAt` is Unix
 * seconds.
 */
type Trial = { readonly id: string; readonly name: string; readonly content: string; readonly createdAt: number };

export async function findSimulatorRecord(
  tx: Tx,
  by: { readonly id?: string; readonly name?: string },
): Promise<Trial | undefined> {
  const [row] = await tx.read<Row>(FIND_SIMULATED, [tx.accountId, by.id ?? null, by.name ?? null]);
  return row && trialFrom(row);
}

/** Requests for invoices of these days in Urssaf's notation, at most `most`. */
export const simulatorRecordsIssued = async (
  tx: Tx,
  from: string,
  to: string,
  most: number,
): Promise<readonly Trial[]> => (await tx.read<Row>(ISSUED, [tx.accountId, from, to, most])).map(trialFrom);

/** Stores a record; false if the name exists. */
export const storeSimulatorRecord = async (tx: Tx, { id, name, content, createdAt }: Trial): Promise<boolean> =>
  (await tx.read(KEEP, [tx.accountId, id, name, content, createdAt])).length > 0;

const trialFrom = (row: Row): Trial => ({
  ...{ id: row.id, name: row.name, content: row.content, createdAt: row.created_at },
});
