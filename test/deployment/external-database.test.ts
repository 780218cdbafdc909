import assert from 'node:assert/strict';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { freshDatabase } from '../support/database/test-database.ts';
import { ranHere } from '../support/service/run-command.ts';
import { type Ground, ground, settingsOf } from '../support/service/server-process.ts';

let on: Ground;
beforeAll(async () => {
  on = await ground();
});
afterAll(() => on.discard());

const listed = (databaseUrl: string) =>
  ranHere({ ...settingsOf(on), DATABASE_URL: databaseUrl }, 'account', 'list', '--json');

test('DATABASE_URL of an empty or another folder’s database is refused; the right one is accepted', async () => {
  const mine = on.database.databaseUrl;
  assert.equal((await ranHere(settingsOf(on), 'account', 'create', '--name', 'Mon entreprise')).code, 0);
  // The next command marks it.
  assert.equal((await listed(mine)).code, 0);

  const other = await ground();
  try {
    const theirs = other.database.databaseUrl;
    assert.equal((await ranHere(settingsOf(other), 'account', 'create', '--name', 'Une autre')).code, 0);
    const refused = await listed(theirs);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /DATABASE_URL: this database does not belong to the data folder/);
    // Control: without the mark, the chain heads and the keys, the databases cannot be
    // distinguished.
    for (const kept of ['database.json', 'audit', 'keys'])
      await rename(join(on.dataFolder, kept), join(on.dataFolder, `${kept}.mine`));
    await cp(join(other.dataFolder, 'keys'), join(on.dataFolder, 'keys'), { recursive: true });
    const taken = await listed(theirs);
    assert.equal(taken.code, 0, taken.err);
    for (const kept of ['database.json', 'audit', 'keys']) {
      await rm(join(on.dataFolder, kept), { recursive: true });
      await rename(join(on.dataFolder, `${kept}.mine`), join(on.dataFolder, kept));
    }
    assert.equal((await listed(mine)).code, 0);
  } finally {
    await other.discard();
  }
  const empty = await freshDatabase({ migrated: false });
  try {
    const refused = await listed(empty.databaseUrl);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /DATABASE_URL: this database is empty/);
  } finally {
    await empty.drop();
  }
});
