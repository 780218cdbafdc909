import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { readConfig } from '../../read-config.ts';
import { localCertificate } from '../../runtime/certificates/local-authority.ts';
import { CommandError } from '../terminal/output.ts';
import { type Machine, type TrustOptions, trust } from './trust.ts';

const folder = mkdtempSync(join(tmpdir(), 'facturier trust é '));
const dataFolder = join(folder, 'data');
const config = readConfig({ FACTURIER_DATA: dataFolder });
const CA = join(dataFolder, 'tls', 'ca.pem');
beforeAll(() => localCertificate({ dataFolder, names: [], now: new Date() }));
afterAll(() => rmSync(folder, { recursive: true }));

const DEBIAN = '/usr/local/share/ca-certificates';
const FEDORA = '/etc/pki/ca-trust/source/anchors';
const ARCH = '/etc/ca-certificates/trust-source/anchors';

/** A machine with these folders and programs, which does what `install` and `rm` do. */
function machineWith({
  stores = [DEBIAN],
  programs = ['update-ca-certificates', 'sudo'],
  ...differs
}: {
  stores?: string[];
  programs?: string[];
} & Partial<Machine> = {}) {
  const root = mkdtempSync(join(folder, 'root '));
  const home = join(root, 'home');
  for (const each of [...stores, '/home']) mkdirSync(join(root, each), { recursive: true });
  const ran: string[] = [];
  const machine: Machine = {
    ...{ platform: 'linux', isRoot: false, isInteractive: true, root, home },
    has: (program) => programs.includes(program),
    run: (command) => {
      ran.push(command.join(' ').replaceAll(root, '').replaceAll(CA, 'ca.pem'));
      const [program, ...rest] = command[0] === 'sudo' ? command.slice(1) : command;
      if (program === 'install') cpSync(rest.at(-2) ?? '', rest.at(-1) ?? '');
      if (program === 'rm') rmSync(rest.at(-1) ?? '');
      return !(program === 'certutil' && rest[0] === '-L');
    },
    ...differs,
  };
  return { machine, ran, home };
}

function answerOf(machine: Machine, options: TrustOptions = {}) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    trust(config, { json: true, ...options }, machine);
    return JSON.parse(write.mock.calls.map(([piece]) => piece).join(''));
  } finally {
    write.mockRestore();
  }
}

test('on Debian, Fedora and Arch the authority is added once, and removed again', () => {
  for (const [store, end, programs, update] of [
    [DEBIAN, '.crt', ['update-ca-certificates'], 'update-ca-certificates'],
    [FEDORA, '.pem', ['update-ca-trust'], 'update-ca-trust extract'],
    [ARCH, '.pem', ['update-ca-trust'], 'update-ca-trust extract'],
  ] as const) {
    const { machine, ran } = machineWith({ stores: [store], programs: [...programs], isRoot: true });
    const { places, name } = answerOf(machine);
    const path = `${store}/${name}${end}`;
    assert.deepEqual(places, [{ store: 'system', path, done: true }]);
    assert.equal(readFileSync(join(machine.root, path), 'utf8'), readFileSync(CA, 'utf8'));
    answerOf(machine);
    assert.deepEqual(ran, [`install -m 0644 ca.pem ${path}`, update], 'nothing is repeated');
    ran.length = 0;
    assert.equal(answerOf(machine, { remove: true }).removed, true);
    answerOf(machine, { remove: true });
    assert.deepEqual([ran, existsSync(join(machine.root, path))], [[`rm -f ${path}`, update], false]);
  }
});

test('the store of the system needs sudo; without it the refusal names the commands', () => {
  const { machine, ran } = machineWith();
  answerOf(machine);
  assert.ok(ran.length === 2 && ran.every((each) => each.startsWith('sudo ')));
  for (const differs of [{ programs: ['update-ca-certificates'] }, { isInteractive: false, run: () => false }]) {
    const refusal = refusalOf(machineWith(differs).machine);
    assert.match(refusal.en, /install -m 0644 .*ca\.pem.*\n.*update-ca-certificates/);
    assert.match(refusal.fr, /sudo/);
  }
});

test('on macOS the authority goes into the keychain of the user', () => {
  const { machine, ran } = machineWith({ platform: 'darwin' });
  answerOf(machine);
  answerOf(machine, { remove: true });
  const keychain = '/home/Library/Keychains/login.keychain-db';
  assert.deepEqual(ran, [
    `security add-trusted-cert -r trustRoot -k ${keychain} ca.pem`,
    'security remove-trusted-cert ca.pem',
  ]);
});

test('every profile of Firefox and the database of Chromium are changed; without certutil the answer says so', () => {
  const profiles = [
    '.mozilla/firefox/ab.default',
    'snap/firefox/common/.mozilla/firefox/cd.x',
    'snap/chromium/current/.pki/nssdb',
  ];
  const { machine, ran, home } = machineWith({ programs: ['update-ca-certificates', 'certutil'], isRoot: true });
  for (const each of profiles) {
    mkdirSync(join(home, each), { recursive: true });
    writeFileSync(join(home, each, 'cert9.db'), '');
  }
  const { places } = answerOf(machine);
  const paths = places
    .filter(({ store }: { store: string }) => store === 'browser')
    .map(({ path }: { path: string }) => path);
  assert.deepEqual(
    paths,
    profiles.map((each) => join(home, each)),
  );
  assert.equal(ran.filter((each) => each.startsWith('certutil -A')).length, 3);
  const bare = machineWith({ isRoot: true });
  mkdirSync(join(bare.home, profiles[0] ?? ''), { recursive: true });
  writeFileSync(join(bare.home, profiles[0] ?? '', 'cert9.db'), '');
  assert.equal(answerOf(bare.machine).missing, 'certutil');
});

test('a failed step, an unknown system, a public certificate and a missing authority are refused', () => {
  assert.match(refusalOf(machineWith({ isRoot: true, run: () => false }).machine).en, /failed for: .*ca-certificates/);
  assert.match(refusalOf(machineWith({ platform: 'win32' }).machine).en, /Import .*ca\.pem/);
  const { machine } = machineWith();
  assert.match(refusalOf(machine, readConfig({ DOMAIN: 'a.example.fr' })).en, /nothing to add/);
  assert.match(refusalOf(machine, readConfig({ FACTURIER_DATA: join(folder, 'none') })).en, /Start the service once/);
});

const hasCertutil = ((): boolean => {
  try {
    execFileSync('which', ['certutil']);
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasCertutil)('certutil adds the authority to a real database and removes it', () => {
  const { machine, home } = machineWith({ isRoot: true });
  const database = join(home, '.mozilla/firefox/ab.default');
  mkdirSync(database, { recursive: true });
  const certutil = (...args: string[]): string =>
    execFileSync('certutil', [...args, '-d', `sql:${database}`], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  certutil('-N', '--empty-password');
  const real: Machine = {
    ...machine,
    has: (program) => program === 'certutil' || machine.has(program),
    run: (command, how) => {
      if (command[0] !== 'certutil') return machine.run(command, how);
      try {
        execFileSync('certutil', command.slice(1), { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    },
  };
  const { name } = answerOf(real);
  assert.match(certutil('-L'), new RegExp(`${name}\\s+C,,`));
  answerOf(real, { remove: true });
  assert.doesNotMatch(certutil('-L'), /facturier/);
});

function refusalOf(machine: Machine, about = config): CommandError['text'] {
  try {
    trust(about, {}, machine);
  } catch (error) {
    if (error instanceof CommandError) return error.text;
    throw error;
  }
  return assert.fail('not refused');
}
