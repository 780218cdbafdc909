import { execFile, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Copies of the source tree for checks that change the sources and see what the compiler and the
// tests report.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Copies parts of the tree, with its packages; returns the folder, and how to remove it. */
export async function copiedTree(parts: readonly string[]): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier copied tree '));
  // If we are root, PostgreSQL runs as another user, who must have access.
  await chmod(folder, 0o755);
  for (const part of parts) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Inserts text before the first occurrence of a text in a file. */
export const insertBefore = (path: string, before: string, text: string): Promise<void> =>
  replaceIn(path, before, `${text}${before}`);

/** Replaces the first occurrence of a text in a file, which must contain it. */
export async function replaceIn(path: string, before: string, after: string): Promise<void> {
  const source = await readFile(path, 'utf8');
  if (!source.includes(before)) throw new Error(`${path} does not contain ${before}`);
  await writeFile(
    path,
    source.replace(before, () => after),
  );
}

/**
 * The files of a tree in which the compiler finds errors, sorted. `settings` is the configuration
 * of the compiler; `include` is relative to it.
 */
export async function namedByCompiler(
  folder: string,
  include: readonly string[],
  settings = 'tsconfig.json',
): Promise<string[]> {
  const given = JSON.parse(await readFile(join(folder, settings), 'utf8'));
  const project = join(folder, dirname(settings), 'tsconfig.some.json');
  await writeFile(project, JSON.stringify({ ...given, include, exclude: ['**/*.test.ts'] }));
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, '--noEmit', '--checkers', '1', '-p', project], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const named = said
    .split('\n')
    .flatMap((line) => /^((?:src|web)\/[^(]+)\(/.exec(line.replaceAll('\\', '/'))?.[1] ?? []);
  return [...new Set(named)].sort();
}

/** Runs one test file of a tree; whether it passed. */
export async function passes(folder: string, file: string): Promise<boolean> {
  const { commandLine } = await import(new URL('../../../bootstrap/command-line.mjs', import.meta.url).href);
  const { program, args } = commandLine('test', [file]);
  return succeeds(folder, [program, ...args]);
}

/** Runs Node in a tree; whether it succeeded. */
export async function succeeds(folder: string, args: readonly string[]): Promise<boolean> {
  const run = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  return new Promise((resolve) => run.once('exit', (code) => resolve(code === 0)));
}
