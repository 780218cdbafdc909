import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { MAIN } from '../support/service/main-program.ts';
import { type Ground, ground, settingsOf, startProcess } from '../support/service/server-process.ts';

// The README in both languages: short, the same content, and its tour runs as it is written.

const PROJECT = new URL('../..', import.meta.url).pathname;
const LINES_MAX = 120;
const readmes = {
  en: readFileSync(join(PROJECT, 'README.md'), 'utf8'),
  fr: readFileSync(join(PROJECT, 'README.fr.md'), 'utf8'),
};

/** The blocks of code, without comments. */
const codeIn = (text: string): string[] =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block = '']) => block.replace(/ +#.*$/gm, ''));
/** Headings by level, pictures, and links without their language. */
const outlineOf = (text: string): unknown => ({
  headings: [...text.matchAll(/^(#+) /gm)].map(([, level]) => level),
  pictures: [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path),
  rows: [...text.matchAll(/^\| \[?/gm)].length,
});

let on: Ground;
let bin: string;
beforeAll(async () => {
  on = await ground();
  bin = await mkdtemp(join(tmpdir(), 'facturier readme '));
  await writeFile(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' --disable-warning=ExperimentalWarning '${MAIN}' "$@"\n`,
  );
  await chmod(join(bin, 'npx'), 0o755);
});
afterAll(async () => {
  await on.discard();
  await rm(bin, { recursive: true, force: true });
});

test('both languages have at most 120 lines, the same code, headings and pictures', () => {
  for (const text of Object.values(readmes)) assert.ok(text.trimEnd().split('\n').length <= LINES_MAX);
  assert.deepEqual(codeIn(readmes.fr), codeIn(readmes.en));
  assert.deepEqual(outlineOf(readmes.fr), outlineOf(readmes.en));
  assert.notDeepEqual(outlineOf(`${readmes.fr}\n## Plus\n`), outlineOf(readmes.en));
});

test('the tour of the API runs as written: invoice, PDF, credit notes, audit trail and archive', async () => {
  const server = await startProcess(on);
  const tour = codeIn(readmes.en).find((block) => block.includes('call()')) ?? assert.fail('no tour');
  const script = tour
    .replace('https://localhost:8443', server.welcome.address)
    .replaceAll('/tmp/tour', join(bin, 'tour').replaceAll(' ', '\\ '))
    .replace(/^rm .*$/m, '');
  const { out, code } = await sh(script, {
    KEY: server.welcome.keys?.test ?? '',
    CA: join(on.dataFolder, 'tls', 'ca.pem'),
  });
  assert.equal(code, 0, out);
  assert.match(out, /"number":"TEST-F-\d{4}-0001"/);
  assert.match(out, /"number":"TEST-F-\d{4}-0001"[\s\S]*"canceledAt":\d+/);
  assert.doesNotMatch(out, /"type":"[^"]*\/problems\//);
  assert.equal((await readFile(join(bin, 'tour.pdf'))).subarray(0, 5).toString(), '%PDF-');
  assert.ok((await readFile(join(bin, 'tour.tar'))).length > 10_000);
  assert.equal(await server.stop(), 0);
});

/** Runs a shell script that stops at the first command that fails. */
function sh(script: string, env: Record<string, string>): Promise<{ out: string; code: number }> {
  const environment = { ...process.env, ...settingsOf(on), ...env, PATH: `${bin}:${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], { env: environment }, (error, stdout, stderr) =>
      resolve({ out: stdout + stderr, code: error ? Number(error.code) : 0 }),
    );
  });
}
