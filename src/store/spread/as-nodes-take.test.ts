import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asNodesTake } from './as-nodes-take.ts';

test('a column with a check is added first and checked then, by the name PostgreSQL would give; all else is as it was', () => {
  assert.deepEqual(asNodesTake("alter table api_key add column ending text check (ending ~ '^[0-9A-Za-z]{4}$')"), [
    'alter table api_key add column ending text',
    "alter table api_key add constraint api_key_ending_check check (ending ~ '^[0-9A-Za-z]{4}$')",
  ]);
  for (const statement of [
    'alter table api_key add column made_by uuid',
    'alter table a add constraint c check (b > 0)',
    "select 'alter table a add column b text check (true)'",
  ])
    assert.deepEqual(asNodesTake(statement), [statement]);
});
