import type {
  PlatformCallback,
  PlatformCapabilities,
  PlatformConnection,
  PlatformFailure,
} from '../../domain/einvoicing/platform-connection.ts';
import { type Row, sql, type Tx } from '../transaction.ts';
import { advanceReading, queueReading } from './platform-flows.ts';

const COLUMNS = `account_id, id, test, preset, sends, receives, flow_url, directory_url, token_url, organization_id, locked_keys, syntax,
  capabilities, is_automatic, reports, connected_at, read_until_ms, read_at, failure, webhook_id, callback_url, locked_webhook_key,
  called_at`;
const LIST = sql`
  select ${COLUMNS} from billing.platform_connection where account_id = $1 and test = $2 order by connected_at, id`;
const FIND = sql`select ${COLUMNS} from billing.platform_connection where account_id = $1 and id = $2`;
const INSERT = sql`
  insert into billing.platform_connection (account_id, id, test, preset, sends, receives, flow_url, directory_url, token_url,
    organization_id, locked_keys, syntax, capabilities, connected_at, is_automatic, reports)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
const RELEASE = sql`
  update billing.platform_connection set sends = sends and not $3, receives = receives and not $4,
    is_automatic = is_automatic and not $3, reports = case when $3 then 'by_us' else reports end
  where account_id = $1 and test = $2 and (sends and not $3 or receives and not $4)`;
const DELETE_REPLACED = sql`
  delete from billing.platform_connection
  where account_id = $1 and test = $2 and not (sends and not $3 or receives and not $4)`;
const DELETE = sql`delete from billing.platform_connection where account_id = $1 and id = $2`;
const SET_SENDING = sql`
  update billing.platform_connection set is_automatic = $3, reports = $4 where account_id = $1 and id = $2`;
const LEARN = sql`update billing.platform_connection set capabilities = $3 where account_id = $1 and id = $2`;
const READ = sql`
  update billing.platform_connection set read_until_ms = greatest(read_until_ms, $3::bigint), read_at = $4, failure = null
  where account_id = $1 and id = $2`;
const FAILED = sql`update billing.platform_connection set failure = $3 where account_id = $1 and id = $2`;
const SET_CALLBACK = sql`
  update billing.platform_connection set webhook_id = $3, callback_url = $4, locked_webhook_key = $5
  where account_id = $1 and id = $2`;
const CALLED = sql`
  update billing.platform_connection set called_at = greatest(called_at, $3::bigint) where account_id = $1 and id = $2`;
const CALLED_AT = sql`select called_at from billing.platform_connection where account_id = $1 and id = $2`;
const WAITING = sql`
  update billing.job set due_at = least(due_at, $3::bigint), ready = leased_until is null
  where account_id = $1 and test = $2 and lane in ('platform_outbox', 'platform_messages')`;

/** A connection of an account with its credentials, encrypted for its ID. */
export type StoredConnection = PlatformConnection & { readonly accountId: string; readonly lockedKeys: string };

/** The connections of a mode, at most two. */
export const listPlatformConnections = async (tx: Tx, test: boolean): Promise<StoredConnection[]> =>
  (await tx.read<Row>(LIST, [tx.accountId, test])).map(connectionFrom);

/** A connection; undefined if it was removed. */
export async function findPlatformConnection(tx: Tx, id: string): Promise<StoredConnection | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, id]);
  return row && connectionFrom(row);
}

/**
 * Stores a connection in place of those that had its uses, and retries everything that waited for
 * it. `now` is Unix seconds of the machine.
 */
export function storePlatformConnection(tx: Tx, connection: StoredConnection, now: number): void {
  const { id, test, preset, sends, receives, flowUrl, directoryUrl, tokenUrl, organizationId, syntax } = connection;
  tx.write(DELETE_REPLACED, [tx.accountId, test, sends, receives]);
  tx.write(RELEASE, [tx.accountId, test, sends, receives]);
  tx.write(INSERT, [
    ...[
      tx.accountId,
      id,
      test,
      preset,
      sends,
      receives,
      flowUrl,
      directoryUrl ?? null,
      tokenUrl,
      organizationId ?? null,
    ],
    ...[
      connection.lockedKeys,
      syntax,
      JSON.stringify(connection.capabilities),
      connection.connectedAt,
      connection.isAutomatic,
      connection.reports,
    ],
  ]);
  tx.write(WAITING, [tx.accountId, test, now]);
  queueReading(tx, id, test, now);
}

export const deletePlatformConnection = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, id]);

/** Sets which documents are sent, and when. */
export const setSending = (
  tx: Tx,
  { id, isAutomatic, reports }: Pick<PlatformConnection, 'id' | 'isAutomatic' | 'reports'>,
): void => tx.write(SET_SENDING, [tx.accountId, id, isAutomatic, reports]);

/** Stores what a platform was found to accept. */
export const storeCapabilities = (tx: Tx, id: string, capabilities: PlatformCapabilities): void =>
  tx.write(LEARN, [tx.accountId, id, JSON.stringify(capabilities)]);

/**
 * The platform answered: everything it changed until `readUntilMs` was read, or nothing new if
 * null. `now` is Unix seconds.
 */
export const notePlatformRead = (tx: Tx, id: string, readUntilMs: number | null, now: number): void =>
  tx.write(READ, [tx.accountId, id, readUntilMs, now]);

/** Stores that the platform calls from now on. */
export const storeCallback = (tx: Tx, id: string, { webhookId, url, lockedKey }: PlatformCallback): void =>
  tx.write(SET_CALLBACK, [tx.accountId, id, webhookId, url, lockedKey]);

/** The platform called: what changed is read at once. Unix seconds of the machine. */
export function notePlatformCall(tx: Tx, { id, test }: Pick<PlatformConnection, 'id' | 'test'>, now: number): void {
  tx.write(CALLED, [tx.accountId, id, now]);
  advanceReading(tx, id, test, now);
}

/** When the platform last called (Unix seconds); undefined if it never did. */
export async function platformCalledAt(tx: Tx, id: string): Promise<number | undefined> {
  const [row] = await tx.read<Row>(CALLED_AT, [tx.accountId, id]);
  return row?.called_at ?? undefined;
}

export const notePlatformFailure = (tx: Tx, id: string, failure: PlatformFailure): void =>
  tx.write(FAILED, [tx.accountId, id, JSON.stringify(failure)]);

const connectionFrom = (row: Row): StoredConnection => ({
  ...{ accountId: row.account_id, id: row.id, test: row.test, preset: row.preset },
  ...{ sends: row.sends, receives: row.receives },
  ...{ flowUrl: row.flow_url, tokenUrl: row.token_url, lockedKeys: row.locked_keys, syntax: row.syntax },
  ...{ capabilities: JSON.parse(row.capabilities), connectedAt: row.connected_at },
  ...{ isAutomatic: row.is_automatic, reports: row.reports },
  ...(row.directory_url !== null && { directoryUrl: row.directory_url }),
  ...(row.organization_id !== null && { organizationId: row.organization_id }),
  ...(row.read_until_ms !== null && { readUntilMs: row.read_until_ms }),
  ...(row.called_at !== null && { calledAt: row.called_at }),
  ...(row.webhook_id !== null && {
    callback: { webhookId: row.webhook_id, url: row.callback_url, lockedKey: row.locked_webhook_key },
  }),
  ...(row.read_at !== null && { readAt: row.read_at }),
  ...(row.failure !== null && { failure: JSON.parse(row.failure) }),
});
