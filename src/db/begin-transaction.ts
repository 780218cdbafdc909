import { assertUuid, NO_ACCOUNT, setAccount, setPerson } from './row-security.ts';
import { PIN_SHARD } from './sharding/sharded-pools.ts';
import { sql } from './sql.ts';
import type { StatementPipeline } from './statement-pipeline.ts';
import type { TransactionScope, Tx } from './tx.ts';

const BEGIN = sql`begin`;
const BEGIN_READING = sql`begin read only`;
const FOR_ACCOUNT = sql`select set_config('app.account_id', $1, true), set_config('app.test', $2, true)`;
const FOR_PERSON = sql`select set_config('app.person_id', $1, true)`;

/** Begins a transaction and sets its account, mode and person for row-level security. */
export type Opening = (line: StatementPipeline, scope: TransactionScope) => void;

/** On a single database. */
export const beginOnDatabase: Opening = (line, { accountId, test, personId, isReadOnly }) => {
  if (accountId !== NO_ACCOUNT) assertUuid('an account', accountId);
  if (personId !== undefined) assertUuid('a person', personId);
  line.send(isReadOnly ? BEGIN_READING : BEGIN);
  line.send(FOR_ACCOUNT, [accountId, test ? 'on' : 'off']);
  if (personId !== undefined) line.send(FOR_PERSON, [personId]);
};

/** On distributed tables: `set local` reaches the nodes, `set_config` does not. */
export const beginOnNodes: Opening = (line, scope) => {
  line.send(scope.isReadOnly ? BEGIN_READING : BEGIN);
  for (const statement of setAccount(scope)) line.send(statement);
  if (scope.personId !== undefined) line.send(setPerson(scope.personId));
  // A move of the account to another node waits for writers only.
  if (scope.accountId !== NO_ACCOUNT && !scope.isReadOnly) line.send(PIN_SHARD, [scope.accountId]);
};

/**
 * Turns a transaction begun without an account into one of an account; can be repeated. Only on a
 * single database: with several nodes the account is set when the transaction begins.
 */
export function switchAccount(tx: Tx, { accountId, test }: Pick<TransactionScope, 'accountId' | 'test'>): void {
  if (tx.accountId !== NO_ACCOUNT) throw new Error('a transaction of an account cannot switch to another one');
  assertUuid('an account', accountId);
  tx.write(FOR_ACCOUNT, [accountId, test ? 'on' : 'off']);
}
