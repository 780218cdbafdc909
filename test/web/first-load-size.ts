import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes of script, as gzip, until the home page is drawn. */
export const FIRST_LOAD_BYTES_MAX = 200_000;

type Built = Record<string, { file: string; imports?: string[] }>;

/** The source modules that the bundles in this folder were built from. */
export const builtIn = (folder: string): Built => JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8'));

/** Bytes of all scripts loaded before the home page is drawn, as gzip. */
export function firstLoadBytes(folder: string): number {
  const home = scriptsOf(builtIn(folder), ['home/home.tsx', 'locales/fr/app.ts', 'locales/fr/home.ts']);
  const scripts = new Set([...scriptsOfPage(folder), ...home]);
  return [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
}

/** The scripts that the page itself references. */
export const scriptsOfPage = (folder: string): readonly string[] =>
  [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\.\/(app\/[^"]+\.js)"/g)].map(
    ([, file]) => file as string,
  );

/** The scripts loaded with these modules, directly or indirectly. */
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
