import type { Cents } from '../../domain/money/cents.ts';
import type { CsvColumns } from '../../domain/payments/bank/csv-columns.ts';
import type { StatedAccount } from '../../domain/payments/bank/statement.ts';
import type { BankFormat } from '../../domain/payments/bank/transaction.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const INSERT_ACCOUNT = sql`
  insert into billing.bank_account (account_id, id, test, identity, iban, number, currency, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account_id, test, identity) do nothing`;
const ACCOUNT = 'a.id, a.identity, a.iban, a.number, a.currency';
const HOLD_BY_IDENTITY = sql`
  select ${ACCOUNT} from billing.bank_account a where a.account_id = $1 and a.test = $2 and a.identity = $3 for update`;
const HOLD_BY_ID = sql`
  select ${ACCOUNT} from billing.bank_account a where a.account_id = $1 and a.test = $2 and a.id = $3 for update`;
const CALL = sql`update billing.bank_account set number = $3 where account_id = $1 and id = $2 and number is null`;
const ACCOUNTS = sql`
  select ${ACCOUNT}, s.statements, s.added, s.last_on::text from billing.bank_account a
  left join lateral (select count(*)::int as statements, coalesce(sum(added), 0)::int as added, max(to_on) as last_on
    from billing.bank_statement s where s.account_id = $1 and a.id = s.bank_account_id) s on true
  where a.account_id = $1 and a.test = $2 order by a.created_at, a.id`;
const FORMS = sql`
  select encode(headers_key, 'hex') as key, columns, bank_account_id from billing.bank_csv_form where account_id = $1 and test = $2`;
const REMEMBER = sql`
  insert into billing.bank_csv_form (account_id, test, headers_key, columns, bank_account_id, told_at)
  select a.account_id, $2, decode($3, 'hex'), $4, $5, $6 from billing.account a
  where a.account_id = $1 and (select count(*) from billing.bank_csv_form f where f.account_id = $1 and f.test = $2 and f.headers_key <> decode($3, 'hex')) < $7
  on conflict (account_id, test, headers_key) do update
    set (columns, bank_account_id, told_at) = (excluded.columns, excluded.bank_account_id, excluded.told_at)`;
const INSERT_STATEMENT = sql`
  insert into billing.bank_statement as s (account_id, id, test, bank_account_id, format, digest, from_on, to_on, opening_cents,
    closing_cents, lines, sum_cents, added, created_at)
  values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (account_id, bank_account_id, digest) do update set added = least(s.lines, s.added + excluded.added)
  returning s.id`;
const BEFORE = sql`
  select closing_cents from billing.bank_statement
  where account_id = $1 and bank_account_id = $2 and to_on < $3 and closing_cents is not null order by to_on desc, id desc limit 1`;
const STATEMENT = `s.id, s.bank_account_id, s.format, a.currency, s.from_on::text, s.to_on::text, s.opening_cents, s.closing_cents,
  s.lines, s.sum_cents, s.added, s.created_at`;
const WITH_ACCOUNT = 'join billing.bank_account a on a.account_id = $1 and a.id = s.bank_account_id';
const LIST = sql`
  select ${STATEMENT}, count(*) over () as total from billing.bank_statement s ${WITH_ACCOUNT}
  where s.account_id = $1 and s.test = $2 and ($3::uuid is null or s.bank_account_id = $3)
  order by s.created_at desc, s.id desc limit $4 offset $5`;
const ONE = `select s.id, s.bank_account_id from billing.bank_statement s where s.account_id = $1 and s.test = $2 and s.id = $3`;
const FIND_STATEMENT = sql`${ONE}`;
const HOLD_STATEMENT = sql`${ONE} for update`;
const APPLIED = sql`
  select t.id from billing.bank_transaction t where t.account_id = $1 and t.statement_id = $2 and (t.applied_cents > 0
    or exists (select from billing.purchase p where p.account_id = $1 and p.transaction_id = t.id)) limit 1`;
const DELETE_LINES = sql`delete from billing.bank_transaction where account_id = $1 and statement_id = $2`;
const DELETE = sql`delete from billing.bank_statement where account_id = $1 and id = $2`;

export type BankAccount = StatedAccount & { readonly id: string; readonly currency: string };
export type ListedBankAccount = BankAccount & {
  readonly statements: number;
  /** Its stored transactions. */
  readonly added: number;
  readonly lastOn?: CivilDay;
};
/** The confirmed columns for the headers of a file, and its bank account. */
export type CsvForm = { readonly columns: CsvColumns; readonly bankAccountId: string };
export type KeptStatement = {
  readonly id: string;
  readonly bankAccountId: string;
  readonly format: BankFormat;
  readonly currency: string;
  readonly from?: CivilDay;
  readonly to?: CivilDay;
  readonly opening?: Cents;
  readonly closing?: Cents;
  readonly lines: number;
  /** The sum of its lines. */
  readonly sum: Cents;
  readonly added: number;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** The bank account with this identity, locked until the transaction ends; created if missing. */
export async function lockOrCreateBankAccount(
  tx: Tx,
  { identity, iban, number, currency }: StatedAccount & { identity: string; currency: string },
  { newId, now }: { newId: () => string; now: number },
): Promise<BankAccount> {
  tx.write(INSERT_ACCOUNT, [tx.accountId, newId(), tx.test, identity, iban ?? null, number ?? null, currency, now]);
  const [row] = await tx.read<Row>(HOLD_BY_IDENTITY, [tx.accountId, tx.test, identity]);
  return bankAccountFrom(row as Row);
}

/** The bank account with this ID, locked until the transaction ends. */
export async function lockBankAccountById(tx: Tx, id: string): Promise<BankAccount | undefined> {
  const [row] = await tx.read<Row>(HOLD_BY_ID, [tx.accountId, tx.test, id]);
  return row && bankAccountFrom(row);
}

/** Stores the account number used in files, if there was none. */
export const setBankAccountNumber = (tx: Tx, id: string, number: string): void =>
  tx.write(CALL, [tx.accountId, id, number]);

/** The bank accounts in the caller's mode, in the order of their first import. */
export const listBankAccounts = async (tx: Tx): Promise<(ListedBankAccount & { identity: string })[]> =>
  (await tx.read<Row>(ACCOUNTS, [tx.accountId, tx.test])).map((row) => ({
    ...{ ...bankAccountFrom(row), identity: row.identity, statements: row.statements, added: row.added },
    ...(row.last_on !== null && { lastOn: row.last_on }),
  }));

/** The confirmed columns of CSV files, by a digest of their headers. */
export const csvForms = async (tx: Tx): Promise<ReadonlyMap<string, CsvForm>> =>
  new Map(
    (await tx.read<Row>(FORMS, [tx.accountId, tx.test])).map(({ key, columns, bank_account_id }) => [
      key,
      { columns: columns as CsvColumns, bankAccountId: bank_account_id },
    ]),
  );

/** Stores the confirmed columns of a CSV file; above `most` forms per account nothing is stored. */
export const rememberCsvForm = (
  tx: Tx,
  { key, columns, bankAccountId }: CsvForm & { key: string },
  { now, most }: { now: number; most: number },
): void => tx.write(REMEMBER, [tx.accountId, tx.test, key, JSON.stringify(columns), bankAccountId, now, most]);

/**
 * Stores a statement. Repeating it returns the existing one and adds new lines to its count.
 * Returns its ID.
 */
export async function storeStatement(
  tx: Tx,
  { id, digest, ...statement }: Omit<KeptStatement, 'currency'> & { digest: string },
): Promise<string> {
  const { bankAccountId, format, from, to, opening, closing, lines, sum, added, createdAt } = statement;
  const [row] = await tx.read<Row>(INSERT_STATEMENT, [
    ...[tx.accountId, id, tx.test, bankAccountId, format, digest, from ?? null, to ?? null],
    ...[opening ?? null, closing ?? null, lines, sum, added, createdAt],
  ]);
  return (row as Row).id;
}

/** The closing balance of the last statement that ends before a day, if it has one. */
export async function closingBalanceBefore(tx: Tx, bankAccountId: string, day: CivilDay): Promise<Cents | undefined> {
  const [row] = await tx.read<Row>(BEFORE, [tx.accountId, bankAccountId, day]);
  return row?.closing_cents;
}

/** A page of statements in the caller's mode, newest first, with the total. */
export async function listStatements(
  tx: Tx,
  bankAccountId: string | undefined,
  { limit, page }: { limit: number; page: number },
): Promise<{ statements: KeptStatement[]; total: number }> {
  const values = [tx.accountId, tx.test, bankAccountId ?? null, limit, (page - 1) * limit];
  const rows = await tx.read<Row>(LIST, values);
  return { statements: rows.map(statementFrom), total: Number(rows[0]?.total ?? 0) };
}

/**
 * Deletes a statement with the transactions first read from it. Returns `used` if some of them paid
 * documents, or are in the register of purchases.
 */
export async function deleteStatement(tx: Tx, id: string): Promise<'deleted' | 'not_there' | 'used'> {
  const values = [tx.accountId, tx.test, id];
  const [there] = await tx.read<Row>(FIND_STATEMENT, values);
  if (!there) return 'not_there';
  // Locks the bank account before its statement, as imports do, so that no transaction is deleted
  // that a concurrent import has read.
  await tx.read(HOLD_BY_ID, [tx.accountId, tx.test, there.bank_account_id]);
  const held = await tx.read<Row>(HOLD_STATEMENT, values);
  if (held.length === 0) return 'not_there';
  const applied = await tx.read<Row>(APPLIED, [tx.accountId, id]);
  if (applied.length > 0) return 'used';
  tx.write(DELETE_LINES, [tx.accountId, id]);
  tx.write(DELETE, [tx.accountId, id]);
  return 'deleted';
}

const bankAccountFrom = ({ id, iban, number, currency }: Row): BankAccount => ({
  ...{ id, currency },
  ...(iban !== null && { iban }),
  ...(number !== null && { number }),
});

const statementFrom = (row: Row): KeptStatement => ({
  ...{ id: row.id, bankAccountId: row.bank_account_id, format: row.format, currency: row.currency },
  ...(row.from_on !== null && { from: row.from_on, to: row.to_on }),
  ...(row.opening_cents !== null && { opening: row.opening_cents }),
  ...(row.closing_cents !== null && { closing: row.closing_cents }),
  ...{ lines: row.lines, sum: row.sum_cents, added: row.added, createdAt: row.created_at },
});
