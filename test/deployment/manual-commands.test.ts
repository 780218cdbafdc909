import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { PAST_LIST } from '../support/documents/past-lists.ts';
import { codeIn, languagesRun, type ReaderShell, readerShell } from '../support/service/documented-commands.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../support/service/server-process.ts';
import { wrongCommands } from './check-commands.ts';

// The commands of the sections "start" and "host": those that a running service can answer run as
// they are written. Every other one is parsed by the program itself, or is in the list below.

const PROJECT = new URL('../..', import.meta.url).pathname;
const pages = globSync('docs/{fr,en}/{start,host}/*.md', { cwd: PROJECT }).toSorted();
const text = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Commands of other programs, by their beginning, and why no test runs them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'git clone': "the address of the repository is the reader's",
  'git pull': 'needs a new version',
  'git checkout': 'needs an older version; npm run upgrade-test checks one out',
  cd: 'changes the folder for the next command',
  'node --version': 'its answer depends on the machine',
  'apt install': 'changes the machine',
  'chown -R facturier: /var/lib/facturier': 'needs the folder of a real machine',
  'chown 10001:10001 /srv/facturier': 'needs the folder of a real machine',
  'chmod o+x': 'needs the folder of a real machine',
  'mv /root/facturier /opt/facturier': 'needs the folder of a real machine',
  'openssl rand -base64 32': 'its answer is random',
  'systemctl restart facturier': 'needs a machine that runs systemd',
  'systemctl edit facturier': 'needs a machine that runs systemd',
  'systemctl disable --now facturier': 'needs a machine that runs systemd',
  'systemd-analyze security facturier': 'needs a machine that runs systemd',
  'journalctl --unit facturier': 'needs a machine that runs systemd',
  'pg_dump --format=custom': 'external-database.test.ts copies a database',
  'pg_basebackup -h db': 'needs two machines; the tests of the replica make one',
  'brew install node': 'needs macOS',
  'which node': 'its answer depends on the machine',
  'launchctl bootstrap system /Library/LaunchDaemons/fr.facturier.plist': 'needs macOS',
  'launchctl print system/fr.facturier': 'needs macOS',
  'launchctl bootout system/fr.facturier': 'needs macOS',
  'pmset -a sleep 0': 'needs macOS',
  'wsl --install -d Debian': 'needs Windows',
  'wsl --shutdown': 'needs Windows',
  printf: "writes a file of Windows' Linux",
  'tee /etc/wsl.conf': "writes a file of Windows' Linux",
};
const exceptions = Object.keys(EXCEPTIONS);

describe('each command of the pages about installing and hosting', () => {
  test('is accepted by the program, by npm and by Docker, or has a reason not to be checked', () => {
    assert.ok(pages.length > 40);
    const used = new Set<string>();
    const wrong = pages.flatMap((path) => wrongCommands(text(path), exceptions, used).map((why) => `${path}: ${why}`));
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      exceptions.filter((one) => !used.has(one)),
      [],
      'an exception that no page needs',
    );
  });

  test.each([
    ['npx facturier docter', /unknown command 'docter'/],
    ['npx facturier backup now.tar.gz --with-key', /unknown option '--with-key'/],
    ['npx facturier restore', /missing required argument/],
    ['npx facturier serve --role wroker', /'wroker' is invalid/],
    ['docker exec billing facturier verfiy', /unknown command 'verfiy'/],
    ['docker exec facture facturier verify', /no container facture/],
    ['docker run --rm --readonly facturier', /--readonly/],
    ['docker compose -f deploy/compose.yml up -d', /no file/],
    ['npm run capacities', /no such script/],
    ['npm run soak -- --minuts 60', /no option --minuts/],
    ['npm start -- --rôle web', /unknown option/],
    ['BACKUP_DIRECTORY=/mnt/copies npm start', /BACKUP_DIRECTORY is no setting/],
    ['sudo rm -rf data', /neither checked/],
    ['cd facturier && npx facturier statut', /unknown command 'statut'/],
  ])('control: %s is refused in a block', (command, reason) => {
    const [wrong = '', ...more] = wrongCommands(`\n\`\`\`sh\n${command}   # why\n\`\`\`\n`, exceptions);
    assert.match(wrong, reason);
    assert.deepEqual(more, []);
  });

  test.each(['npx facturier docter', 'key creat x', 'docker exec billing facturier verfiy', 'BACKUP_DIRS=/a'])(
    'control: %s is refused in a sentence',
    (command) => assert.equal(wrongCommands(`Run \`${command}\`, then wait.`, exceptions).length, 1),
  );

  test('control: a block whose language is not named is refused', () => {
    assert.equal(wrongCommands('\n```\nnpm start\n```\n', exceptions).length, 1);
  });
});

describe('commands for a running service', () => {
  let on: Ground;
  let shell: ReaderShell;
  let server: ServerProcess;
  beforeAll(async () => {
    on = await ground();
    [shell, server] = await Promise.all([readerShell(on), startProcess(on)]);
  });
  afterAll(async () => {
    await server.stop();
    await shell.discard();
    await on.discard();
  });

  test.each(languagesRun)('link, import, export and archive run as written (%s)', async (language) => {
    const moveIn = text(`docs/${language}/start/move-in.md`);
    const [, customers = ''] = /import customers (\S+)/.exec(moveIn) ?? [];
    await writeFile(
      join(shell.folder, customers),
      'Raison sociale;Adresse;Code postal;Ville\nAtelier Été;1 rue A;69001;Lyon\n',
    );
    await writeFile(
      join(shell.folder, 'catalogue.csv'),
      'Désignation;Type;Unité;TVA;Prix unitaire HT\nAudit;Service;jour;20 %;600,00\n',
    );
    const [, folder = ''] = /import (\S+)\/ --dry-run/.exec(moveIn) ?? [];
    await mkdir(join(shell.folder, folder));
    await writeFile(join(shell.folder, folder, 'factures.csv'), PAST_LIST);
    const link = codeIn(text(`docs/${language}/start/install.md`), 'sh').filter((block) => block.includes('person'));
    const { out, code } = await shell.run([...link, ...codeIn(moveIn, 'sh')].join('\n'));
    assert.equal(code, 0, out);
    assert.match(out, /\/bienvenue#secret=/);
    const [, exported = ''] = /export customers (\S+)/.exec(moveIn) ?? [];
    assert.match(await readFile(join(shell.folder, exported), 'utf8'), /Atelier Été/);
    assert.notEqual(exported, customers, 'an export replaces a file of the same name');
  });
});
