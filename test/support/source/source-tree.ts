import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { blanked } from './source-text.ts';

/** Texts by their path from the root of the project, with forward slashes. */
export type Tree = ReadonlyMap<string, string>;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['src', 'test', 'bench', 'bootstrap', 'migrations', 'web'];
/** It names the modules that Vitest loads. */
const TEST_SETTINGS = 'vitest.config.ts';

/** The source files of the project in the working tree, committed or not. */
export function readTree(): Tree {
  const tree = new Map([[TEST_SETTINGS, readFileSync(ROOT + TEST_SETTINGS, 'utf8')]]);
  for (const folder of FOLDERS) {
    if (!existsSync(ROOT + folder)) continue;
    for (const entry of readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${entry.replaceAll('\\', '/')}`;
      if (/\.(tsx?|mjs|sql)$/.test(path) && !path.startsWith('web/dist/'))
        tree.set(path, readFileSync(ROOT + path, 'utf8'));
    }
  }
  return tree;
}

export const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.startsWith('test/');

/** The part of a tree that a rule applies to. */
export const part = (tree: Tree, about: (path: string) => boolean): [path: string, text: string][] =>
  [...tree].filter(([path]) => about(path)).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * The imports of a file, including type imports: paths of the project, and names of packages and
 * Node modules.
 */
export function importsOf(path: string, text: string): { files: string[]; packages: string[] } {
  const code = blanked(text, { strings: true, comments: false });
  const named = [...code.matchAll(STATIC), ...code.matchAll(DYNAMIC)].map((match) => match[1] as string);
  return {
    files: named.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name))),
    packages: named.filter((name) => !name.startsWith('.')),
  };
}

/** Files of the project that a file names in its strings: programs it starts, texts it reads. */
export function namedFilesOf(path: string, text: string): string[] {
  const code = blanked(text, { strings: true, comments: false });
  const named = [...code.matchAll(FROM_ROOT)].map((match) => match[1] as string);
  const beside = [...code.matchAll(BESIDE)].map((match) => normalize(join(dirname(path), match[1] as string)));
  return [...named, ...beside];
}

/** These files and everything they import, directly or indirectly. */
export function reachedFrom(tree: Tree, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set(roots.filter((root) => tree.has(root)));
  for (const path of reached)
    for (const file of importsOf(path, tree.get(path) ?? '').files) if (tree.has(file)) reached.add(file);
  return reached;
}

const STATIC = /^(?:import|export)\s+(?:[\w*{][^;'"`=]*?\s+from\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'/g;
const FROM_ROOT = /['"`=/](?:\.\/)?((?:src|test)\/[\w./-]+\.ts)/g;
const BESIDE = /['"`](\.{1,2}\/[\w./-]+\.(?:tsx?|mjs))['"`]/g;
