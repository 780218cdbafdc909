import { createHash } from 'node:crypto';
import type { Endpoint } from '../../domain/events/endpoint.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

// Live and test endpoints are separate: every statement selects one mode.
const COLUMNS =
  'id, test, url, events, active, content, failing_since, disabled_at, disabled_reason, made_by, created_at, updated_at';
const FIND = sql`select ${COLUMNS} from billing.endpoint where account_id = $1 and test = $2 and id = $3`;
const LOCK = sql`select ${COLUMNS} from billing.endpoint where account_id = $1 and test = $2 and id = $3 for no key update`;
const FIND_SAME = sql`
  select ${COLUMNS} from billing.endpoint where account_id = $1 and test = $2 and fingerprint = $3 for no key update`;
const COUNT = sql`select count(*) as total from billing.endpoint where account_id = $1 and test = $2`;
const INSERT = sql`
  insert into billing.endpoint (account_id, test, id, url, events, fingerprint, active, content, failing_since,
    disabled_at, disabled_reason, made_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;
const UPDATE = sql`
  update billing.endpoint set url = $4, events = $5, fingerprint = $6, active = $7, content = $8, failing_since = $9,
    disabled_at = $10, disabled_reason = $11, made_by = $12, updated_at = $13
  where account_id = $1 and test = $2 and id = $3`;
const LOCK_MADE_BY = sql`
  select ${COLUMNS} from billing.endpoint where account_id = $1 and made_by = $2 order by id for no key update`;
const DELETE = sql`delete from billing.endpoint where account_id = $1 and test = $2 and id = $3 returning id`;
const LIST = sql`
  select ${COLUMNS} from billing.endpoint
  where account_id = $1 and test = $2 and ($3::text is null or url = $3) and ($4::uuid is null or id < $4)
  order by id desc limit $5 offset $6`;
const COUNT_LISTED = sql`
  select count(*) as total from billing.endpoint where account_id = $1 and test = $2 and ($3::text is null or url = $3)`;

export async function findEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && endpointFrom(row);
}

/** An endpoint, locked until the transaction ends; events can still be queued for it. */
export async function lockEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  const [row] = await tx.read(LOCK, [tx.accountId, tx.test, id]);
  return row && endpointFrom(row);
}

/** The endpoint with this URL and these events, locked; there is at most one. */
export async function lockSameEndpoint(tx: Tx, text: Pick<Endpoint, 'url' | 'events'>): Promise<Endpoint | undefined> {
  const [row] = await tx.read(FIND_SAME, [tx.accountId, tx.test, fingerprintOf(text)]);
  return row && endpointFrom(row);
}

/** The endpoints a person created, in both modes, locked until the transaction ends. */
export const lockEndpointsMadeBy = async (tx: Tx, personId: string): Promise<Endpoint[]> =>
  (await tx.read(LOCK_MADE_BY, [tx.accountId, personId])).map(endpointFrom);

/** The number of endpoints in the caller's mode. */
export async function countEndpoints(tx: Tx): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test]);
  return row?.total ?? 0;
}

export const insertEndpoint = (tx: Tx, endpoint: Endpoint): void =>
  tx.write(INSERT, [
    tx.accountId,
    endpoint.test,
    endpoint.id,
    ...changeable(endpoint),
    endpoint.createdAt,
    endpoint.updatedAt,
  ]);

/** Updates a locked endpoint. */
export const updateEndpoint = (tx: Tx, endpoint: Endpoint): void =>
  tx.write(UPDATE, [tx.accountId, endpoint.test, endpoint.id, ...changeable(endpoint), endpoint.updatedAt]);

/** Deletes an endpoint with its deliveries and attempts; false if there is none. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<boolean> {
  return (await tx.read(DELETE, [tx.accountId, tx.test, id])).length > 0;
}

/** One page of endpoints, newest first, with the total. */
export async function listEndpoints(
  tx: Tx,
  { url, limit, page, after }: { url?: string | undefined; limit: number; page: number; after?: string | undefined },
): Promise<{ endpoints: Endpoint[]; total: number; next?: { id: string } }> {
  const offset = after ? 0 : (page - 1) * limit;
  const [[counted], rows] = await Promise.all([
    tx.read<{ total: number }>(COUNT_LISTED, [tx.accountId, tx.test, url ?? null]),
    tx.read(LIST, [tx.accountId, tx.test, url ?? null, after ?? null, limit + 1, offset]),
  ]);
  const endpoints = rows.slice(0, limit).map(endpointFrom);
  const last = endpoints.at(-1);
  return { endpoints, total: counted?.total ?? 0, ...(last && rows.length > limit && { next: { id: last.id } }) };
}

/** The same URL and set of events are one endpoint, however often it is requested. */
const fingerprintOf = ({ url, events }: Pick<Endpoint, 'url' | 'events'>): Buffer =>
  createHash('sha256')
    .update([url, ...events].join('\n'))
    .digest();

const changeable = (endpoint: Endpoint): unknown[] => {
  const { url, events, active, description, source, secret, former, failingSince, disabled } = endpoint;
  const content = JSON.stringify({ description, source, secret, former });
  return [
    url,
    events,
    fingerprintOf(endpoint),
    active,
    content,
    failingSince ?? null,
    disabled?.at ?? null,
    disabled?.reason ?? null,
    endpoint.madeBy ?? null,
  ];
};

function endpointFrom(row: Row): Endpoint {
  return {
    id: row.id,
    test: row.test,
    url: row.url,
    events: row.events,
    active: row.active,
    ...readContent(row.content),
    ...(row.failing_since !== null && { failingSince: row.failing_since }),
    ...(row.disabled_at !== null && { disabled: { at: row.disabled_at, reason: row.disabled_reason } }),
    ...(row.made_by !== null && { madeBy: row.made_by }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The members of an endpoint that are stored as JSON. */
export const readContent = (
  content: string,
): Pick<Endpoint, 'description' | 'secret'> & Partial<Pick<Endpoint, 'source' | 'former'>> => JSON.parse(content);
