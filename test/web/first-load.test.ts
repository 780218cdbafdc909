import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

/** Bytes of script, as gzip, until the home page is drawn. */
const FIRST_LOAD_BYTES_MAX = 200_000;

type Built = Record<string, { file: string; imports?: string[] }>;

/** The scripts that come with these modules, whatever way leads there. */
function scriptsOf(built: Built, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const follow = (name: string): void => {
    const { file, imports = [] } = built[name] ?? assert.fail(`${name} was not built`);
    if (files.has(file)) return;
    files.add(file);
    for (const each of imports) follow(each);
  };
  for (const name of names) follow(name);
  return files;
}

test('the home page is drawn with at most 200 kB of script, as gzip; a screen of its own is none of it', async () => {
  const { builtWeb } = await import(new URL('../../launch/build-web.mjs', import.meta.url).href);
  const folder: string = await builtWeb(process.execPath);
  const built: Built = JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8'));
  const home = ['index.html', 'home/home.tsx', 'words/fr/ground.ts', 'words/fr/home.ts'];
  const bytes = [...scriptsOf(built, home)].map((file) => gzipSync(readFileSync(join(folder, file))).length);
  const total = bytes.reduce((sum, each) => sum + each, 0);
  assert.ok(total <= FIRST_LOAD_BYTES_MAX, `the first load is ${total} bytes of script`);
  // Were nothing found, nothing would be measured.
  assert.ok(total > 50_000, `only ${total} bytes were found`);
  const { file } = built['account/sign-in.tsx'] as { file: string };
  assert.ok(!scriptsOf(built, ['index.html']).has(file), 'a screen comes when it is wanted');
});
