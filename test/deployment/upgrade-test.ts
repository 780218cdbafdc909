// `npm run upgrade-test`: takes real installations across versions, at length. the first landed
// version, from the history of this clone, to today's:   npm run upgrade-test -- --first any other
// version of that history, by its commit:                      npm run upgrade-test -- --from
// 77d5c31 PostgreSQL 17 to today's, both from npm:                                 npm run
// upgrade-test -- --postgres 17 Without any of them, the first and PostgreSQL 17. What could not be
// run is said, and the exit code is 1. `--photograph FILE` writes what the test of the first
// version begins with.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { scopes } from '../../src/domain/account/scope.ts';
import { clusterSite } from '../../src/runtime/cluster/cluster-location.ts';
import { connectionAs, readAccess } from '../../src/runtime/cluster/credentials.ts';
import { clusterMajor } from '../../src/runtime/cluster/detect-lost-cluster.ts';
import { openEmbeddedDatabase } from '../../src/runtime/cluster/embedded-database.ts';
import { downloadBinaries } from '../../src/runtime/cluster/install-other-version.ts';
import { discardDataFolder } from '../support/database/test-cluster.ts';
import { optionsOfScript } from '../support/runner/script-options.ts';
import { withLiveKey } from '../support/service/first-keys.ts';
import { type Address, clientOf, createPaidInvoice } from './create-invoice.ts';
import { FIRST_COMMIT, recordInstallation, sealedIn } from './first-version.ts';
import { isolatedSettings, ran, started } from './start-server.ts';

const PROJECT = new URL('../..', import.meta.url).pathname;
const COMPANY = {
  name: 'Camille Martin EI',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  email: 'camille.martin@example.org',
  legalStatus: 'ei',
  address: { line1: '8 passage des Étangs', city: 'Nantes', zipCode: '44000', country: 'FR' },
  bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Camille Martin' },
};
/** Bytes from which on the file of heads is folded into files of the accounts. */
const FOLDED_FROM_BYTES = 2 * 1024 ** 2;
/**
 * What opened a customer's portal, as versions of before sealed it with him; here in JSON within
 * JSON.
 */
const SEALED_SECRET = /(?<=\\"token\\":\\")[\w-]{43}(?=\\")/g;

const { values } = optionsOfScript(
  'npm run upgrade-test -- [--first] [--from <commit>] [--postgres 17] [--photograph <file>]',
  {
    options: {
      ...{ first: { type: 'boolean' }, from: { type: 'string' } },
      ...{ postgres: { type: 'string' }, photograph: { type: 'string' } },
    },
  },
);
const all = !values.first && values.from === undefined && values.postgres === undefined;
const parent = await mkdtemp(join(tmpdir(), 'facturier upgrade drill '));
await chmod(parent, 0o755);
let notRun = 0;
const running: ChildProcess[] = [];
try {
  if (all || values.first) await drill('the first landed version, to today', () => fromCommit(FIRST_COMMIT));
  const { from } = values;
  if (from !== undefined) await drill(`the version of ${from}, to today`, () => fromCommit(from));
  if (all || values.postgres)
    await drill('another PostgreSQL, to today', () => fromPostgres(Number(values.postgres ?? 17)));
} finally {
  for (const child of running) child.kill('SIGTERM');
  for (const name of ['first-data', 'old-data']) await discardDataFolder(join(parent, name)).catch(() => {});
  await rm(parent, { recursive: true, force: true });
}
process.exit(notRun === 0 ? 0 : 1);

async function drill(name: string, work: () => Promise<string[]>): Promise<void> {
  console.log(`… ${name}`);
  const began = performance.now();
  try {
    for (const line of await work()) console.log(`  ${line}`);
    console.log(`✔ ${name} (${Math.round((performance.now() - began) / 1000)} s)`);
  } catch (error) {
    notRun += 1;
    console.log(`✖ ${name}: ${(error as Error).message}`);
  }
}

async function fromCommit(commit: string): Promise<string[]> {
  const clone = join(parent, 'first');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', PROJECT, clone], { stdio: 'inherit' });
  try {
    execFileSync('git', ['-C', clone, 'checkout', '--quiet', commit], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`not run: the history of this clone does not reach ${commit}`, { cause: error });
  }
  const dataFolder = join(parent, 'first-data');
  const first = await firstService(clone, isolatedSettings(dataFolder));
  const { live, test } = first.keys;
  const { done, close } = await clientOf(first, live);
  await done('PATCH', '/v2/company', COMPANY);
  const paid = await createPaidInvoice(first, live);
  await done('POST', `/v2/accounting-billing/invoice/${paid.id}/reconciliate`, payment(144_000));
  const canceled = await createPaidInvoice(first, live);
  await done('POST', `/v2/billing/invoice/${canceled.id}/cancel`, {});
  close();
  await createPaidInvoice(first, test);
  const other = await otherAccount(clone, dataFolder);
  if (other[0] !== undefined) await describeCompany(first, other[0]);
  for (const key of other) await createPaidInvoice(first, key);
  const before = await superuserOf(dataFolder);
  const sealed = await sealedIn(before);
  if (values.photograph) {
    const photo = await recordInstallation({ superuser: before, dataFolder, keys: { live, test } });
    await writeFile(values.photograph, gzipSync(JSON.stringify(photo), { level: 9 }));
  }
  await first.stop();
  const heads = await lengthenHeads(dataFolder);
  const after = await goesOn(dataFolder, live, paid, other);
  assertKept(sealed, after.sealed);
  const folded = await accountsFolded(dataFolder);
  assert.ok(folded >= (other.length > 0 ? 2 : 1), `heads of ${folded} accounts were taken over`);
  return [
    `${sealed.documents.length} sealed documents and ${sealed.links.length} links of ${1 + Math.sign(other.length)} accounts are the same to the byte`,
    `heads of ${folded} accounts were taken over from ${heads} lines of one file`,
    'a document that is changed beside the service is found',
    `${after.sealedSecrets} secrets of portals are in what was sealed: none is answered`,
    `the next invoice is ${after.next}, after ${canceled.number}; verify is clean`,
  ];
}

async function fromPostgres(major: number): Promise<string[]> {
  const dataFolder = join(parent, 'old-data');
  const { binaries, folder } = await downloadBinaries(major);
  const settings = isolatedSettings(dataFolder);
  let sealed: Awaited<ReturnType<typeof sealedIn>>;
  let live: string;
  let paid: { id: string; number: string };
  try {
    const old = await openEmbeddedDatabase(dataFolder, { binaries });
    const service = await started({ ...settings, DATABASE_URL: addressOf(old.ownerUrl) });
    live = service.welcome.keys?.live as string;
    const { done, close } = await clientOf(service.welcome, live);
    await done('PATCH', '/v2/company', COMPANY);
    close();
    paid = await createPaidInvoice(service.welcome, live);
    await createPaidInvoice(service.welcome, live);
    await service.stop();
    sealed = await sealedIn({ ...old.superuser, database: 'facturier' } as pg.ClientConfig);
    await old.leave();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { home } = await clusterSite(dataFolder);
  assert.equal(await clusterMajor(home), major);
  const refused = await ran(['doctor'], settings);
  assert.match(refused.err, /npx facturier upgrade-database/);
  const upgraded = await ran(['upgrade-database', '--json'], settings);
  assert.equal(upgraded.code, 0, upgraded.err);
  const { from, to, tables, kept } = JSON.parse(upgraded.out);
  const after = await goesOn(dataFolder, live, paid);
  assertKept(sealed, after.sealed);
  const rows = (tables as { rows: number }[]).reduce((sum, table) => sum + table.rows, 0);
  return [
    `PostgreSQL ${from} (${binaries.version}) to ${to}: ${tables.length} tables, ${rows} rows, the same on both sides`,
    `the old one is kept in ${kept.slice(parent.length)}`,
    `${sealed.documents.length} sealed documents are the same to the byte; the next invoice is ${after.next}; verify is clean`,
  ];
}

/**
 * Today's version on this data folder: the key works, what was billed reads as it was, numbers go
 * on, the chain holds.
 */
async function goesOn(
  dataFolder: string,
  key: string,
  known: { id: string; number: string },
  others: readonly string[] = [],
) {
  const settings = isolatedSettings(dataFolder);
  const service = await started(settings);
  const { done, close } = await clientOf(service.welcome, key);
  const read = await done('GET', `/v2/billing/${known.id}`);
  assert.equal(read.json.number, known.number);
  const answers = [read.text, (await done('GET', '/v2/billings?limit=100')).text];
  close();
  const next = await createPaidInvoice(service.welcome, key);
  for (const other of others) await createPaidInvoice(service.welcome, other);
  const superuser = await superuserOf(dataFolder);
  const sealed = await sealedIn(superuser);
  const secrets = new Set(JSON.stringify(sealed.documents).match(SEALED_SECRET));
  for (const secret of secrets)
    for (const text of answers) assert.ok(!text.includes(secret), 'a sealed secret is answered');
  const verified = await ran(['verify', '--json'], settings);
  assert.equal(verified.code, 0, verified.out);
  await tamperWith(superuser, known.id);
  const tampered = await ran(['verify', '--json'], settings);
  assert.match(tampered.out, /"document_changed"/, tampered.out);
  assert.notEqual(tampered.code, 0);
  assert.equal(await service.stop(), 0);
  return { next: next.number as string, sealed, sealedSecrets: secrets.size };
}

async function describeCompany(at: Address, key: string): Promise<void> {
  const { done, close } = await clientOf(at, key);
  await done('PATCH', '/v2/company', COMPANY);
  close();
}

/**
 * The words of a sealed document become others, beside the service and past every guard of the
 * database.
 */
async function tamperWith(superuser: pg.ClientConfig, id: string): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(
      "update billing.document set content = replace(content, 'Audit', 'Audyt') where id = $1",
      [id],
    );
    assert.equal(rowCount, 1);
  } finally {
    await client.end();
  }
}

/**
 * Keys of either mode of one more account, made beside the running version of before; none where it
 * knew but one account.
 */
async function otherAccount(clone: string, dataFolder: string): Promise<string[]> {
  const env = { ...process.env, ...isolatedSettings(dataFolder), npm_lifecycle_event: '' };
  const said = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [join(clone, 'launch', 'launch.mjs'), ...args, '--json'], {
        ...{ cwd: clone, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      }),
    );
  try {
    const { id } = said('account', 'create', '--name', 'Another business');
    const all = ['--scopes', scopes.join(',')];
    return [all, ['--test']].map((mode) => said('key', 'create', '--name', 'drill', '--account', id, ...mode).key);
  } catch (error) {
    console.log(`  one account alone: ${(error as Error).message.split('\n')[0]}`);
    return [];
  }
}

/**
 * Makes the one file of heads as long as years would: lines noted once more change nothing. Gives
 * how many it has then.
 */
async function lengthenHeads(dataFolder: string): Promise<number> {
  const file = join(dataFolder, 'audit', 'heads.jsonl');
  const [...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const heads = lines.filter((line) => line.includes('"account"'));
  for (let bytes = 0; bytes <= FOLDED_FROM_BYTES; bytes += heads.join('\n').length + 1) lines.push(...heads);
  await writeFile(file, `${lines.join('\n')}\n`);
  return lines.length;
}

/** Accounts whose heads are in files of their own. */
async function accountsFolded(dataFolder: string): Promise<number> {
  const files = await readdir(join(dataFolder, 'audit', 'heads'), { recursive: true }).catch(() => []);
  return files.filter((name) => name.endsWith('.jsonl')).length;
}

type Sealed = Awaited<ReturnType<typeof sealedIn>>;

/** Everything that was sealed is there, to the byte; what came since comes besides. */
function assertKept(was: Sealed, is: Sealed): void {
  for (const part of ['documents', 'links'] as const) {
    const now = new Set(is[part].map((each) => JSON.stringify(each)));
    for (const each of was[part]) assert.ok(now.has(JSON.stringify(each)), `lost or changed: ${JSON.stringify(each)}`);
  }
}

function payment(amount: number) {
  return { payments: [{ amount, receivedAt: Math.floor(Date.now() / 1000), method: 'transfer' }] };
}

async function superuserOf(dataFolder: string): Promise<pg.ClientConfig> {
  const access = await readAccess((await clusterSite(dataFolder)).home);
  if (!access) throw new Error(`no database in ${dataFolder}`);
  return connectionAs('postgres', access);
}

function addressOf(settings: object): string {
  const { user, password, database, host, port } = settings as Record<string, string>;
  return `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

async function firstService(clone: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(clone, 'launch', 'launch.mjs'), 'serve', '--json'], {
    cwd: clone,
    env: { ...process.env, ...settings, npm_lifecycle_event: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  while (!said.includes('\n')) {
    if (child.exitCode !== null) throw new Error('the first version did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const welcome: { address: string; authorityFile: string; keys: { live?: string; test: string } } = JSON.parse(said);
  const { address, authorityFile, keys } = await withLiveKey(welcome);
  if (!keys) throw new Error('the first version made no keys');
  return {
    address,
    authorityFile,
    keys,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
