import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { backupBytes, type Member } from '../../../src/backup/write-backup.ts';
import { clusterHome } from '../../support/database/own-postgres.ts';
import { discardDataFolder } from '../../support/database/test-cluster.ts';
import { isLongForm, longFormOnly } from '../../support/runner/long-form.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { ran, ranHere } from '../../support/service/run-command.ts';

// An attacker with write access to the backups forges them with our own code: all checksums match.

const PASSPHRASE = 'un cheval correct et sa pile';

let folder: string;
/** Backups of one installation: with the passphrase, without one, and a later one with it. */
let [locked, open, other] = ['', '', ''];
/** Created by the attacker's commands. */
let mark: string;

const environment = (dataFolder: string, passphrase = '') => ({
  ...{ FACTURIER_DATA: dataFolder, DATABASE_URL: '', PORT: '0', HTTP_PORT: '0', BACKUP_DIR: '', LC_ALL: 'en' },
  FACTURIER_BACKUP_PASSPHRASE: passphrase,
});

beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier hostile '));
  [locked, open, other] = ['locked', 'open', 'other'].map((name) => join(folder, `${name}.tar.gz`)) as [
    string,
    string,
    string,
  ];
  mark = join(folder, 'mark');
  const settings = environment(join(folder, 'data'), PASSPHRASE);
  for (const args of [
    ['account', 'create', '--name', 'Atelier'],
    ['backup', locked, '--with-keys'],
    ['backup', open],
    ['backup', other, '--with-keys'],
  ]) {
    const { code, out, err } = await ran(settings, ...args);
    assert.equal(code, 0, out + err);
  }
});
afterAll(async () => {
  await discardDataFolder(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true });
});

type Change = (name: string, bytes: Buffer) => Buffer | undefined;

type Held = { name: string; folder: true } | { name: string; bytes: Buffer };

const read = new Map<string, Promise<Held[]>>();

/** All members of a backup except those the writer creates again. Each backup is read once. */
function membersOf(copy: string): Promise<Held[]> {
  const members = read.get(copy) ?? readMembers(copy);
  read.set(copy, members);
  return members;
}

async function readMembers(copy: string): Promise<Held[]> {
  const untar = extract();
  createReadStream(copy).pipe(createGunzip()).pipe(untar);
  const found: Held[] = [];
  for await (const entry of untar) {
    const { name, type } = entry.header;
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    if (type === 'directory') found.push({ name: name.replace(/\/$/, ''), folder: true });
    else if (!name.startsWith('manifest.')) found.push({ name, bytes: Buffer.concat(parts) });
  }
  return found;
}

/** A backup of these members with valid checksums. */
async function copyOf(members: readonly Held[]): Promise<string> {
  const to = join(folder, `put-together-${Math.round(performance.now())}.tar.gz`);
  async function* all(): AsyncGenerator<Member> {
    for (const member of members)
      yield 'folder' in member ? member : { name: member.name, size: member.bytes.length, bytes: [member.bytes] };
  }
  await writeFile(to, backupBytes(all()));
  return to;
}

/**
 * The backup with the bytes `change` returns, without members it empties, and with extra members.
 */
async function altered(copy: string, change: Change, more: readonly Member[] = []): Promise<string> {
  const to = join(folder, `altered-${Math.round(performance.now())}.tar.gz`);
  async function* members(): AsyncGenerator<Member> {
    for (const member of await membersOf(copy)) {
      if ('folder' in member) {
        yield member;
        continue;
      }
      const changed = change(member.name, member.bytes);
      const bytes = changed ?? member.bytes;
      if (changed?.length !== 0) yield { name: member.name, size: bytes.length, bytes: [bytes] };
    }
    yield* more;
  }
  await writeFile(to, backupBytes(members()));
  return to;
}

/**
 * Commands in every PostgreSQL file that can contain one, and a line that lets everyone connect.
 */
const withCommands = (name: string, bytes: Buffer): Buffer | undefined => {
  const command = `touch ''${mark}''`;
  const lines = ['recovery_end_command', 'archive_cleanup_command', 'restore_command']
    .map((setting) => `${setting} = '${command}'`)
    .join('\n');
  if (/^cluster\/postgresql(\.auto)?\.conf$/.test(name)) return Buffer.concat([bytes, Buffer.from(`\n${lines}\n`)]);
  if (name === 'cluster/pg_hba.conf') return Buffer.from('local all all trust\n');
  return undefined;
};

type RestoreResult = { code: number | null; refused?: string; proven?: boolean; keys?: string; err: string };

/** A restore that must be refused: it never reaches the database, so it runs in this process. */
async function refused(copy: string, into: string, passphrase: string): Promise<RestoreResult> {
  const { code, out, err } = await ranHere(environment(into, passphrase), 'restore', copy, '--json');
  return { code, err, ...JSON.parse(out) };
}

async function restored(copy: string, into: string, passphrase: string, ...options: string[]): Promise<RestoreResult> {
  const { code, out, err } = await ran(environment(into, passphrase), 'restore', copy, '--json', ...options);
  return { code, err, ...JSON.parse(out) };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function configurationIsOurs(into: string): Promise<void> {
  const cluster = join(await clusterHome(into), 'cluster');
  const read = (name: string) => readFile(join(cluster, name), 'utf8');
  assert.equal(await read('postgresql.auto.conf'), '');
  assert.doesNotMatch(await read('postgresql.conf'), /command/);
  assert.doesNotMatch(await read('pg_hba.conf'), /trust/);
  assert.match(await read('postgresql.conf.copied'), /recovery_end_command/, 'control: it stood in the copy');
}

describe('a backup written by an attacker', () => {
  test('the passphrase proves an unaltered backup; without it, the restore is reported as unproven', async (t) => {
    if (longFormOnly) t.skip(longFormOnly);
    const into = join(folder, 'sound');
    const sound = await restored(locked, into, PASSPHRASE);
    assert.deepEqual([sound.code, sound.proven, sound.keys], [0, true, 'restored'], sound.err);
    await discardDataFolder(into);
    const unproven = await restored(open, into, '');
    assert.deepEqual([unproven.code, unproven.proven, unproven.keys], [0, false, 'not_in_copy'], unproven.err);
    await discardDataFolder(into);
  });

  test('a backup with commands in its PostgreSQL configuration is refused with a passphrase; nothing is restored', async () => {
    const into = join(folder, 'never');
    for (const copy of [await altered(locked, withCommands), await altered(open, withCommands), open]) {
      const told = await refused(copy, into, PASSPHRASE);
      assert.deepEqual([told.code, told.refused], [1, 'not_authentic'], told.err);
      assert.equal(await isThere(into), false);
    }
    // Without its proof it claims to have been made without a passphrase.
    const stripped = await altered(locked, (name) => (name === 'secrets.locked' ? Buffer.alloc(0) : undefined));
    assert.equal((await refused(stripped, into, PASSPHRASE)).refused, 'not_authentic');
    assert.equal(await isThere(mark), false);
  });

  test('reordered members, members of another backup of the same installation and invalid JSON are refused by name', async () => {
    const into = join(folder, 'never');
    const refusalOf = async (copy: string) => (await refused(copy, into, PASSPHRASE)).refused;
    const [first, ...more] = await membersOf(locked);
    const others = await membersOf(other);
    const taken = (name: string) => others.find((member) => member.name === name) as Held;
    const swapped = more.map((member) => (member.name === 'log-end.json' ? taken('log-end.json') : member));
    const boxed = more.map((member) => (member.name === 'secrets.locked' ? taken('secrets.locked') : member));
    const moved = [...more];
    const at = moved.findIndex(({ name }) => name.startsWith('cluster/base/'));
    [moved[at], moved[at + 1]] = [moved[at + 1] as Held, moved[at] as Held];
    for (const members of [swapped, boxed, moved, more.toReversed()])
      assert.equal(await refusalOf(await copyOf([first as Held, ...members])), 'not_authentic');
    const junk = (name: string) => altered(locked, (each) => (each === name ? Buffer.from('{"') : undefined));
    assert.equal(await refusalOf(await junk('secrets.locked')), 'not_authentic');
    assert.equal(await refusalOf(await junk('facturier-backup.json')), 'not_a_backup');
    assert.equal(await refusalOf(await junk('log-end.json')), 'not_a_backup');
    assert.equal(await refusalOf(await copyOf(more)), 'not_a_backup', 'without its first member');
    assert.equal(await isThere(into), false);
    // Control: reassembled unchanged, the backup is accepted.
    const again = await restored(await copyOf([first as Held, ...more]), into, PASSPHRASE);
    assert.deepEqual([again.code, again.proven], [0, true], again.err);
    await discardDataFolder(into);
  });

  test('when it is restored without proof, its commands do not run and its access rules are not used', async () => {
    const into = join(folder, 'taken');
    // The short form leaves out the one that claims no proof: both reach the same code.
    for (const [original, passphrase, ...options] of [
      ...(isLongForm ? ([[open, '']] as const) : []),
      [locked, PASSPHRASE, '--unproven'],
    ] as const) {
      const copy = await altered(original, withCommands);
      const told = await restored(copy, into, passphrase, ...options);
      assert.deepEqual([told.code, told.proven], [0, false], told.err);
      await configurationIsOurs(into);
      assert.equal(await isThere(mark), false);
      await discardDataFolder(into);
    }
  });

  test('an extra file in the data folder part of the backup is not restored', async (t) => {
    if (longFormOnly) t.skip(longFormOnly);
    const into = join(folder, 'planted');
    const bytes = Buffer.from('/var/lib/facturier/elsewhere\n');
    const planted = ['data/postgres-folder', 'data/tls/ca.pem', 'data/keys/audit.key.pem'];
    const copy = await altered(
      open,
      () => undefined,
      planted.map((name) => ({ name, size: bytes.length, bytes: [bytes] })),
    );
    const told = await restored(copy, into, '');
    assert.equal(told.code, 0, told.err);
    for (const name of planted) {
      const found = await readFile(join(into, name.slice('data/'.length))).catch(() => undefined);
      assert.notDeepEqual(found, bytes, name);
    }
    await discardDataFolder(into);
  });
});
