import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { CommandError } from '../terminal/output.ts';
import { type InstallServiceOptions, installService, type Machine } from './install-unit.ts';

const OPT = { folder: '/opt/facturier', node: '/usr/bin/node' };

/** A machine whose `/` is an empty folder and which records the programs that run. */
function emptyMachine(differs: Partial<Machine> = {}) {
  const ran: string[] = [];
  const machine: Machine = {
    isRoot: true,
    hasSystemd: true,
    root: mkdtempSync(join(tmpdir(), 'facturier-systemd-')),
    run: (...command) => {
      ran.push(command.join(' '));
      return command[0] !== 'id';
    },
    ...differs,
  };
  const read = (path: string) => readFileSync(join(machine.root, path), 'utf8');
  return { machine, ran, read };
}

/** What the command prints. */
function printed(options: InstallServiceOptions, ...given: [Machine, typeof OPT]): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  installService(options, ...given);
  const text = write.mock.calls.map(([piece]) => piece).join('');
  write.mockRestore();
  return text;
}

const valueOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

test('the service is installed with a user, a unit and settings that only root reads, then started', () => {
  const { machine, ran, read } = emptyMachine();
  const answer = JSON.parse(printed({ json: true }, machine, OPT));
  assert.deepEqual(ran, [
    'id --user facturier',
    'useradd --system --home-dir /var/lib/facturier --shell /usr/sbin/nologin facturier',
    'systemctl daemon-reload',
    'systemctl enable facturier',
    'systemctl restart facturier',
  ]);
  const unit = read(answer.unit);
  assert.deepEqual(valueOf(unit, 'WorkingDirectory'), ['/opt/facturier']);
  assert.deepEqual(valueOf(unit, 'ExecStart'), ['"/usr/bin/node" bootstrap/main.mjs serve']);
  assert.deepEqual(valueOf(unit, 'User'), ['facturier']);
  assert.equal(statSync(join(machine.root, answer.settings)).mode & 0o777, 0o600);
});

test('a second installation keeps the settings and creates no second user', () => {
  const ran: string[] = [];
  const { machine, read } = emptyMachine({ run: (...command) => ran.push(command.join(' ')) > 0 });
  mkdirSync(join(machine.root, '/etc/facturier'), { recursive: true });
  writeFileSync(join(machine.root, '/etc/facturier/facturier.env'), 'HTTP_PORT=8080\n');
  printed({}, machine, OPT);
  assert.equal(read('/etc/facturier/facturier.env'), 'HTTP_PORT=8080\n');
  assert.ok(!ran.some((command) => command.startsWith('useradd')), ran.join());
});

test('a folder with spaces, accents and a percent sign is written as systemd reads it', () => {
  const { machine } = emptyMachine();
  const unit = printed({ print: true }, machine, { folder: '/srv/Données 100 %/facturier', node: '/srv/é "n"/node' });
  assert.deepEqual(valueOf(unit, 'WorkingDirectory'), ['/srv/Données 100 %%/facturier']);
  assert.deepEqual(valueOf(unit, 'ExecStart'), ['"/srv/é \\"n\\"/node" bootstrap/main.mjs serve']);
});

test('without systemd, without root, from a home folder or when a program fails it is refused, with the next step', () => {
  const rows: [Partial<Machine>, typeof OPT, RegExp][] = [
    [{ hasSystemd: false }, OPT, /--print/],
    [{ isRoot: false }, OPT, /sudo/],
    [{}, { ...OPT, folder: '/home/zoe/facturier' }, /\/opt\/facturier/],
    [{ run: () => false }, OPT, /useradd/],
    [{ run: (program) => program !== 'systemctl' }, OPT, /systemctl daemon-reload/],
  ];
  for (const [differs, installation, said] of rows) {
    const { machine, ran } = emptyMachine(differs);
    assert.throws(
      () => installService({}, machine, installation),
      (error) => error instanceof CommandError && said.test(error.text.en) && said.test(error.text.fr),
    );
    assert.deepEqual(ran, []);
  }
});

test('the unit gives the service no capability, no other folder to write to and no new privileges', () => {
  const unit = printed({ print: true }, emptyMachine().machine, OPT);
  for (const [name, value] of [
    ['CapabilityBoundingSet', ''],
    ['NoNewPrivileges', 'true'],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'true'],
    ['PrivateDevices', 'true'],
    ['SystemCallArchitectures', 'native'],
  ] as const)
    assert.deepEqual(valueOf(unit, name), [value], name);
  // PostgreSQL and Node compile code at run time.
  assert.deepEqual(valueOf(unit, 'MemoryDenyWriteExecute'), []);
});
