import { type Row, sql, type Tx } from '../transaction.ts';

const OPEN = sql`
  insert into billing.trial_platform (account_id, content) values ($1, $2) on conflict do nothing`;
const LOCK = sql`select last_position, content from billing.trial_platform where account_id = $1 for update`;
const SAVE = sql`update billing.trial_platform set content = $2 where account_id = $1`;
const MOVE_ON = sql`
  update billing.trial_platform set last_position = $2::bigint where account_id = $1 and last_position < $2::bigint`;
const FIND = sql`select content from billing.trial_flow where account_id = $1 and id = $2`;
const TRACKED = sql`
  select content from billing.trial_flow where account_id = $1 and owner = $2 and tracking_id = $3 order by position`;
const OF_INVOICE = sql`select content from billing.trial_flow where account_id = $1 and invoice_key = $2`;
const AFTER = sql`
  select content from billing.trial_flow where account_id = $1 and owner = $2 and position > $3
  order by position limit $4`;
const DUE = sql`
  select content from billing.trial_flow where account_id = $1 and due_at <= $2 order by due_at, position limit 1`;
const PUT = sql`
  insert into billing.trial_flow as f (account_id, id, owner, position, tracking_id, invoice_key, due_at, content, file)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (account_id, id) do update set position = excluded.position, tracking_id = excluded.tracking_id,
    invoice_key = excluded.invoice_key, due_at = excluded.due_at, content = excluded.content,
    file = coalesce(excluded.file, f.file)`;
const FILE = sql`select file from billing.trial_flow where account_id = $1 and id = $2`;
const SIZE = sql`
  select count(*)::int as flows, coalesce(sum(length(file)), 0)::bigint as bytes
  from billing.trial_flow where account_id = $1`;
const EMPTY = sql`delete from billing.trial_flow where account_id = $1`;

/** A flow of the trial platform as JSON, with the facts that are searched. */
export type StoredTrialFlow = {
  readonly id: string;
  readonly owner: string;
  /** Milliseconds. */
  readonly position: number;
  readonly trackingId: string | undefined;
  readonly invoiceKey: string | undefined;
  /** Unix seconds. */
  readonly dueAt: number | undefined;
  readonly content: string;
};

/**
 * Locks the trial platform of the account, so that changes happen one after the other. It begins
 * with `content` (JSON) if the account has none yet.
 */
export async function lockTrialPlatform(
  tx: Tx,
  content: string,
): Promise<{ readonly lastPosition: number; readonly content: string }> {
  tx.write(OPEN, [tx.accountId, content]);
  const [row] = await tx.read<Row>(LOCK, [tx.accountId]);
  if (!row) throw new Error(`the trial platform of ${tx.accountId} is not there`);
  return { lastPosition: row.last_position, content: row.content };
}

/** Stores what is not a flow: settings and webhooks (JSON). */
export const saveTrialPlatform = (tx: Tx, content: string): void => tx.write(SAVE, [tx.accountId, content]);

export const findTrialFlow = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await contents(tx, FIND, [id]))[0];

/** The flows of a company with a tracking ID, by position. */
export const trackedTrialFlows = (tx: Tx, owner: string, trackingId: string): Promise<string[]> =>
  contents(tx, TRACKED, [owner, trackingId]);

export const trialFlowOfInvoice = async (tx: Tx, invoiceKey: string): Promise<string | undefined> =>
  (await contents(tx, OF_INVOICE, [invoiceKey]))[0];

/** The next flows of a company after a position. */
export const trialFlowsAfter = (tx: Tx, owner: string, { position, count }: { position: number; count: number }) =>
  contents(tx, AFTER, [owner, position, count]);

/** The flow whose next step is due first, by `now` (Unix seconds). */
export const dueTrialFlow = async (tx: Tx, now: number): Promise<string | undefined> =>
  (await contents(tx, DUE, [now]))[0];

/** Stores a flow; without a file it keeps the one it has. */
export function saveTrialFlow(tx: Tx, flow: StoredTrialFlow, file: Uint8Array | undefined): void {
  const { id, owner, position, trackingId, invoiceKey, dueAt, content } = flow;
  const values = [id, owner, position, trackingId ?? null, invoiceKey ?? null, dueAt ?? null, content];
  tx.write(PUT, [tx.accountId, ...values, file ? Buffer.from(file) : null]);
  tx.write(MOVE_ON, [tx.accountId, position]);
}

export async function trialFileOf(tx: Tx, id: string): Promise<Uint8Array | undefined> {
  const [row] = await tx.read<Row>(FILE, [tx.accountId, id]);
  return row?.file ?? undefined;
}

/** How many flows there are, and the bytes of their files. */
export async function trialPlatformSize(tx: Tx): Promise<{ readonly flows: number; readonly bytes: number }> {
  const [row] = await tx.read<Row>(SIZE, [tx.accountId]);
  return { flows: row?.flows ?? 0, bytes: row?.bytes ?? 0 };
}

/** Deletes all flows and replaces what is not a flow. */
export function emptyTrialPlatform(tx: Tx, content: string): void {
  tx.write(EMPTY, [tx.accountId]);
  tx.write(SAVE, [tx.accountId, content]);
}

const contents = async (tx: Tx, statement: ReturnType<typeof sql>, values: readonly unknown[]): Promise<string[]> =>
  (await tx.read<Row>(statement, [tx.accountId, ...values])).map((row) => row.content);
