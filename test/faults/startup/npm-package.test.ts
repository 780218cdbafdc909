import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { httpClient } from '../../support/service/http-client.ts';
import { type Ground, ground, startProcess } from '../../support/service/server-process.ts';

// The npm package as `npm install` lays it out: compiled, inside node_modules, its dependencies
// beside it (here as links to ours).

const PROJECT = resolve(import.meta.dirname, '../../..');
const PACKAGE_BYTES_MAX = 60_000_000;

let folder: string;
let installed: string;
let on: Ground;
/** What npm would publish. */
let packed: { version: string; unpackedSize: number; files: { path: string }[] };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'Été facturé '));
  installed = join(folder, 'node_modules', 'facturier');
  await mkdir(installed, { recursive: true });
  for (const name of await readdir(join(PROJECT, 'node_modules')))
    if (!name.startsWith('.') && name !== 'facturier')
      await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  execFileSync(process.execPath, [join(PROJECT, 'bootstrap/build-package.mjs'), installed], { stdio: 'ignore' });
  const npm = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: installed, encoding: 'utf8' });
  [packed] = JSON.parse(npm) as [typeof packed];
  on = await ground();
});
afterAll(async () => {
  await on.discard();
  await rm(folder, { recursive: true, force: true });
});

test('the npm package serves its pages and the manual, reads a file, draws a PDF and ends cleanly, in a path with spaces and accents', async () => {
  const server = await startProcess(on, { program: join(installed, 'src/main.js') });
  const { ask, close } = httpClient({ port: server.port, ca: await on.ca(), host: 'localhost' });
  const key = server.welcome.keys?.test;
  assert.match((await ask('/', { headers: { accept: 'text/html' } })).text, /<script type="module"/);
  assert.match((await ask('/aide/', { headers: { accept: 'text/html' } })).text, /<h1[^>]*>Aide de Facturier</);
  const customer = await ask('/contact', { key, body: { firstname: 'Ada', lastname: 'Lovelace' } });
  const line = { designation: 'Jour', quantity: 1, unitPrice: 50_000, vatCode: 'FR_2000', type: 'service_delivery' };
  const draft = await ask(`/v2/billing/invoice/${customer.json.id}`, { key, body: { lines: [line] } });
  assert.equal(draft.json.lines[0].priceTotalTax, 60_000);
  const pdf = await ask(`/v2/billing/${draft.json.id}/download`, { key });
  assert.deepEqual([pdf.status, pdf.text.slice(0, 5)], [200, '%PDF-']);
  const content =
    'Désignation;Référence;Type;Unité;Prix unitaire;TVA\nConseil;A1;Prestation de services;jour;450,00;20 %';
  const imported = await ask('/v2/catalog/import', { key, body: { content, dryRun: true } });
  assert.deepEqual([imported.status, imported.json.rows], [200, 1], imported.text);
  close();
  assert.equal(await server.stop(), 0);
});

test('the command of the package says its version and its commands', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(installed, 'bootstrap/facturier.mjs'), ...args], {
      encoding: 'utf8',
      cwd: folder,
    });
  assert.equal(run('--version').trim(), packed.version);
  assert.match(run('--help'), /serve .*doctor/s);
});

test('the package has no tests, no development packages and no Node, and at most 60 MB', () => {
  assert.ok(packed.unpackedSize <= PACKAGE_BYTES_MAX, `${packed.unpackedSize} bytes`);
  const paths = packed.files.map(({ path }) => path);
  assert.deepEqual(
    paths.filter((path) => /\.test\.|\.ts$|node_modules/.test(path)),
    [],
  );
  for (const path of ['src/main.js', 'src/pdf/templates/document.typ', 'bootstrap/facturier.mjs', 'package.json'])
    assert.ok(paths.includes(path), path);
});
