import type { KnownLine, NewLine } from '../../domain/payments/bank/detect-duplicates.ts';
import type { BankFormat, BankTransaction } from '../../domain/payments/bank/transaction.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type BatchDeletion, deleteInBatches } from '../delete-in-batches.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { toColumns } from '../rows-to-columns.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/**
 * Whether an unknown column of its file could change its meaning; unknown for CSV files read by
 * earlier versions.
 */
export const DOUBTFUL = "coalesce(t.doubtful, t.format = 'csv')";
/** The purchase of a debit `t` that stands: neither a counter-entry nor taken back. */
const STANDING = `p.account_id = $1 and p.transaction_id = t.id and p.corrects_id is null
  and not exists (select from billing.purchase c where c.account_id = $1 and c.corrects_id = p.id)`;
/** Whether a transaction `t` is a debit without a purchase, and is not set aside. */
export const DEBIT_TO_BOOK = `t.amount_cents < 0 and not exists (select from billing.purchase p where ${STANDING})
  and not exists (select from billing.bank_dismissal d where d.account_id = $1 and d.transaction_id = t.id and d.key = '*')`;
/** The columns `bankTransactionFrom` reads of a transaction `t`. */
const bankTransactionColumns = `t.id, t.test, t.bank_account_id, t.statement_id, t.booked_on::text, t.value_on::text, t.amount_cents,
  t.currency, t.label, t.counterpart, t.counterpart_iban, t.reference, t.bank_id, t.applied_cents,
  t.fee_cents, ${DOUBTFUL} as doubtful, case when t.amount_cents < 0 then (
    select p.id from billing.purchase p where ${STANDING}) end as purchase_id`;

const FIND = sql`select ${bankTransactionColumns} from billing.bank_transaction t where t.account_id = $1 and t.test = $2 and t.id = $3`;
// Deleting the statement waits for the purchase that is recorded, and then sees it.
const LOCK_DEBIT = sql`
  select ${bankTransactionColumns} from billing.bank_transaction t
  join billing.bank_statement s on s.account_id = $1 and s.id = t.statement_id
  where t.account_id = $1 and t.test = $2 and t.id = $3 for share of s`;
// By day, and by the bank's IDs for lines it moved to another day; each with the days of its first
// statement.
const KNOWN_LINE = `encode(t.content_key, 'hex') as key, t.nth, t.bank_id, t.format, t.booked_on::text, t.amount_cents,
    coalesce(s.from_on, t.booked_on)::text as from_on, coalesce(s.to_on, t.booked_on)::text as to_on
  from billing.bank_transaction t join billing.bank_statement s on s.account_id = $1 and s.id = t.statement_id`;
const KNOWN = sql`
  select ${KNOWN_LINE}
  where t.account_id = $1 and t.test = $2 and t.bank_account_id = $3 and t.booked_on between $4 and $5
  union all
  select ${KNOWN_LINE}
  where t.account_id = $1 and t.bank_account_id = $3 and t.bank_id = any ($6::text[]) and t.booked_on not between $4 and $5`;
const INSERT = sql`
  insert into billing.bank_transaction (account_id, test, bank_account_id, statement_id, currency, format, created_at, id, booked_on,
    value_on, amount_cents, label, counterpart, counterpart_iban, reference, bank_id, content_key, nth, fee_cents, doubtful)
  select a.account_id, $2, $3, $4, $5, $6, $7, l.id, l.booked_on, l.value_on, l.amount, l.label, l.counterpart, l.iban, l.reference, l.bank_id,
    decode(l.key, 'hex'), l.nth, l.fee, l.doubtful
  from billing.account a, unnest($8::uuid[], $9::date[], $10::date[], $11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[],
    $16::text[], $17::text[], $18::int[], $19::bigint[], $20::boolean[]) as l (id, booked_on, value_on, amount, label, counterpart, iban, reference,
    bank_id, key, nth, fee, doubtful)
  where a.account_id = $1`;

/** A transaction in the caller's mode. */
export async function findBankTransaction(tx: Tx, id: string): Promise<BankTransaction | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, tx.test, id]);
  return row && bankTransactionFrom(row);
}

/** The same, whose statement cannot be deleted until the transaction ends. */
export async function lockBankDebit(tx: Tx, id: string): Promise<BankTransaction | undefined> {
  const [row] = await tx.read<Row>(LOCK_DEBIT, [tx.accountId, tx.test, id]);
  return row && bankTransactionFrom(row);
}

/** The stored lines of a bank account on these days, and those with one of these bank IDs. */
export const storedBankLines = async (
  tx: Tx,
  bankAccountId: string,
  { from, to, bankIds }: { from: CivilDay; to: CivilDay; bankIds: readonly string[] },
): Promise<KnownLine[]> =>
  (await tx.read<Row>(KNOWN, [tx.accountId, tx.test, bankAccountId, from, to, bankIds])).map(
    ({ key, nth, bank_id, format, booked_on, amount_cents, from_on, to_on }) => ({
      ...{ key, nth, format, bookedOn: booked_on, amount: Number(amount_cents), from: from_on, to: to_on },
      ...(bank_id !== null && { bankId: bank_id }),
    }),
  );

/** Stores new lines of one statement in file order. Waits until they are written. */
export async function insertBankTransactions(
  tx: Tx,
  of: { bankAccountId: string; statementId: string; currency: string; format: BankFormat },
  lines: readonly NewLine[],
  { newId, now }: { newId: () => string; now: number },
): Promise<void> {
  const { bankAccountId, statementId, currency, format } = of;
  const rows = lines.map(({ line, nth, bankId }) => [
    ...[newId(), line.bookedOn, line.valueOn ?? null, line.amount, line.label, line.counterpart ?? null],
    ...[line.counterpartIban ?? null, line.reference ?? null, bankId ?? null, line.key, nth],
    ...[line.fee ?? null, line.isDoubtful ?? false],
  ]);
  const shared = [tx.accountId, tx.test, bankAccountId, statementId, currency, format, now];
  if (rows.length > 0) await tx.read(INSERT, [...shared, ...toColumns(rows)]);
}

/**
 * Filters transactions. `open`: incoming money that is not fully applied; `to_book`: outgoing money
 * without a purchase, not set aside.
 */
export type BankTransactionFilter = {
  readonly from?: CivilDay | undefined;
  readonly to?: CivilDay | undefined;
  readonly bankAccountId?: string | undefined;
  readonly state?: 'open' | 'applied' | 'out' | 'to_book' | undefined;
  readonly search?: string | undefined;
};
export type BankTransactionCursor = ListCursor<'bookedOn'>;

const states = {
  open: 't.amount_cents > t.applied_cents and t.amount_cents > 0',
  applied: 't.applied_cents > 0',
  out: 't.amount_cents < 0',
  to_book: DEBIT_TO_BOOK,
} as const;

/** A page of transactions in the caller's mode, with the total. */
export async function listBankTransactions(
  tx: Tx,
  filter: BankTransactionFilter,
  pageRequest: PageRequest<'bookedOn'>,
): Promise<{ transactions: BankTransaction[]; total: number; next?: BankTransactionCursor }> {
  const narrowed = narrowing(tx);
  const { given, where } = narrowed;
  where('t.account_id = $1');
  where(`t.test = ${given(tx.test)}`);
  if (filter.from !== undefined) where(`t.booked_on >= ${given(filter.from)}::date`);
  if (filter.to !== undefined) where(`t.booked_on <= ${given(filter.to)}::date`);
  if (filter.bankAccountId !== undefined) where(`t.bank_account_id = ${given(filter.bankAccountId)}`);
  if (filter.state !== undefined) where(states[filter.state]);
  const words = filter.search?.trim();
  if (words)
    where(
      `concat_ws(' ', t.label, t.counterpart, t.reference) ilike ${given(`%${words.replace(/[\\%_]/g, '\\$&')}%`)}`,
    );
  const page = await readKeysetPage(tx, pageRequest, {
    ...{
      columns: bankTransactionColumns,
      from: 'billing.bank_transaction t',
      alias: 't',
      key: 't.booked_on',
      narrowed,
    },
  });
  const next = page.next && { ...page.next, after: String(page.next.after) };
  return { transactions: page.rows.map(bankTransactionFrom), total: page.total, ...(next && { next }) };
}

/**
 * Clears the texts of transactions booked before a day and not used for payments, in all accounts.
 */
export const deleteOldBankTexts = (forgetting: BatchDeletion, before: CivilDay): Promise<number> =>
  deleteInBatches(forgetting, 'select billing.forget_bank_words($1, $2) as gone', before);

/** A transaction from its row. */
const bankTransactionFrom = (row: Row): BankTransaction => ({
  ...{ id: row.id, test: row.test, bankAccountId: row.bank_account_id, statementId: row.statement_id },
  ...{ bookedOn: row.booked_on, amount: row.amount_cents, currency: row.currency, label: row.label },
  ...(row.value_on !== null && { valueOn: row.value_on }),
  ...(row.counterpart !== null && { counterpart: row.counterpart }),
  ...(row.counterpart_iban !== null && { counterpartIban: row.counterpart_iban }),
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.bank_id !== null && { bankId: row.bank_id }),
  ...(row.fee_cents !== null && { fee: row.fee_cents }),
  ...(row.doubtful && { isDoubtful: true }),
  applied: row.applied_cents,
  ...(row.purchase_id !== null && { purchaseId: row.purchase_id }),
});
