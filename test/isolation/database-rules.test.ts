import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// Rules read from the database catalog, which every new table must follow.

let service: TestService;
let tables: string[];
beforeAll(async () => {
  service = await testService();
  const { rows } = await service.owner.query(
    `select relname as name from pg_class where relnamespace = 'billing'::regnamespace and relkind in ('r', 'p')`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => service.close());

/** Tables of a person without an account, keyed by person (docs/decisions/0041-people.md). */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'person',
  'person_session',
  'recovery_code',
  'password_reset',
  'address_change',
  'passkey',
  'used_challenge',
]);
/**
 * Shared data: readable by all, written by a function (docs/decisions/0049-rates-of-the-ecb.md).
 */
const OF_NOBODY = new Set(['reference_rate']);
const isOwned = (table: string): boolean => !OF_NOBODY.has(table.replace('billing.', ''));
const ownerOf = (table: string): 'account' | 'person' =>
  OF_PEOPLE.has(table.replace('billing.', '')) ? 'person' : 'account';
/** Finds a person by address before sign-in. */
const DIRECTORY = 'person_email_folded_key';

const ask = async (text: string): Promise<any[]> => (await service.owner.query(text)).rows;
const APP = 'facturier_app';

test('there are tables to check', () => {
  for (const name of ['account', 'api_key', 'customer', 'document', 'payment', 'chain_link', 'idempotency', 'tally'])
    assert.ok(tables.includes(name), name);
});

test('every table has row-level security enabled and forced', async () => {
  const open = await ask(`
    select relname from pg_class where relnamespace = 'billing'::regnamespace and relkind in ('r', 'p')
      and not (relrowsecurity and relforcerowsecurity)`);
  assert.deepEqual(open, []);
});

test('every table has one policy for the application, for every command, with USING and WITH CHECK on the owner', async () => {
  const policies = await ask(`
    select c.relname as table, p.polname as name, p.polcmd as command, p.polpermissive as permissive,
      p.polroles::regrole[]::text[] as roles, pg_get_expr(p.polqual, p.polrelid) as using,
      pg_get_expr(p.polwithcheck, p.polrelid) as check
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'billing'::regnamespace`);
  const forApp = policies.filter(({ roles }) => roles.includes('-') || roles.includes(APP));
  // Restrictive policies only reduce access.
  const ofApp = forApp.filter(({ permissive }) => permissive);
  const narrowing = forApp.filter(({ permissive }) => !permissive);
  assert.deepEqual(
    narrowing.map(({ table, name, command }) => [table, name, command]),
    [['account', 'to_explore', 'a']],
  );
  assert.deepEqual(ofApp.map(({ table }) => table).sort(), [...tables].sort());
  const shared = ofApp.filter(({ table }) => !isOwned(table));
  assert.deepEqual(
    shared.map(({ table, command, using, check }) => [table, command, using, check]),
    [...OF_NOBODY].map((table) => [table, 'r', 'true', null]),
  );
  for (const { table, name, command, using, check } of ofApp.filter(({ table }) => isOwned(table))) {
    const whose = ownerOf(table);
    assert.deepEqual([name, command, using], [`own_${whose}`, '*', check], table);
    const own = `${whose}_id = \\(NULLIF\\(current_setting\\('app.${whose}_id'::text, true\\), ''::text\\)\\)::uuid`;
    assert.match(using, new RegExp(`^\\(*${own}`));
  }
  // The others are for the maintenance role, which no login can assume.
  for (const { table, roles } of policies.filter((policy) => !forApp.includes(policy)))
    assert.deepEqual(roles, ['facturier_across'], table);
  const members = await ask(`
    select m.rolname from pg_auth_members a join pg_roles r on r.oid = a.roleid join pg_roles m on m.oid = a.member
    where r.rolname = 'facturier_across' and m.rolname = '${APP}'`);
  assert.deepEqual(members, []);
});

test('a table with live and test rows separates them in its policy', async () => {
  const moded = await ask(`
    select c.relname as table, pg_get_expr(p.polqual, p.polrelid) as using
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_policy p on p.polrelid = c.oid
    where c.relnamespace = 'billing'::regnamespace and a.attname = 'test' and p.polname = 'own_account'`);
  assert.ok(moded.length >= 8);
  for (const { table, using } of moded) assert.match(using, /test >= .*app\.test.* = 'on'/, table);
});

test('every primary, unique and foreign key starts with the account or person, on both ends', async () => {
  const keys = await ask(`
    select c.conrelid::regclass::text as table, c.conname as name, c.contype as type, a.attname as first,
      f.attname as first_there
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    left join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
    where c.connamespace = 'billing'::regnamespace and c.contype in ('p', 'u', 'f')`);
  assert.deepEqual(
    [...new Set(keys.filter(({ type }) => type === 'p').map(({ table }) => table))].length,
    tables.length,
  );
  for (const { table, name, type, first, first_there: there } of keys) {
    if (name === DIRECTORY || !isOwned(table)) continue;
    const owner = `${ownerOf(table)}_id`;
    assert.equal(first, owner, `${table} ${name}`);
    if (type === 'f') assert.equal(there, owner, `${table} ${name}`);
  }
  const indexes = await ask(`
    select c.relname as table, i.indexrelid::regclass::text as name, a.attname as first from pg_index i
    join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where c.relnamespace = 'billing'::regnamespace and i.indisunique`);
  for (const { table, name, first } of indexes)
    if (!name.endsWith(DIRECTORY) && isOwned(table)) assert.equal(first, `${ownerOf(table)}_id`, name);
});

test('the application role owns nothing, is no superuser, bypasses no policy and can assume no other role', async () => {
  const [role] = await ask(`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = '${APP}'`);
  assert.deepEqual([...new Set(Object.values(role))], [false]);
  const owned = await ask(`
    select classid::regclass::text as kind, objid from pg_shdepend
    where dbid in (0, (select oid from pg_database where datname = current_database())) and refobjid = '${APP}'::regrole and refclassid = 'pg_authid'::regclass and deptype = 'o'`);
  assert.deepEqual(owned, []);
  const granted = await ask(`select roleid::regrole::text from pg_auth_members where member = '${APP}'::regrole`);
  assert.deepEqual(granted, []);
  const { rows } = await service.services.pool.query('select current_user as now, session_user as first');
  const [{ now }] = rows;
  assert.equal(now, APP);
});

test('nothing in the schema is public', async () => {
  const open = await ask(`
    select 'table ' || c.relname as what from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace = 'billing'::regnamespace and a.grantee = 0
    union all
    select 'function ' || p.proname from pg_proc p
    where p.pronamespace = 'billing'::regnamespace
      and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`);
  assert.deepEqual(open, []);
});

test('a SECURITY DEFINER function sets its search path, with the session schema last', async () => {
  const loose = await ask(`
    select proname from pg_proc where pronamespace = 'billing'::regnamespace
      and (prosecdef or array_to_string(proconfig, ' ') like '%search_path=billing%')
      and not coalesce(array_to_string(proconfig, ' '), '') ~ 'search_path=billing(, public)?, pg_temp'`);
  assert.deepEqual(loose, []);
});

// Constructs that failed with accounts spread over machines (tried with Citus 13 on PostgreSQL 15).
const OF_ONE_MACHINE = `
  select format('%s(%s)', proname, oidvectortypes(proargtypes)) as name, 'is a query with parameters: write it in PL/pgSQL' as fault
  from pg_proc p join pg_language l on l.oid = p.prolang
  where pronamespace = 'billing'::regnamespace and lanname = 'sql' and pronargs > 0
  union all
  select proname, 'finds rows by where they lie' from pg_proc
  where pronamespace = 'billing'::regnamespace and prosrc ~ '\\mctid\\M'
  union all
  select proname, 'inserts what a statement has just changed: add it up in a variable first' from pg_proc
  where pronamespace = 'billing'::regnamespace and prosrc ~ 'insert into [^;]*select [^;]*from (made|gone)\\M'
  union all
  select conname, 'sets a key to null: let a trigger do it' from pg_constraint
  where connamespace = 'billing'::regnamespace and contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))
  order by 1, 2`;

test('functions, triggers and foreign keys work when accounts are on separate nodes', async () => {
  const faults = (await ask(OF_ONE_MACHINE)).map(({ name }) => name);
  assert.deepEqual(faults, []);
});

test('control: a function, a trigger and a foreign key that cannot run there are found', async () => {
  const client = await service.owner.connect();
  try {
    await client.query(`begin; set local search_path = billing;
      create function bad_query(a uuid) returns bigint language sql as 'select 1::bigint';
      create function bad_place() returns void language plpgsql as 'begin delete from try where ctid is null; end';
      create function bad_tally() returns trigger language plpgsql as
        'begin insert into product_tally select account_id from made; return null; end';
      create table bad_key (account_id uuid references account on delete set null)`);
    const found = (await client.query(OF_ONE_MACHINE)).rows.map(({ name }) => name);
    assert.deepEqual(
      found.filter((name) => name.startsWith('bad_')),
      ['bad_key_account_id_fkey', 'bad_place', 'bad_query(uuid)', 'bad_tally'],
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('ANALYZE reads 3,000 links and events, not 30,000: no column of theirs needs more', async () => {
  const rows = await ask(`
    select c.relname || '.' || a.attname as part, a.attstattarget as target, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.oid in ('billing.chain_link'::regclass, 'billing.event'::regclass, 'billing.document'::regclass) and a.attnum > 0 and not a.attisdropped
    union all
    select i.indexrelid::regclass || '.' || a.attname, a.attstattarget, t.relname from pg_index i join pg_attribute a on a.attrelid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    where i.indrelid in ('billing.chain_link'::regclass, 'billing.event'::regclass) and i.indkey[a.attnum - 1] = 0`);
  // Null uses the server default: 300 × 100 rows.
  const most = (table: string) => new Set(rows.filter(({ relname }) => relname === table).map(({ target }) => target));
  assert.deepEqual([most('chain_link'), most('event')], [new Set([10]), new Set([10])], JSON.stringify(rows));
  assert.ok(
    rows.some(({ part }) => part.includes('chain_link_of_subject')),
    'an expression of an index has statistics too',
  );
  assert.deepEqual(most('document'), new Set([null]), 'control: documents are found by more than their keys');
});
