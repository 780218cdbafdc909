// `npm run try-install`: installs the service like a first user, from nothing, and measures it:
// seconds until the first finalized PDF, memory and disk; then a stop and a second start. As root
// it limits the memory (`--memory`, in MiB) and runs as another user if one is given (`--user`).
//   npm run try-install -- --way sources
//   npm run try-install -- --way package --user zoe --memory 1024
// npm starts with an empty cache. The folder has a space and an accent in its name.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discardDataFolder } from '../support/database/test-cluster.ts';
import { freePort } from '../support/runner/free-port.ts';
import { optionsOfScript } from '../support/runner/script-options.ts';
import { until } from '../support/runner/wait-until.ts';
import { COMPANY } from '../support/service/company.ts';
import { clientOf, createPaidInvoice } from './create-invoice.ts';
import { type MemoryGroup, memoryGroup } from './memory-group.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const SAMPLE_MS = 250;
/** Seconds without requests before the memory at rest is read. */
const REST_SECONDS = 20;

const { values } = optionsOfScript('npm run try-install -- [--way sources|package] [--user NAME] [--memory MiB]', {
  options: {
    way: { type: 'string', default: 'sources' },
    user: { type: 'string' },
    memory: { type: 'string', default: '1024' },
  },
});
const { way, user } = values;
assert.ok(way === 'sources' || way === 'package', `--way is sources or package, not ${way}`);

const home = mkdtempSync(join(tmpdir(), 'facturier-essai-'));
const folder = join(home, 'Factures de Zoé');
const [port, httpPort] = [await freePort(), await freePort()];
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_(ENV|OPTIONS)|^FACTURIER|^INIT_CWD/i.test(name)),
  ),
  ...{ HOME: home, PORT: String(port), HTTP_PORT: String(httpPort), LC_ALL: 'C.UTF-8' },
  ...{ npm_config_cache: join(home, '.npm') },
};
const group = limitedGroup();
await prepare();
let most = 0;
const sampling = setInterval(() => {
  most = Math.max(most, group?.used() ?? 0);
}, SAMPLE_MS);
try {
  await firstUse();
} finally {
  clearInterval(sampling);
  await discardDataFolder(join(folder, 'data'));
  await rm(home, { recursive: true, force: true });
  group?.remove();
}

/** Only root may create a group of processes. */
function limitedGroup(): MemoryGroup | undefined {
  try {
    return memoryGroup(`facturier-essai-${process.pid}`, Number(values.memory));
  } catch (error) {
    tell('memory', `neither limited nor measured: ${(error as Error).message}`);
    return undefined;
  }
}

/** What a user has before the first command: the sources, or the file of the package. */
async function prepare(): Promise<void> {
  await chmod(home, 0o755);
  // Says where the registry is, on a machine behind a mirror.
  if (existsSync(join(homedir(), '.npmrc'))) copyFileSync(join(homedir(), '.npmrc'), join(home, '.npmrc'));
  if (way === 'sources') execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${PROJECT}`, folder]);
  else {
    mkdirSync(folder);
    execFileSync('npm', ['run', 'build-package'], { cwd: PROJECT, stdio: 'pipe' });
    execFileSync('npm', ['pack', '--pack-destination', home], { cwd: join(PROJECT, 'build/package'), stdio: 'pipe' });
  }
  if (user) execFileSync('chown', ['-R', `${user}:`, home]);
}

async function firstUse(): Promise<void> {
  const began = performance.now();
  if (way === 'package') {
    const [tarball = ''] = readdirSync(home).filter((name) => name.endsWith('.tgz'));
    const [code] = await once(
      run(['npm', 'install', '--prefix', '.', '--ignore-scripts', join(home, tarball)]),
      'exit',
    );
    assert.equal(code, 0, 'npm install');
    tell('npm install', `${seconds(began)} s`);
  }
  const service = run(way === 'sources' ? ['npm', 'start'] : ['npx', 'facturier']);
  const authorityFile = join(folder, 'data/tls/ca.pem');
  const keysFile = join(folder, 'data/first-keys.txt');
  await until('the first keys', () => stillRuns(service) && existsSync(keysFile));
  const key = /^FACTURIER_LIVE_KEY=(\S+)$/m.exec(readFileSync(keysFile, 'utf8'))?.[1] ?? '';
  tell('ready', `after ${seconds(began)} s`);
  const at = { address: `https://localhost:${port}`, authorityFile };
  const { done, close } = await clientOf(at, key);
  await done('PATCH', '/v2/company', COMPANY);
  const { id, number } = await createPaidInvoice(at, key);
  const pdf = (await done('GET', `/v2/billing/${id}/download`)).text;
  assert.ok(pdf.startsWith('%PDF-'), pdf.slice(0, 80));
  close();
  tell('first finalized PDF', `after ${seconds(began)} s (${number}, as ${user ?? 'this user'})`);
  await new Promise((resolve) => setTimeout(resolve, REST_SECONDS * 1_000));
  if (group) {
    tell('memory', `at most ${most.toFixed(0)} MB, ${group.used().toFixed(0)} MB at rest, limit ${values.memory} MiB`);
    assert.equal(group.killed(), 0, 'a process was killed for lack of memory');
  }
  tell('disk', `${megabytes(folder)} MB, and ${megabytes(join(home, '.npm'))} MB in the cache of npm`);
  await stop(service);
  const again = performance.now();
  const second = run(way === 'sources' ? ['npm', 'start'] : ['npx', 'facturier']);
  const client = await clientOf(at, key);
  const isReady = () =>
    client.ask('/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('the second start', async () => stillRuns(second) && (await isReady()));
  tell('second start', `ready after ${seconds(again)} s`);
  assert.equal((await client.done('GET', `/v2/billing/${id}`)).json.number, number);
  client.close();
  await stop(second);
}

/** Runs a command in the folder, in a process group of its own like a command of a terminal. */
function run(command: readonly string[]): ChildProcess {
  const asUser = user ? ['runuser', '-u', user, '--', ...command] : command;
  const [program = '', ...args] = group ? group.within(asUser) : asUser;
  return spawn(program, args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function stillRuns({ exitCode }: ChildProcess): true {
  assert.equal(exitCode, null, `the service ended with ${exitCode}`);
  return true;
}

/** Ctrl-C in a terminal. */
async function stop(service: ChildProcess): Promise<void> {
  const began = performance.now();
  const ended = once(service, 'exit');
  process.kill(-(service.pid as number), 'SIGINT');
  await ended;
  tell('stop', `${seconds(began)} s`);
}

function megabytes(place: string): string {
  const kilobytes = Number(execFileSync('du', ['-sk', place], { encoding: 'utf8' }).split('\t', 1)[0]);
  return (kilobytes / 1_000).toFixed(0);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}

function tell(what: string, result: string): void {
  console.log(`✔ ${what}: ${result}`);
}
