import assert from 'node:assert/strict';
import { test } from 'vitest';
import { splitStatements } from './split-statements.ts';

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
