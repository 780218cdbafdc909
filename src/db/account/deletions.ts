import type pg from 'pg';
import type { AccountDeletion } from '../../domain/account/deletion.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'account_id, state, actor, asked_at, due_at, by_operator, begun_at, kept_until::text, ended_at';
const FIND = sql`select ${COLUMNS} from billing.account_deletion where account_id = $1`;
const LOCK = sql`select ${COLUMNS} from billing.account_deletion where account_id = $1 for update`;
const INSERT = sql`
  insert into billing.account_deletion (account_id, state, actor, asked_at, due_at, by_operator)
  values ($1, 'waiting', $2, $3, $4, $5)`;
const CANCEL = sql`delete from billing.account_deletion where account_id = $1`;
const HASTEN = sql`update billing.account_deletion set by_operator = true, due_at = least(due_at, $2) where account_id = $1`;
const BEGIN = sql`update billing.account_deletion set state = 'clearing', begun_at = $2 where account_id = $1`;
const KEEP = sql`update billing.account_deletion set state = 'kept', kept_until = $2 where account_id = $1`;
const ERASE = sql`
  update billing.account_deletion set state = 'erasing', statement = $2, key_id = $3, signature = $4 where account_id = $1`;
const END = sql`update billing.account_deletion set state = 'erased', ended_at = $2 where account_id = $1`;
const ERASE_ROWS = sql`select billing.erase_rows($2, $3) as gone from billing.account_deletion where account_id = $1`;
const ERASE_PERSON = sql`select billing.erase_person($1) as gone`;
// The newest day of what art. L123-22 keeps: bills, books, received invoices and bank statements.
const LAST_RECORD = sql`
  select max(r.on_day)::text as "lastOn" from (
    select max(d.emitted_on) from billing.document d where d.account_id = $1 and not d.test and d.number is not null
    union all select max(p.received_on) from billing.payment p where p.account_id = $1 and not p.test
    union all select max(s.sold_on) from billing.counter_sale s where s.account_id = $1 and not s.test
    union all select max(greatest(p.paid_on, p.booked_on)) from billing.purchase p where p.account_id = $1 and not p.test
    union all select max(s.issued_on) from billing.supplier_invoice s where s.account_id = $1 and not s.test
    union all select max(to_timestamp(s.created_at) at time zone 'UTC')::date from billing.supplier_invoice s
      where s.account_id = $1 and not s.test
    union all select max(t.trip_on) from billing.trip t where t.account_id = $1 and not t.test
    union all select max(e.on_day) from billing.opening_entry e where e.account_id = $1 and not e.test
    union all select max(c.to_day) from billing.book_closing c where c.account_id = $1 and not c.test
    union all select max(t.booked_on) from billing.bank_transaction t where t.account_id = $1 and not t.test
  ) r (on_day)`;

/** The deletion of the transaction's account, if one was asked for. */
export const findDeletion = async (tx: Tx): Promise<AccountDeletion | undefined> =>
  fromRows(await tx.read(FIND, [tx.accountId]));

/** The same, locked until the transaction ends, so that a cancellation and the job take turns. */
export const lockDeletion = async (tx: Tx): Promise<AccountDeletion | undefined> =>
  fromRows(await tx.read(LOCK, [tx.accountId]));

/** Stores a new request. */
export const insertDeletion = (
  tx: Tx,
  { actor, askedAt, dueAt, byOperator }: Pick<AccountDeletion, 'actor' | 'askedAt' | 'dueAt' | 'byOperator'>,
): void => tx.write(INSERT, [tx.accountId, actor, askedAt, dueAt, byOperator]);

/** Removes a request that is still waiting; PostgreSQL refuses to remove another. */
export const cancelDeletion = (tx: Tx): void => tx.write(CANCEL, [tx.accountId]);

/** The operator erases everything from `now` on, Unix seconds. */
export const hastenDeletion = (tx: Tx, now: number): void => tx.write(HASTEN, [tx.accountId, now]);

/** Begins to erase what the law does not keep. It cannot be canceled any more. */
export const beginClearing = (tx: Tx, now: number): void => tx.write(BEGIN, [tx.accountId, now]);

/** The rest is kept through this day. */
export const keepRecords = (tx: Tx, until: CivilDay): void => tx.write(KEEP, [tx.accountId, until]);

/** What a signed statement says of an erased account, and by which key. */
export type ErasureProof = { readonly statement: string; readonly keyId: string; readonly signature: Buffer };

/** Begins to erase everything. */
export const beginErasure = (tx: Tx, { statement, keyId, signature }: ErasureProof): void =>
  tx.write(ERASE, [tx.accountId, statement, keyId, signature]);

/** Nothing of the account is left. */
export const endErasure = (tx: Tx, now: number): void => tx.write(END, [tx.accountId, now]);

/** Deletes about `most` rows of a table whose turn it is, and returns how many. */
export async function eraseRows(tx: Tx, table: string, most: number): Promise<number> {
  const [row] = await tx.read<{ gone: number }>(ERASE_ROWS, [tx.accountId, table, most]);
  return row?.gone ?? 0;
}

/** Deletes the transaction's person, unless another account names them. */
export async function erasePerson(tx: Tx, accountId: string): Promise<boolean> {
  const [row] = await tx.read<{ gone: boolean }>(ERASE_PERSON, [accountId]);
  return row?.gone ?? false;
}

/** The day of the newest live record that the law keeps; undefined without any. */
export async function lastRecordOn(tx: Tx): Promise<CivilDay | undefined> {
  const [row] = await tx.read<{ lastOn: CivilDay | null }>(LAST_RECORD, [tx.accountId]);
  return row?.lastOn ?? undefined;
}

type Owner = Pick<pg.Pool, 'query'>;

/** The deletions of all accounts, oldest request first. `owner` has the table owner's role. */
export async function allDeletions(owner: Owner): Promise<AccountDeletion[]> {
  const { rows } = await owner.query(`select ${COLUMNS} from billing.account_deletions()`);
  return rows.map(deletionFrom);
}

/** The proofs of those of these accounts that were erased, or are being erased. */
export async function erasureProofs(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, ErasureProof>> {
  const { rows } = await owner.query(
    'select account_id, statement, key_id, signature from billing.accounts_erased($1)',
    [ids.filter((id) => UUID.test(id))],
  );
  return new Map(
    rows.map((row) => [row.account_id, { statement: row.statement, keyId: row.key_id, signature: row.signature }]),
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const fromRows = ([row]: Row[]): AccountDeletion | undefined => row && deletionFrom(row);

const deletionFrom = (row: Row): AccountDeletion => ({
  accountId: row.account_id,
  state: row.state,
  actor: row.actor,
  askedAt: row.asked_at,
  dueAt: row.due_at,
  byOperator: row.by_operator,
  ...(row.begun_at !== null && { begunAt: row.begun_at }),
  ...(row.kept_until !== null && { keptUntil: row.kept_until }),
  ...(row.ended_at !== null && { endedAt: row.ended_at }),
});
