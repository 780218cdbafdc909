import type { KeptFile } from '../billing/stored-files.ts';
import { type Statement, sql, type Tx } from '../transaction.ts';

/** A large file that a job writes in parts: an archive of a period, or an export of the account. */
export type FileInParts = { readonly table: 'archive' | 'account_export'; readonly key: 'archive_id' | 'export_id' };

type Statements = Readonly<
  Record<'count' | 'begin' | 'dropParts' | 'underWay' | 'addPart' | 'ready' | 'fail' | 'drop' | 'part', Statement>
>;

/** The statements of a kind of file; call it once, when the module is loaded. */
export const statementsOfParts = ({ table, key }: FileInParts): Statements => ({
  count: sql`select count(*)::int as there from billing.${table} where account_id = $1 and test = $2`,
  begin: sql`
    update billing.${table} set state = 'under_way', attempt = $4 where account_id = $1 and test = $2 and id = $3`,
  dropParts: sql`delete from billing.${table}_part where account_id = $1 and ${key} = $2 and attempt <> $3`,
  underWay: sql`
    select 1 as mine from billing.${table}
    where account_id = $1 and test = $2 and id = $3 and attempt = $4 and state = 'under_way' for update`,
  addPart: sql`
    insert into billing.${table}_part (account_id, ${key}, test, attempt, number, sha256) values ($1, $2, $3, $4, $5, $6)`,
  ready: sql`
    update billing.${table} set state = 'ready', made = $4, size = $5, ended_at = $6
    where account_id = $1 and test = $2 and id = $3`,
  fail: sql`
    update billing.${table} set state = 'failed', failure = $4, ended_at = $5
    where account_id = $1 and test = $2 and id = $3`,
  drop: sql`delete from billing.${table} where account_id = $1 and test = $2 and id = $3`,
  part: sql`
    select f.sha256, f.bytes from billing.${table} a
    join billing.${table}_part p on p.account_id = $1 and p.${key} = a.id and p.attempt = a.attempt and p.number = $4
    join billing.file f on f.account_id = $1 and f.sha256 = p.sha256
    where a.account_id = $1 and a.test = $2 and a.id = $3 and a.state = 'ready'`,
});

/** No attempt has this number, so all parts are dropped. */
const NO_ATTEMPT = -1;

/** Reads and writes the files of a kind, in the mode of the caller. */
export const filesInParts = <Contents, Failure extends string>(statements: Statements) => ({
  /** How many files the mode has. Take a turn first. */
  count: async (tx: Tx): Promise<number> =>
    (await tx.read<{ there: number }>(statements.count, [tx.accountId, tx.test]))[0]?.there ?? 0,

  /** Begins an attempt to write a locked file, and drops the parts of earlier ones. */
  begin(tx: Tx, id: string, attempt: number): void {
    tx.write(statements.begin, [tx.accountId, tx.test, id, attempt]);
    tx.write(statements.dropParts, [tx.accountId, id, attempt]);
  },

  /**
   * Locks a file if this attempt still writes it: it may have been deleted, or taken over by
   * another process.
   */
  isAttempt: async (tx: Tx, id: string, attempt: number): Promise<boolean> =>
    (await tx.read(statements.underWay, [tx.accountId, tx.test, id, attempt])).length > 0,

  /** Adds a part; its bytes are stored in the same transaction. */
  addPart: (tx: Tx, id: string, part: { attempt: number; number: number; sha256: Buffer }): void =>
    tx.write(statements.addPart, [tx.accountId, id, tx.test, part.attempt, part.number, part.sha256]),

  complete: (tx: Tx, id: string, { made, size, now }: { made: Contents; size: number; now: number }): void =>
    tx.write(statements.ready, [tx.accountId, tx.test, id, JSON.stringify(made), size, now]),

  /** Gives a locked file up, and drops its parts. */
  fail(tx: Tx, id: string, { failure, now }: { failure: Failure; now: number }): void {
    tx.write(statements.fail, [tx.accountId, tx.test, id, failure, now]);
    tx.write(statements.dropParts, [tx.accountId, id, NO_ATTEMPT]);
  },

  /** Deletes a file and its parts; the bytes go when nothing refers to them. */
  drop: (tx: Tx, id: string): void => tx.write(statements.drop, [tx.accountId, tx.test, id]),

  /** A part of a finished file; undefined after the last. */
  part: async (tx: Tx, id: string, number: number): Promise<KeptFile | undefined> =>
    (await tx.read<KeptFile>(statements.part, [tx.accountId, tx.test, id, number]))[0],
});
