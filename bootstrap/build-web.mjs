import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildCached, hashOf } from './build-cache.mjs';
import { isOutOfMemory, outOfMemoryMessage, stripStack } from './failure-messages.mjs';
import { isWritable, projectPath } from './install.mjs';

/**
 * Builds of the web app: a folder per state of the sources, and a file with the name of the current
 * one.
 */
const BUILT = 'web/dist';
const NAMED = `${BUILT}/current`;
/**
 * Where root builds if it cannot write beside the program: other users cannot replace this folder.
 */
const BUILT_BY_ROOT = '/var/lib/facturier/pages';
/** The folder `npm run dev` builds into. */
const WATCHED = 'dev';
const VITE = 'node_modules/vite/bin/vite.js';

/**
 * Makes sure the web app is built from the current sources and returns its folder. If that fails,
 * prints why and returns undefined: the service then serves only its API.
 */
export async function builtWeb(node) {
  const name = hashOf(['web', ...MANUAL], wanted, ['package-lock.json', 'docs/manual.json']);
  const lock = 'node_modules/.facturier-building';
  const make = (into) => build(node, into);
  const folder = await buildCached({ folder: BUILT, name, lock, kept: [current(), WATCHED] }, make);
  if (folder) {
    point(name);
    return folder;
  }
  const elsewhere = !isWritable('web') ? await builtElsewhere(name, make) : undefined;
  if (!elsewhere) console.error(NOT_BUILT);
  return elsewhere;
}

/** Tells the service where the web app is, if not beside the program. */
export const pagesElsewhere = (folder) =>
  folder && relative(projectPath(BUILT), folder).startsWith('..') ? { FACTURIER_PAGES: folder } : {};

/** For a read-only program (container image, another user's files): builds into the data folder. */
async function builtElsewhere(name, make) {
  const isRoot = process.getuid?.() === 0;
  const folder = isRoot ? BUILT_BY_ROOT : resolve(process.env.FACTURIER_DATA || projectPath('data'), 'pages');
  try {
    mkdirSync(folder, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
  } catch {
    return undefined;
  }
  return buildCached({ folder, name, lock: join(folder, 'lock') }, make);
}

/** Rebuilds the web app at every change until the process ends; the service serves the result. */
export function watchWeb(node) {
  mkdirSync(projectPath(`${BUILT}/${WATCHED}`), { recursive: true });
  const args = [projectPath(VITE), 'build', 'web', '--watch', '--mode', 'development', '--outDir', `dist/${WATCHED}`];
  const child = spawn(node, [...args, '--logLevel', 'warn'], {
    cwd: projectPath('.'),
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('error', (error) => console.error(error.message));
  process.once('exit', () => child.kill());
  point(WATCHED);
}

/** Vite's own config loader writes into node_modules, which may be read-only. */
const NATIVE_CONFIG = '--configLoader=native';

/** The pages of the manual and their pictures, which are built with the web app. */
const MANUAL = ['docs/fr', 'docs/en', 'docs/screens'];

const wanted = (file) => file !== projectPath('web/README.md') && !file.startsWith(projectPath(BUILT));

function build(node, into) {
  console.error('Construction des pages (une seule fois par version)… / Building the web app (once per version)…');
  const args = [
    projectPath(VITE),
    'build',
    'web',
    NATIVE_CONFIG,
    '--outDir',
    relative(projectPath('web'), into),
    '--logLevel',
    'warn',
  ];
  const { status, signal, stdout, stderr, error } = spawnSync(node, args, {
    cwd: projectPath('.'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status === 0) return true;
  if (isOutOfMemory({ status, signal, said: stderr ?? '' }))
    console.error(outOfMemoryMessage('la construction des pages · the web app build'));
  console.error(stripStack(stdout, stderr, error?.message));
  return false;
}

const current = () => (existsSync(projectPath(NAMED)) ? readFileSync(projectPath(NAMED), 'utf8').trim() : undefined);

function point(name) {
  if (current() === name) return;
  try {
    writeFileSync(projectPath(`${NAMED}.new`), name);
    renameSync(projectPath(`${NAMED}.new`), projectPath(NAMED));
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

const NOT_BUILT =
  "Les pages n'ont pas pu être construites (voir ci-dessus) : seule l'API est disponible. Recommencez après : npm install\n" +
  'The web app could not be built (see above): only the API is available. Try again after: npm install';
