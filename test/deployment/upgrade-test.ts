// `npm run upgrade-test`: upgrades real installations to this version.
//   from the last release, or from a commit:   npm run upgrade-test -- --from 77d5c31
//   the same, with the volume of a container:  npm run upgrade-test -- --volume
//   from PostgreSQL 17 to the current one:     npm run upgrade-test -- --postgres 17
// Without an option: all three. A step that could not run is reported, and the exit code is 1.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import {
  BEFORE_THE_FIRST_RELEASE,
  imagePostgres,
  imageSettings,
  lastRelease,
  withImagePostgres,
} from './former-version.ts';
import { sealedIn } from './sealed-contents.ts';
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
/**
 * The portal secret of a customer, which former versions included in sealed documents; here in JSON
 * within JSON.
 */
const SEALED_SECRET = /(?<=\\"token\\":\\")[\w-]{43}(?=\\")/g;

const { values } = optionsOfScript('npm run upgrade-test -- [--from <commit>] [--volume] [--postgres 17]', {
  options: { from: { type: 'string' }, volume: { type: 'boolean' }, postgres: { type: 'string' } },
});
const parent = await mkdtemp(join(tmpdir(), 'facturier upgrade '));
await chmod(parent, 0o755);
let notRun = 0;
const running: ChildProcess[] = [];
try {
  const isWhole = !values.from && !values.volume && !values.postgres;
  const from = values.from ?? lastRelease(PROJECT) ?? BEFORE_THE_FIRST_RELEASE;
  if (isWhole || (values.from && !values.volume)) await drill(`${from}, to today`, () => fromCommit(from, 'first'));
  if (isWhole || values.volume) await drill(`${from}, to today, in a volume`, () => fromCommit(from, 'volume'));
  if (isWhole || values.postgres)
    await drill('another PostgreSQL, to today', () => fromPostgres(Number(values.postgres ?? 17)));
} finally {
  for (const child of running) child.kill('SIGTERM');
  for (const name of ['first-data', 'volume-data', 'old-data'])
    await discardDataFolder(join(parent, name)).catch(() => {});
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

/**
 * `volume`: the data folder as a container has it, with the PostgreSQL of the image; both versions
 * run with the settings of the image.
 */
async function fromCommit(commit: string, place: 'first' | 'volume'): Promise<string[]> {
  const clone = join(parent, place);
  execFileSync('git', ['clone', '--quiet', '--no-checkout', PROJECT, clone], { stdio: 'inherit' });
  try {
    execFileSync('git', ['-C', clone, 'checkout', '--quiet', commit], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`not run: the history of this clone does not reach ${commit}`, { cause: error });
  }
  const dataFolder = join(parent, `${place}-data`);
  const isVolume = place === 'volume';
  const settings = { ...isolatedSettings(dataFolder), ...(isVolume && imageSettings(PROJECT)) };
  const program = isVolume
    ? await withImagePostgres(PROJECT, { clone, programOf, copy: join(parent, 'today') })
    : undefined;
  const first = await firstService(clone, settings);
  const { live, test } = first.keys;
  const { done, close } = await clientOf(first, live);
  await done('PATCH', '/v2/company', COMPANY);
  const paid = await createPaidInvoice(first, live);
  await done('POST', `/v2/accounting-billing/invoice/${paid.id}/reconciliate`, payment(144_000));
  const canceled = await createPaidInvoice(first, live);
  await done('POST', `/v2/billing/invoice/${canceled.id}/cancel`, {});
  close();
  await createPaidInvoice(first, test);
  const other = await otherAccount(clone, settings);
  if (other[0] !== undefined) await describeCompany(first, other[0]);
  for (const key of other) await createPaidInvoice(first, key);
  const before = await superuserOf(dataFolder);
  const sealed = await sealedIn(before);
  await first.stop();
  if (isVolume) assert.equal(await clusterMajor((await clusterSite(dataFolder)).home), imagePostgres(PROJECT));
  const after = await goesOn({ dataFolder, settings, program }, live, paid, other);
  assertKept(sealed, after.sealed);
  return [
    `${sealed.documents.length} sealed documents and ${sealed.links.length} links of ${1 + Math.sign(other.length)} accounts are the same to the byte`,
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
  const after = await goesOn({ dataFolder, settings }, live, paid);
  assertKept(sealed, after.sealed);
  const rows = (tables as { rows: number }[]).reduce((sum, table) => sum + table.rows, 0);
  return [
    `PostgreSQL ${from} (${binaries.version}) to ${to}: ${tables.length} tables, ${rows} rows, the same on both sides`,
    `the old one is kept in ${kept.slice(parent.length)}`,
    `${sealed.documents.length} sealed documents are the same to the byte; the next invoice is ${after.next}; verify is clean`,
  ];
}

/**
 * Starts this version on the data folder: the key works, issued documents read the same, numbering
 * continues, and the audit trail verifies. Then it checks that a tampered document is detected.
 */
async function goesOn(
  {
    dataFolder,
    settings,
    program,
  }: { dataFolder: string; settings: Record<string, string>; program?: string | undefined },
  key: string,
  known: { id: string; number: string },
  others: readonly string[] = [],
) {
  const service = await started(settings, program);
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
  const verified = await ran(['verify', '--json'], settings, program);
  assert.equal(verified.code, 0, verified.out);
  await tamperWith(superuser, known.id);
  const tampered = await ran(['verify', '--json'], settings, program);
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

/** Changes a sealed document directly in the database, with its triggers disabled. */
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
 * A live and a test key of another account, created with the former version while it runs; none if
 * that version supports only one account.
 */
async function otherAccount(clone: string, settings: Record<string, string>): Promise<string[]> {
  const env = { ...process.env, ...settings, npm_lifecycle_event: '' };
  const said = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [programOf(clone), ...args, '--json'], {
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

type Sealed = Awaited<ReturnType<typeof sealedIn>>;

/**
 * Every sealed document and audit-chain entry is still there, to the byte; there may be new ones.
 */
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

/** Versions before the folders were renamed have the program at another path. */
function programOf(clone: string): string {
  const current = join(clone, 'bootstrap', 'main.mjs');
  return existsSync(current) ? current : join(clone, 'launch', 'launch.mjs');
}

async function firstService(clone: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [programOf(clone), 'serve', '--json'], {
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
