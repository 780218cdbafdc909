import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { belongingsOf } from '../../../test/isolation/two-accounts.ts';
import { killedAt, lived } from '../../../test/jobs/recurring-simulation.ts';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { GOODS, PAPER } from '../../../test/support/documents/purchases.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { operations } from '../../api/index.ts';
import { findDeletion } from '../../db/account/deletions.ts';
import { erasedTables } from '../../db/account/erased-tables.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { accountsExplained } from '../../db/audit/verify/erased-accounts.ts';
import { findMissingAccounts, verifyAccounts } from '../../db/audit/verify/verify-accounts.ts';
import { join } from '../../db/people/memberships.ts';
import { insertPerson } from '../../db/people/persons.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createSampleData } from '../../http/create-sample-data.ts';
import { cancelRequestedDeletion, requestDeletion } from '../../services/account/account-deletion.ts';
import { deleteAccount } from './delete-account.ts';

const DAY = 86_400;
/** Small batches, so that a table takes several. */
const job = deleteAccount(7);

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.now = MONDAY;
});

type Account = Awaited<ReturnType<TestService['newAccount']>>;
const own = (account: Account) => ({ ...service, ...account });

/** A new person who owns an account. */
async function ownerOf({ accountId }: Account, email: string): Promise<string> {
  const { pool, newId, now } = service.services;
  const id = newId();
  await inTransaction(pool, { accountId, test: false, personId: id }, async (tx) => {
    const person = {
      id,
      email,
      name: email,
      createdAt: now(),
      secondFactor: false,
      hasPasskey: false,
      stepsPutAway: false,
    };
    insertPerson(tx, person, email, { passwordHash: '$argon2id$none', deviceSecret: Buffer.alloc(32) });
    join(tx, { personId: id, role: 'owner', now: now() });
    return { commit: true, answer: undefined };
  });
  return id;
}

/** An account with a year of business in live mode, purchases, and a sample year in test mode. */
async function business(name: string): Promise<Account> {
  const account = await service.newAccount(name);
  await belongingsOf(service, account.live, name, '73282932000074');
  const books = booksOf(service, account.live);
  for (const purchase of [PAPER, GOODS]) await books.done('record-purchase', undefined, purchase);
  await createSampleData({ services: service.services, operations }, account.test);
  return account;
}

const asked = (account: Account, actor = 'owner') =>
  inTransaction(service.services.pool, account.live, async (tx) => {
    const { name } = (await settingsOf(tx)).settings;
    const own = { id: account.accountId, name, role: 'owner', isSample: false } as const;
    const answer = await requestDeletion({ ...service.services, tx, actor }, { account: own, typed: name });
    assert.ok(!('refused' in answer), JSON.stringify(answer));
    return { commit: true, answer };
  });
const canceled = (account: Account) =>
  inTransaction(service.services.pool, account.live, async (tx) => {
    const own = { id: account.accountId, name: '', role: 'owner', isSample: false } as const;
    const answer = await cancelRequestedDeletion({ ...service.services, tx, actor: 'owner' }, own);
    return { commit: answer === undefined, answer };
  });
const deletion = ({ live }: Account) =>
  inTransaction(service.services.pool, live, async (tx) => ({ commit: false, answer: await findDeletion(tx) }));

/** Rows of every table of an account, in both modes. */
async function counts({ accountId }: Account): Promise<Record<string, number>> {
  const client = await service.owner.connect();
  try {
    await client.query('begin');
    await client.query(`set local app.account_id = '${accountId}'`);
    const found: Record<string, number> = {};
    for (const table of Object.keys(erasedTables)) {
      const { rows } = await client.query(`select count(*) from billing.${table} where account_id = '${accountId}'`);
      if (Number(rows[0].count) > 0) found[table] = Number(rows[0].count);
    }
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const verified = ({ accountId }: Account) =>
  verifyAccounts(service.database.serving, [accountId], { keys: service.seal.keys });

test('every table of an account is erased on the day or kept with a reason, and the database agrees', async () => {
  const { rows } = await service.owner.query(`
    select c.relname as name, has_table_privilege('facturier_across', c.oid, 'delete') as erasable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  assert.deepEqual(
    Object.keys(erasedTables).sort(),
    rows.map(({ name }) => name),
  );
  assert.deepEqual(
    rows.filter(({ name, erasable }) => erasable !== (name !== 'account_deletion')),
    [],
  );
  const [{ source }] = (await service.owner.query("select prosrc as source from pg_proc where proname = 'erase_rows'"))
    .rows;
  const cleared = [...(/cleared constant text\[\] := array\[([^\]]*)\]/.exec(source)?.[1]?.matchAll(/'(\w+)'/g) ?? [])];
  const special = ['document', 'job'];
  assert.deepEqual(
    [...cleared.map(([, name]) => name), ...special].sort(),
    Object.keys(erasedTables)
      .filter((name) => erasedTables[name]?.[0] !== 'stays')
      .sort(),
  );
  for (const [table, [, why]] of Object.entries(erasedTables)) assert.ok(why.length > 4, table);
});

test('the day comes after 30 days: access ends, test data and drafts go, invoices, books and their audit trail stay for ten years', async () => {
  const account = await business('Aubert');
  await ownerOf(account, 'a@exemple.fr');
  const before = await counts(account);
  const { dueAt, askedAt } = await asked(account);
  assert.equal(dueAt - askedAt, 30 * DAY);
  const life = lived(own(account), [job]);
  service.clock.now = dueAt - 1;
  await life.worked();
  assert.equal((await deletion(account))?.state, 'waiting');

  service.clock.now = dueAt;
  await life.worked();
  const { state, keptUntil } = (await deletion(account)) ?? {};
  assert.deepEqual([state, keptUntil], ['kept', '2036-12-31']);
  const after = await counts(account);
  for (const [table, [clearing]] of Object.entries(erasedTables))
    if (clearing === 'goes') assert.equal(after[table] ?? 0, table === 'job' ? 1 : 0, table);
  for (const table of ['endpoint', 'mail', 'archive', 'product', 'task', 'platform_connection'])
    assert.ok((before[table] ?? 0) > 0, `control: there was a ${table}`);
  const rows = await inTransaction(service.services.pool, account.live, async (tx) => ({
    commit: false,
    answer: await tx.read(
      {
        text: `select
        (select count(*)::int from billing.document where account_id = $1 and test) as trial,
        (select count(*)::int from billing.document where account_id = $1 and number is null) as drafts,
        (select count(*)::int from billing.document where account_id = $1) as documents,
        (select count(*)::int from billing.purchase where account_id = $1) as purchases,
        (select count(*)::int from billing.payment where account_id = $1) as payments,
        (select count(*)::int from billing.api_key where account_id = $1 and revoked_at is null) as keys,
        (select count(*)::int from billing.membership where account_id = $1 and left_at is null) as members,
        (select count(*)::int from billing.chain_link where account_id = $1 and test) as links`,
      },
      [account.accountId],
    ),
  }));
  // Estimate, advance, invoice; three purchases; one payment.
  assert.deepEqual(rows[0], {
    ...{ trial: 0, drafts: 0, documents: 3, purchases: 3, payments: 1, keys: 0, members: 0, links: 0 },
  });
  const { findings, documents } = await verified(account);
  assert.deepEqual([findings, documents], [[], 3]);
});

test('records of 2015 are kept through 2025; then everything is erased, and the erasure is proven', async () => {
  service.clock.now = Date.parse('2015-03-02T09:00:00Z') / 1_000;
  const account = await service.newAccount('Ancienne');
  const books = booksOf(service, account.live);
  await books.company();
  const { id } = await books.finalized(books.invoice(await books.contact()));
  await books.pay('invoice', id, 120_000);
  const { dueAt } = await asked(account);
  const life = lived(own(account), [job]);
  service.clock.now = dueAt;
  await life.worked();
  assert.equal((await deletion(account))?.keptUntil, '2025-12-31');
  service.clock.now = Date.parse('2025-12-31T23:59:59Z') / 1_000;
  await life.worked();
  const { document, payment, chain_link } = await counts(account);
  assert.deepEqual([document, payment, (chain_link ?? 0) > 3], [1, 1, true]);

  service.clock.now += 1;
  await life.worked();
  assert.equal((await deletion(account))?.state, 'erased');
  assert.deepEqual(await counts(account), { account_deletion: 1 });
});

test('an account without finalized documents or books is erased whole, and so are its people, but not those of another account', async () => {
  const account = await service.newAccount('Sans suite');
  const other = await service.newAccount('Toujours là');
  const books = booksOf(service, account.live);
  await books.company();
  await books.invoice(await books.contact());
  await createSampleData({ services: service.services, operations }, account.test);
  await ownerOf(account, 'seule@exemple.fr');
  const both = await ownerOf(account, 'deux@exemple.fr');
  await inTransaction(service.services.pool, other.live, async (tx) => {
    join(tx, { personId: both, role: 'owner', now: service.clock.now });
    return { commit: true, answer: undefined };
  });
  const { dueAt } = await asked(account);
  service.clock.now = dueAt;
  await lived(own(account), [job]).worked();

  assert.equal((await deletion(account))?.state, 'erased');
  assert.deepEqual(await counts(account), { account_deletion: 1 });
  const { rows } = await service.owner.query(
    "select billing.person_with_email('seule@exemple.fr') as gone, billing.person_with_email('deux@exemple.fr') as stays",
  );
  assert.deepEqual(rows, [{ gone: null, stays: both }]);

  const kept = new Map([[account.accountId, [{ account: account.accountId, mode: 'live', seq: 3 }]]]) as never;
  const { keys } = service.seal;
  const explained = accountsExplained(service.owner, { keys });
  assert.deepEqual(await findMissingAccounts(explained, { keys, kept }), []);
  const unsigned = accountsExplained(service.owner, { keys: new Map() });
  const [missing] = await findMissingAccounts(unsigned, { keys, kept });
  assert.equal(missing?.fault, 'account_missing', 'control: without the key the account counts as missing');
});

test('canceled, the job does nothing; of a cancellation and the job at once exactly one wins', async () => {
  const account = await service.newAccount('Hésitation');
  await booksOf(service, account.live).company();
  const first = await asked(account);
  assert.equal(await canceled(account), undefined);
  service.clock.now = first.dueAt + DAY;
  const life = lived(own(account), [job]);
  await life.worked();
  assert.equal(await deletion(account), undefined);

  const wins = new Set<string>();
  for (let round = 0; round < 24 && wins.size < 2; round++) {
    const each = await service.newAccount(`Course ${round}`);
    const { dueAt } = await asked(each);
    service.clock.now = dueAt;
    const running = lived(own(each), [job]);
    const [held] = (await running.claimed(job)).filter(({ accountId }) => accountId === each.accountId);
    assert.ok(held);
    // Each begins first in every second round; the cancellation, which takes longer, ever earlier.
    const delayed = () => wait(round * 25).then(() => running.run(job, held));
    const both = round % 2 === 0 ? [canceled(each), delayed()] : [running.run(job, held), canceled(each)];
    const answers = await Promise.all(both);
    const refused = answers.find((answer) => answer !== undefined);
    const state = (await deletion(each))?.state;
    assert.equal(state, refused === undefined ? undefined : 'erased', JSON.stringify(refused));
    wins.add(refused === undefined ? 'canceled' : 'begun');
  }
  assert.deepEqual([...wins].sort(), ['begun', 'canceled']);
});

test('a worker killed at any statement continues: the account is erased once, and nothing is left', async () => {
  let kills = 0;
  const whole = deleteAccount();
  // Many of the first transactions, then some of the many tables.
  for (let statement = 0; ; statement += statement < 40 ? 4 : 37) {
    const account = await service.newAccount(`Panne ${statement}`);
    await booksOf(service, account.test).contact();
    await ownerOf(account, `panne-${statement}@exemple.fr`);
    const { dueAt } = await asked(account);
    service.clock.now = dueAt;
    const life = lived(own(account), [whole]);
    const killed = killedAt(service.services.pool, statement);
    await life.worked((each) => (each === whole && !killed.isDead() ? killed.pool : undefined));
    await life.until(service.clock.now + 600);
    assert.equal((await deletion(account))?.state, 'erased', `killed at ${statement}`);
    assert.deepEqual(await counts(account), { account_deletion: 1 }, `killed at ${statement}`);
    if (!killed.isDead()) break;
    kills++;
  }
  assert.ok(kills > 15, `${kills} kills`);
}, 240_000);

test('PostgreSQL refuses to begin before the day, to end the waiting early, to erase kept records, and to delete rows of another state', async () => {
  const account = await business('Berger');
  await asked(account);
  const refusedBy = async (statement: string) => {
    const client = await service.owner.connect();
    try {
      await client.query('begin');
      await client.query(`set local app.account_id = '${account.accountId}'`);
      await client.query(statement);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const update = 'update billing.account_deletion set';
  assert.match((await refusedBy(`${update} state = 'clearing', begun_at = due_at - 1`)) ?? '', /check/);
  assert.match((await refusedBy(`${update} due_at = due_at - 1`)) ?? '', /stays as it was asked/);
  assert.match(
    (await refusedBy(`${update} state = 'kept', begun_at = due_at, kept_until = '2020-01-01'`)) ?? '',
    /cannot go/,
  );
  assert.match((await refusedBy('delete from billing.payment where amount_cents > 0')) ?? '', /append-only/);
  assert.match(
    (await refusedBy('delete from billing.document where number is not null and not test')) ?? '',
    /finalized/,
  );
  assert.match((await refusedBy("select billing.erase_rows('payment', 10)")) ?? '', /permission|nothing of/);
  assert.equal(
    await refusedBy('delete from billing.account_deletion'),
    undefined,
    'control: waiting, it can be canceled',
  );
});
