import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { lockSettings, saveSettings } from '../../src/db/account/accounts.ts';
import { append, lockChainHead } from '../../src/db/audit/append-to-chain.ts';
import { readDocumentGroup } from '../../src/db/billing/read-document-group.ts';
import { move } from '../../src/db/billing/write-documents.ts';
import { inTransaction, type Tx } from '../../src/db/transaction.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// What the application role can do in SQL, whatever the code does.

let service: TestService;
let invoiceId: string;
let draftId: string;
beforeAll(async () => {
  service = await testService();
  const books = booksOf(service);
  await books.company();
  const customerId = await books.contact();
  const { id } = await books.finalized(books.invoice(customerId));
  invoiceId = id;
  await books.pay('invoice', id, 50000);
  draftId = (await books.invoice(customerId, { lines: [TRAINING] })).id;
});
afterAll(() => service.close());

/**
 * Runs SQL as the application in an account's transaction and rolls back; returns the error code,
 * if any.
 */
async function attempt(text: string, values: unknown[] = [], whose: string | null = service.accountId) {
  return within(service.services.pool, text, values, whose);
}

async function within(pool: pg.Pool, text: string, values: unknown[], whose: string | null) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (whose !== null) await client.query("select set_config('app.account_id', $1, true)", [whose]);
    const { rowCount, rows } = await client.query(text, values);
    return { rowCount, rows, code: undefined };
  } catch (error) {
    return { rowCount: 0, rows: [], code: (error as { code?: string }).code };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Columns that may change on a finalized document. */
const MOVES = [
  ...['state', 'version', 'title', 'found_by', 'life', 'billed_cents', 'credited_cents', 'paid_cents', 'signed_at'],
  ...['refused_at', 'paid_at', 'canceled_at', 'archived_at', 'refund_at', 'updated_at'],
];

/** A value the row cannot hold yet. */
const otherValue: Readonly<Record<string, string>> = {
  boolean: 'not coalesce(%, false)',
  bigint: 'coalesce(%, 0) + 1',
  integer: 'coalesce(%, 0) + 1',
  uuid: 'gen_random_uuid()',
  date: "coalesce(%, '2026-01-01') + 1",
  bytea: "coalesce(%, '') || '\\x00'",
  text: "coalesce(%, '') || 'x'",
};

test('the database lets only certain columns of a finalized document change', async () => {
  const { rows: columns } = await service.owner.query(`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'billing' and table_name = 'document' order by 1`);
  assert.ok(columns.length > 35);
  for (const { name, type } of columns) {
    const value = (otherValue[type] ?? '').replace('%', name);
    assert.ok(value, `${name} is ${type}`);
    const set = name === 'state' ? `'paid'` : value;
    const { rowCount, code } = await attempt(`update billing.document set ${name} = ${set} where id = $1`, [invoiceId]);
    if (MOVES.includes(name)) assert.deepEqual([rowCount, code], [1, undefined], name);
    // The policy refuses a change of account before the trigger runs.
    else assert.ok(code === 'FA001' || (name === 'account_id' && code === '42501'), `${name}: ${code ?? 'done'}`);
  }
  assert.deepEqual(
    columns
      .map(({ name }) => name)
      .filter((name) => MOVES.includes(name))
      .sort(),
    [...MOVES].sort(),
  );
});

test('a finalized document cannot be deleted, reverted to draft or truncated; a draft can be deleted', async () => {
  assert.equal((await attempt('delete from billing.document where id = $1', [invoiceId])).code, 'FA001');
  assert.equal((await attempt('delete from billing.document')).code, 'FA001');
  assert.equal((await attempt("update billing.document set state = 'draft' where id = $1", [invoiceId])).code, '23514');
  const unnumbered = "update billing.document set number = null, state = 'draft' where id = $1";
  assert.equal((await attempt(unnumbered, [invoiceId])).code, 'FA001');
  assert.equal((await attempt('truncate billing.document cascade')).code, '42501');
  assert.equal((await attempt('delete from billing.document where id = $1', [draftId])).rowCount, 1);
});

test('payments and the audit chain are append-only, even for the owner of the tables', async () => {
  for (const table of ['payment', 'chain_link']) {
    const column = table === 'payment' ? 'content' : 'link';
    const update = `update billing.${table} set ${column} = 'x'`;
    for (const text of [update, `delete from billing.${table}`, `truncate billing.${table} cascade`]) {
      assert.equal((await attempt(text)).code, '42501', text);
      assert.equal((await within(service.owner, text, [], service.accountId)).code, 'FA002', text);
    }
  }
  const credited = 'update billing.document set paid_cents = total_cents + 1 where id = $1';
  assert.equal((await attempt(credited, [invoiceId])).code, '23514');
});

test('without an account there are no rows and no error, also on a reused connection', async () => {
  const { rows: tables } = await service.owner.query(
    `select relname as name from pg_class where relnamespace = 'billing'::regnamespace and relkind = 'r'`,
  );
  const count = async (whose: string | null) => {
    let seen = 0;
    for (const { name } of tables) {
      const { rows, code } = await attempt(`select count(*) as rows from billing.${name}`, [], whose);
      assert.equal(code, undefined, name);
      seen += rows[0].rows;
    }
    return seen;
  };
  assert.ok((await count(service.accountId)) > 10);
  // After `set_config(…, true)` the setting is '' on that connection, not unset: a plain cast would
  // fail.
  for (const whose of [null, '', service.services.newId()]) assert.equal(await count(whose), 0);
  for (const call of ["documents_found('%')", "customers_found('%')"])
    assert.equal((await attempt(`select billing.${call}`, [], '')).rowCount, 0);
});

test('no row can be written for another account or moved to one', async () => {
  const { accountId: other } = await service.newAccount('Otto Fremd');
  const insert = `insert into billing.series (account_id, test, prefix, year) values ($1, false, 'F', 2031)`;
  assert.equal((await attempt(insert, [other])).code, '42501');
  assert.equal((await attempt(insert, [service.accountId], '')).code, '42501');
  assert.equal((await attempt(insert, [service.accountId])).rowCount, 1);
  const move = 'update billing.customer set account_id = $1';
  assert.equal((await attempt(move, [other])).code, '42501');
  assert.equal(
    (await attempt('insert into billing.account (account_id, settings, created_at) values ($1, $2, 0)', [other, '{}']))
      .code,
    '42501',
  );
});

test('the database allows an API key to end once and no later, and refuses every other change', async () => {
  const books = booksOf(service);
  const { id } = await books.done('create-api-key', undefined, { name: 'Boutique', expiresIn: 86_400 });
  const change = async (set: string) => {
    const { rowCount, code } = await attempt(`update billing.api_key set ${set} where id = $1`, [id]);
    return code ?? rowCount;
  };
  for (const set of [
    `scopes = '{account:admin}'`,
    `name = 'x'`,
    'test = true',
    `secret_sha256 = '\\x00'`,
    'created_at = 1',
    'expires_at = null',
    'expires_at = expires_at + 1',
  ])
    assert.equal(await change(set), 'FA003', set);
  for (const set of ['expires_at = expires_at - 1', 'revoked_at = 1', 'last_used_at = 1'])
    assert.equal(await change(set), 1, `control: ${set}`);
  await books.ask('revoke-api-key', { path: { id } });
  for (const set of ['revoked_at = null', 'revoked_at = revoked_at + 1']) assert.equal(await change(set), 'FA003', set);
});

test('a transaction that changes settings or a finalized document without a chain link cannot commit', async () => {
  const whose = { accountId: service.accountId, test: false };
  const commits = (work: (tx: Tx) => Promise<void>) =>
    inTransaction(service.services.pool, whose, async (tx) => {
      await work(tx);
      return { commit: true, answer: undefined };
    });
  const changeSettings = async (tx: Tx) => saveSettings(tx, { ...(await lockSettings(tx)), name: 'Autre' });
  await assert.rejects(commits(changeSettings), /without an entry in the audit chain/);
  const changeDocument = async (tx: Tx) => {
    const document = (await readDocumentGroup(tx, invoiceId)).get(invoiceId)?.document ?? assert.fail();
    move(tx, { ...document, title: 'Autre' }, document.sealed?.customer);
  };
  await assert.rejects(commits(changeDocument), /without an entry in the audit chain/);
  const named = async (): Promise<string[]> => {
    const { rows } = await service.owner.query('select settings from billing.accounts_known()');
    return rows.map(({ settings }) => JSON.parse(settings).name);
  };
  assert.ok(!(await named()).includes('Autre'), 'nothing was changed');

  const told = async (tx: Tx) => {
    const head = await lockChainHead(tx, false);
    await changeSettings(tx);
    const subject = { kind: 'account', id: service.accountId };
    const happened = { type: 'settings_changed', at: service.clock.now, actor: 'test', subject, sha256: '' } as const;
    append(tx, { test: false, head, seal: service.seal }, happened);
  };
  await commits(told);
  assert.ok((await named()).includes('Autre'), 'control: with its link it commits');
});
