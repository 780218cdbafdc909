import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { asWritten } from '../../src/runtime/source-stack-trace.ts';

const PROJECT = new URL('../..', import.meta.url).pathname;
const GATHERED = 'node_modules/.cache/facturier';

/** A program of two modules that prints its import, its source path and an error. */
const MAIN = `import { readFileSync } from 'node:fs';
import { PRESS, TEMPLATES } from './pdf/press.ts';
import { word } from './word.ts';

type Word = string;
const beside: Word = readFileSync(new URL('./beside.txt', import.meta.url), 'utf8');
try {
  word(beside);
} catch (error) {
  console.log(JSON.stringify({ ran: process.argv[1], said: beside, press: PRESS, templates: TEMPLATES, stack: (error as Error).stack }));
}
`;
const PRESS = `export const PRESS = new URL('./print-process.ts', import.meta.url).href;
export const TEMPLATES = new URL('./templates/', import.meta.url).href;
`;
const wordThat = (says: string) => `export interface Unused {
  readonly word: string;
}
export function word(said: string): never {
  throw new Error('${says} ' + said);
}
`;

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'facturier gathered ')));
  for (const each of ['bootstrap', 'package.json', 'package-lock.json'])
    await cp(join(PROJECT, each), join(folder, each), { recursive: true });
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(PROJECT, 'node_modules', 'rolldown'), join(folder, 'node_modules', 'rolldown'));
  await writeFile(join(folder, 'src', 'main.ts'), MAIN);
  await mkdir(join(folder, 'src', 'pdf'));
  await writeFile(join(folder, 'src', 'pdf', 'press.ts'), PRESS);
  await writeFile(join(folder, 'src', 'pdf', 'print-process.ts'), "console.log('prints');\n");
  await writeFile(join(folder, 'src', 'beside.txt'), 'beside');
  await writeFile(join(folder, 'src', 'word.ts'), wordThat('first'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Bundles like the launcher, runs the result and returns its output. */
async function started(): Promise<
  Record<'program' | 'ran' | 'said' | 'press' | 'templates' | 'stack' | 'complained', string>
> {
  const ask = `import { bundledProgram } from './bootstrap/bundled-program.mjs'; console.log(await bundledProgram(process.execPath));`;
  const asked = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', ask], { cwd: folder });
  const program = asked.stdout.trim();
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: folder });
  return { program, ...JSON.parse(stdout), complained: asked.stderr };
}

const gatherings = () => readdir(join(folder, GATHERED));

test('a bundled server starts, finds its files, starts bundled workers, and errors name the source lines', async () => {
  const { program, ran, said, press, templates, stack } = await started();
  assert.match(program, /^node_modules\/\.cache\/facturier\/[0-9a-f]{16}\/main\.mjs$/);
  assert.deepEqual([ran, said], [join(folder, program), 'beside']);
  assert.equal(press, pathToFileURL(join(folder, program.replace('main', 'print-process'))).href);
  assert.equal((await promisify(execFile)(process.execPath, [fileURLToPath(press)])).stdout, 'prints\n');
  assert.equal(templates, `${pathToFileURL(join(folder, 'src', 'pdf', 'templates')).href}/`);
  assert.doesNotMatch(stack, /word\.ts/);
  const told = asWritten(stack);
  assert.match(told, /at word \(file:\/\/\S+\/src\/word\.ts:5:9\)/);
  assert.match(told, /at file:\/\/\S+\/src\/main\.ts:8:3/);
  assert.equal(asWritten(stack), told);
});

test('unchanged sources are bundled once; one changed letter causes a new bundle', async () => {
  const before = await started();
  assert.equal((await started()).program, before.program);
  assert.equal((await gatherings()).length, 1);
  await writeFile(join(folder, 'src', 'word.ts'), wordThat('second'));
  const second = await started();
  assert.notEqual(second.program, before.program);
  assert.match(second.stack, /^Error: second beside/);
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const third = await started();
  assert.match(third.stack, /^Error: second beside/);
  assert.notEqual(third.program, second.program);
  // The previous bundle stays for running processes; the oldest is deleted.
  assert.deepEqual((await gatherings()).sort(), [second, third].map(({ program }) => program.split('/')[3]).sort());
});

test('the program runs from source if the code cannot be bundled or the bundler is missing', async () => {
  await writeFile(join(folder, 'src', 'later.ts'), 'const = never;\n');
  await writeFile(join(folder, 'src', 'main.ts'), `${MAIN}\nif (process.argv[2]) await import('./later.ts');\n`);
  const broken = await started();
  assert.deepEqual([broken.program, broken.said], ['src/main.ts', 'beside']);
  assert.match(broken.complained, /later\.ts[\s\S]*The program could not be bundled/);
  assert.match(broken.stack, /src\/word\.ts:5:9/);
  await rm(join(folder, 'node_modules', 'rolldown'));
  const alone = await started();
  assert.deepEqual([alone.program, alone.complained], ['src/main.ts', '']);
});
