import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { readAccess, writeAccess } from '../../../src/runtime/cluster/credentials.ts';
import { StartupError } from '../../../src/startup-error.ts';
import { MAIN } from '../../support/service/main-program.ts';
import { ranHere } from '../../support/service/run-command.ts';
import { type Ground, ground, settingsOf, startProcess } from '../../support/service/server-process.ts';

let on: Ground;
beforeAll(async () => {
  on = await ground();
  await (await startProcess(on)).stop();
});
afterAll(() => on.discard());

const environment = (language: 'fr' | 'en', more: Record<string, string> = {}) => ({
  ...settingsOf(on),
  LC_ALL: language === 'fr' ? 'fr_FR.UTF-8' : 'en_GB.UTF-8',
  ...more,
});

/** Starts the service in a process of its own; returns exit code and error output. */
function start(more: Record<string, string>) {
  const args = ['--disable-warning=ExperimentalWarning', MAIN, 'serve', '--json'];
  const env = { ...process.env, ...environment('en', more) };
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 60_000 });
  return { status, said: stderr };
}

/**
 * Replaces the content of a file, starts the service in this process, which must refuse, and
 * restores the file.
 */
async function withFile(path: string, text: string, language: 'fr' | 'en') {
  const file = join(on.dataFolder, path);
  const whole = await readFile(file);
  await writeFile(file, text);
  try {
    const { code, err } = await ranHere(environment(language), 'serve', '--json');
    return { status: code, said: err, file };
  } finally {
    await writeFile(file, whole);
  }
}

const REMEDY = { fr: /Restaurez|restaurez|[Rr]emettez/, en: /[Rr]estore|[Pp]ut/ };

for (const path of ['keys/audit.key.pem', 'keys/webhook.key', 'keys/portal.key', 'tls/ca.pem', 'tls/ca-key.pem']) {
  for (const [how, text, language] of [
    ['emptied', '', 'fr'],
    ['garbled', '-----BEGIN PRIVATE KEY-----\nMC4CAQ\u0000\n', 'en'],
  ] as const) {
    test(`${path} ${how}: the start is refused and names the file and the remedy`, async () => {
      const { status, said, file } = await withFile(path, text, language);
      assert.equal(status, 1, said);
      assert.ok(said.includes(file), said);
      assert.match(said, REMEDY[language]);
      assert.doesNotMatch(said, /\n\s+at |Error:/, 'a stack');
    });
  }
}

test('empty files for TLS_CERT and TLS_KEY are refused by the name of the setting', async () => {
  const empty = join(on.dataFolder, 'empty.pem');
  await writeFile(empty, '');
  const { status, said } = start({ TLS_CERT: empty, TLS_KEY: empty });
  assert.equal(status, 2, said);
  assert.match(said, /TLS_CERT: .*PEM/);
  assert.doesNotMatch(said, /\n\s+at /);
});

test('empty, garbled or incomplete database passwords are refused by file name; complete ones are read', async () => {
  const home = await mkdtemp(join(tmpdir(), 'facturier access '));
  try {
    assert.equal(await readAccess(home), undefined);
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"host":"/tmp","port":1,"passwords":{"postgres":"x"}}',
      '\u0000\u0000',
    ]) {
      await writeFile(join(home, 'access.json'), text);
      await assert.rejects(readAccess(home), (error) => error instanceof StartupError && error.message.includes(home));
    }
    const whole = { host: '/tmp', port: 5432, passwords: { postgres: 'a', facturier_owner: 'b', facturier_app: 'c' } };
    await writeAccess(home, whole);
    assert.deepEqual(await readAccess(home), whole);
  } finally {
    await rm(home, { recursive: true });
  }
});

test('after every file is put back, the server starts', async () => {
  assert.equal(await (await startProcess(on)).stop(), 0);
});
