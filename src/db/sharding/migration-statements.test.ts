import assert from 'node:assert/strict';
import { test } from 'vitest';
import { knownMigrations } from '../migrate.ts';
import { splitForNodes, splitStatements } from './migration-statements.ts';

test('a migration is split into statements, whatever semicolons its strings and bodies contain', () => {
  const sql = `-- Why; it is so.
create table a (t text default 'x;''y', "b;c" int); -- said; here
do $$ begin perform 1; end $$;
create function f() returns int language sql as $body$ select 1; select $1 - 2; $body$;
select $1 -1`;
  assert.deepEqual(splitStatements(sql), [
    `create table a (t text default 'x;''y', "b;c" int)`,
    'do $$ begin perform 1; end $$',
    'create function f() returns int language sql as $body$ select 1; select $1 - 2; $body$',
    'select $1 -1',
  ]);
});

test('combined alterations are split, checks follow their column with the name PostgreSQL gives; the rest is unchanged', () => {
  assert.deepEqual(splitForNodes("alter table api_key add column ending text check (ending ~ '^[0-9A-Za-z]{4}$')"), [
    'alter table api_key add column ending text',
    "alter table api_key add constraint api_key_ending_check check (ending ~ '^[0-9A-Za-z]{4}$')",
  ]);
  assert.deepEqual(
    splitForNodes("alter table job add column track text not null default 'well' check (track in ('well', 'off'))"),
    [
      "alter table job add column track text not null default 'well'",
      "alter table job add constraint job_track_check check (track in ('well', 'off'))",
    ],
  );
  assert.deepEqual(
    splitForNodes(
      "alter table a\n  drop constraint b,\n  add constraint c check (d in ('x,', 'y')), alter column e set not null",
    ),
    [
      'alter table a drop constraint b',
      "alter table a add constraint c check (d in ('x,', 'y'))",
      'alter table a alter column e set not null',
    ],
  );
  for (const statement of [
    'alter table api_key add column made_by uuid',
    'alter table a add constraint c check (b > 0)',
    "select 'alter table a add column b text check (true)'",
  ])
    assert.deepEqual(splitForNodes(statement), [statement]);
});

test('no migration after the baseline adds a key or check to a distributed table together with anything else', async () => {
  for (const { name, sql } of (await knownMigrations()).slice(1))
    for (const statement of splitStatements(sql).flatMap(splitForNodes))
      assert.ok(!isRefused(statement), `${name}: put this into statements of their own: ${statement}`);
});

test('the baseline runs statement by statement if Citus is installed: no statement has to be split', async () => {
  const statements = splitStatements((await knownMigrations())[0]?.sql ?? '');
  assert.ok(statements.length > 100);
  for (const statement of statements) assert.deepEqual(splitForNodes(statement), [statement]);
});

test('negative control: a column with a check, and two constraints in one statement, are refused', () => {
  assert.ok(isRefused('alter table a add column b text check (true)'));
  assert.ok(isRefused('alter table a add column b int, add constraint c check (b > 0)'));
  assert.ok(!isRefused('alter table a add constraint c check (b > 0)'));
});

/**
 * What Citus refuses on a distributed table: a constraint combined with anything else. Function
 * bodies are excluded.
 */
const isRefused = (statement: string): boolean =>
  /^\s*alter table\b.*\badd (column )?(?!constraint|check|unique|primary|foreign)\w+ .*\b(check|references|unique|primary key)\b/is.test(
    statement,
  ) || /^\s*alter table\b.*,\s*(add|drop) constraint\b/is.test(statement);
