import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { codeIn, type ReaderShell, readerShell } from '../support/service/documented-commands.ts';
import { type Ground, ground, startProcess } from '../support/service/server-process.ts';

// The README in both languages: short, the same content, and its tour runs as it is written.

const PROJECT = new URL('../..', import.meta.url).pathname;
const LINES_MAX = 120;
const readmes = {
  en: readFileSync(join(PROJECT, 'README.md'), 'utf8'),
  fr: readFileSync(join(PROJECT, 'README.fr.md'), 'utf8'),
};

/** Headings by level, pictures, and links without their language. */
const outlineOf = (text: string): unknown => ({
  headings: [...text.matchAll(/^(#+) /gm)].map(([, level]) => level),
  pictures: [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path),
  rows: [...text.matchAll(/^\| \[?/gm)].length,
});

let on: Ground;
let shell: ReaderShell;
beforeAll(async () => {
  on = await ground();
  shell = await readerShell(on);
});
afterAll(async () => {
  await on.discard();
  await shell.discard();
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
    .replaceAll('/tmp/tour', join(shell.folder, 'tour').replaceAll(' ', '\\ '))
    .replace(/^rm .*$/m, '');
  const { out, code } = await shell.run(script, {
    KEY: server.welcome.keys?.test ?? '',
    CA: join(on.dataFolder, 'tls', 'ca.pem'),
  });
  assert.equal(code, 0, out);
  assert.match(out, /"number":"TEST-F-\d{4}-0001"/);
  assert.match(out, /"number":"TEST-F-\d{4}-0001"[\s\S]*"canceledAt":\d+/);
  assert.doesNotMatch(out, /"type":"[^"]*\/problems\//);
  assert.equal((await readFile(join(shell.folder, 'tour.pdf'))).subarray(0, 5).toString(), '%PDF-');
  assert.ok((await readFile(join(shell.folder, 'tour.tar'))).length > 10_000);
  assert.equal(await server.stop(), 0);
});
