import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';

const PROJECT = new URL('../..', import.meta.url).pathname;

/** Copies standard input to standard output, like a bridge between an assistant and a service. */
const ECHO = `
  const [command] = process.argv.slice(2);
  process.stdin.on('data', (chunk) => process.stdout.write(command + ' heard ' + chunk));`;
/** An npm with verbose output. */
const NPM = `
  import { mkdirSync } from 'node:fs';
  console.log('added 200 packages');
  console.error('npm warn');
  mkdirSync('node_modules/.bin', { recursive: true });`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier first start '));
  await cp(join(PROJECT, 'bootstrap'), join(folder, 'bootstrap'), { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'main.ts'), ECHO);
  await writeFile(join(folder, 'npm.js'), NPM);
});
afterAll(() => rm(folder, { recursive: true }));

const started = (): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, npm_execpath: join(folder, 'npm.js') };
    const args = [join(folder, 'bootstrap', 'facturier.mjs'), 'mcp'];
    const child = execFile(process.execPath, args, { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
    child.stdin?.end('a message\n');
  });

test('the start that installs packages keeps standard input and output for the command', async () => {
  const first = await started();
  assert.deepEqual([first.code, first.out], [0, 'mcp heard a message\n']);
  // It did install, and wrote so to a stream that carries no messages.
  assert.match(first.err, /Installing packages[\s\S]*added 200 packages/);
  assert.ok(JSON.parse(await readFile(join(folder, 'node_modules', '.facturier.json'), 'utf8')).wanted);
  assert.deepEqual(await started(), { code: 0, out: 'mcp heard a message\n', err: '' });
});
