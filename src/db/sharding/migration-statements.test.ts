import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { splitForNodes } from './migration-statements.ts';
import { splitStatements } from './split-statements.ts';

/** The last migration before tables could be distributed. */
const LAST_BEFORE = 55;
const FOLDER = new URL('../../../migrations/', import.meta.url);

test('what is altered together is altered one by one, a check after its column by the name PostgreSQL would give; all else is as it was', () => {
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

test('no migration that may land on spread tables adds a key or a check together with anything else; control: as they stand in their files some do', async () => {
  const added: string[] = [];
  const refused: string[] = [];
  for (const name of (await readdir(FOLDER)).sort().slice(LAST_BEFORE))
    for (const statement of splitStatements(await readFile(new URL(name, FOLDER), 'utf8'))) {
      if (isRefused(statement)) added.push(name);
      refused.push(
        ...splitForNodes(statement)
          .filter(isRefused)
          .map((text) => `${name}: ${text}`),
      );
    }
  assert.deepEqual(refused, [], 'say it in statements of their own');
  assert.ok(added.length > 0);
});

/**
 * What Citus refuses on a distributed table: a constraint combined with anything else. Function
 * bodies are excluded.
 */
const isRefused = (statement: string): boolean =>
  /^\s*alter table\b.*\badd (column )?(?!constraint|check|unique|primary|foreign)\w+ .*\b(check|references|unique|primary key)\b/is.test(
    statement,
  ) || /^\s*alter table\b.*,\s*(add|drop) constraint\b/is.test(statement);
