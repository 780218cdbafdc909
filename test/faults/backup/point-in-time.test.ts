import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { walHmacKey } from '../../../src/backup/wal-archive.ts';
import { killPostgres, ownPostgres, verifyOwnBooks } from '../../support/database/own-postgres.ts';
import { discardDataFolder } from '../../support/database/test-cluster.ts';
import { longFormOnly } from '../../support/runner/long-form.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { thisYear } from '../../support/runner/today.ts';
import { until } from '../../support/runner/wait-until.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { ran } from '../../support/service/run-command.ts';
import { type Ground, startProcess } from '../../support/service/server-process.ts';

const PASSPHRASE = 'un cheval correct et sa pile';

let folder: string;
let copies: string;
let copy: string;
let on: Ground;
/** Time the third invoice was finalized, in milliseconds. */
let begun: number;
/** Between the third invoice and the fourth. */
let moment: string;

beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier moments '));
  copies = await mkdtemp(join(quickFolder(), 'facturier copies '));
  process.env.BACKUP_DIR = copies;
  // Half a day ahead, so that the backup of the next day is not due yet.
  const far = new Date(Date.now() + 12 * 3_600_000);
  process.env.BACKUP_AT = `${String(far.getHours()).padStart(2, '0')}:${String(far.getMinutes()).padStart(2, '0')}`;
  process.env.FACTURIER_BACKUP_PASSPHRASE = PASSPHRASE;
  on = await ownPostgres();
  // Two processes of one folder make one daily backup, and one of them archives the log.
  const server = await startProcess(on);
  const worker = await startProcess(on, { role: 'worker' });
  const key = server.welcome.keys?.live as string;
  const customerId = await firstCustomer(on, server, key);
  const client = await patientClient(on, { key, ports: [server.port] });
  await until('the first copy', async () => (await copiesIn(copies)).length > 0);

  for (let at = 0; at < 3; at++) await bill(client, customerId, `before-${at}`);
  begun = Date.now();
  await until('a first piece of the log after the copy', () => isKept(begun));
  await wait(300);
  moment = new Date().toISOString();
  await wait(300);
  for (let at = 0; at < 3; at++) await bill(client, customerId, `after-${at}`);
  const done = Date.now();
  await until('the log of it is kept', () => isKept(done));
  await Promise.all([server.kill(), worker.kill()]);
  await killPostgres(on.dataFolder);
  client.close();
  const [only, another] = await copiesIn(copies);
  assert.equal(another, undefined, 'of two processes one made the copy of the day');
  copy = join(copies, only as string);
});
afterAll(async () => {
  delete process.env.BACKUP_DIR;
  delete process.env.BACKUP_AT;
  await on.discard();
  for (const made of [folder, copies]) await rm(made, { recursive: true, force: true });
});

describe('with its log, a backup restores any later point in time', () => {
  test('a restore gives the exact state at a moment, everything at the latest moment, or the backup alone without one', async () => {
    assert.deepEqual(
      await numbersRestored('moment', '--to', moment),
      ['0001', '0002', '0003'].map((counter) => `F-${thisYear()}-${counter}`),
    );
    // Opening the keys takes a third of a restore: the first one proves it.
    const others = ['--without-keys'];
    assert.equal((await numbersRestored('latest', '--to', 'latest', ...others)).length, 6);
    assert.deepEqual(
      await numbersRestored('copy', ...others),
      [],
      'control: the copy alone was made before the first invoice',
    );
  });

  test('a moment outside the log is refused, and nothing is restored', async () => {
    assert.equal(await refusalOf('--to', '2020-01-01T00:00:00Z'), 'time_before_backup');
    assert.equal(await refusalOf('--to', new Date(Date.now() + 3_600_000).toISOString()), 'time_ahead');
  });

  test('a missing log segment is reported as a gap, a changed one as damaged', async () => {
    // A segment stored after the moment: it starts after the backup, and another follows it.
    const first = (await piecesIn(copies)).find((name) => timeOf(name) > begun) as string;
    const file = join(copies, 'log', (await readdir(join(copies, 'log')))[0] as string, first);
    const bytes = await readFile(file);
    await rename(file, `${file}.part`);
    assert.equal(await refusalOf('--to', 'latest'), 'log_incomplete');
    const changed = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    changed[middle] = (changed[middle] as number) ^ 1;
    await writeFile(file, changed);
    assert.equal(await refusalOf('--to', 'latest'), 'damaged');
    await rename(`${file}.part`, file);
  });

  test('a log segment with a correct hash but without proof by the passphrase is refused: an attacker may have made it', async (t) => {
    if (longFormOnly) t.skip(longFormOnly);
    const archive = (await readdir(join(copies, 'log')))[0] as string;
    const at = (name: string): string => join(copies, 'log', archive, name);
    const first = (await piecesIn(copies)).find((name) => timeOf(name) > begun) as string;
    const [timeline, start, end, closed, , proof] = first.replace('.gz', '').split('-');
    const bytes = await promisify(gunzip)(await readFile(at(first)));
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const forged = `${timeline}-${start}-${end}-${closed}-${sha256}`;
    const hmac = (key: Buffer): string => createHmac('sha256', key).update(`log/${archive}/${forged}`).digest('hex');
    const others = hmac(await walHmacKey('un autre cheval correct et sa pile', archive));
    const ofAnother = hmac(await walHmacKey(PASSPHRASE, `${archive}0`));
    await rename(at(first), at(`${first}.part`));
    const gzipped = await promisify(gzip)(bytes);
    for (const name of [forged, `${forged}-${proof}`, `${forged}-${others}`, `${forged}-${ofAnother}`]) {
      await writeFile(at(`${name}.gz`), gzipped);
      assert.equal(await refusalOf('--to', 'latest'), 'not_authentic', name);
      await rm(at(`${name}.gz`));
    }
    // Same name, other end time: the order of segments and the moment they reach are proven too.
    const later = first.replace(`-${closed}-`, `-${Number(closed) + 1}-`);
    await copyFile(at(`${first}.part`), at(later));
    assert.equal(await refusalOf('--to', 'latest'), 'not_authentic');
    await rm(at(later));
    // Same name, but its bytes unpack to more than the name says.
    await writeFile(at(first), await promisify(gzip)(Buffer.alloc(64 * 1024 ** 2)));
    assert.equal(await refusalOf('--to', 'latest'), 'damaged');
    await rename(at(`${first}.part`), at(first));
  });
});

const environment = (dataFolder: string) => ({
  ...{ FACTURIER_DATA: dataFolder, DATABASE_URL: '', PORT: '0', HTTP_PORT: '0', BACKUP_DIR: '' },
  FACTURIER_BACKUP_PASSPHRASE: PASSPHRASE,
});

async function numbersRestored(name: string, ...options: string[]): Promise<string[]> {
  const into = join(folder, name);
  const { code, out, err } = await ran(environment(into), 'restore', copy, '--json', ...options);
  try {
    assert.equal(code, 0, out + err);
    const { problems, documents } = await verifyOwnBooks(into);
    assert.deepEqual(problems, []);
    return documents.flatMap(({ number }) => number ?? []).toSorted();
  } finally {
    await discardDataFolder(into);
  }
}

async function refusalOf(...options: string[]): Promise<string> {
  const into = join(folder, 'never');
  // Opening the keys with the passphrase is slow and irrelevant for the log.
  const { code, out, err } = await ran(environment(into), 'restore', copy, '--without-keys', '--json', ...options);
  assert.equal(code, 1, out + err);
  await assert.rejects(stat(into), { code: 'ENOENT' });
  return JSON.parse(out).refused;
}

async function bill(client: PatientClient, customerId: string, name: string): Promise<void> {
  const create = { method: 'POST', body: { title: name, lines: ONE_LINE } };
  const { id } = (await client.insist(`/v2/billing/invoice/${customerId}`, create, `make-${name}`)).json;
  await client.insist(`/v2/billing/${id}/finalize`, { method: 'PATCH' }, `seal-${name}`);
}

const copiesIn = async (place: string): Promise<string[]> =>
  (await readdir(place).catch(() => [])).filter((name) => name.endsWith('.tar.gz'));

/** Log segments, oldest first. */
async function piecesIn(place: string): Promise<string[]> {
  const names = await readdir(join(place, 'log'), { recursive: true }).catch(() => []);
  return names.flatMap((name) => (name.endsWith('.gz') ? [name.split(/[\\/]/).at(-1) as string] : [])).toSorted();
}

/** Whether the archived log covers this moment. */
const isKept = async (moment: number): Promise<boolean> =>
  (await piecesIn(copies)).some((name) => timeOf(name) > moment);

const timeOf = (name: string): number => Number(name.split('-')[3]);
