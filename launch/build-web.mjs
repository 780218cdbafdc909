import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inProject } from './install.mjs';
import { hashOf, madeOnce } from './made-once.mjs';

/** Where the built pages are: a folder for each state of the sources, and the name of the one to serve. */
const BUILT = 'web/dist';
const NAMED = `${BUILT}/current`;
/** The folder `npm run dev` builds into. */
const WATCHED = 'dev';
const VITE = 'node_modules/vite/bin/vite.js';

/**
 * Makes sure that the pages are built of the sources as they are, and gives their folder. Where that cannot be done it says
 * so and gives undefined: the service then serves its interface alone.
 */
export async function builtWeb(node) {
  const name = hashOf('web', wanted, ['package-lock.json']);
  const lock = 'node_modules/.facturier-building';
  const folder = await madeOnce({ folder: BUILT, name, lock, kept: [current(), WATCHED] }, (into) => build(node, into));
  if (folder) point(name);
  else console.error(NOT_BUILT);
  return folder;
}

/** Builds again at every change of a page until the process ends; the service serves what it finds. */
export function watchWeb(node) {
  mkdirSync(inProject(`${BUILT}/${WATCHED}`), { recursive: true });
  const args = [inProject(VITE), 'build', 'web', '--watch', '--mode', 'development', '--outDir', `dist/${WATCHED}`];
  const child = spawn(node, [...args, '--logLevel', 'warn'], {
    cwd: inProject('.'),
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('error', (error) => console.error(error.message));
  process.once('exit', () => child.kill());
  point(WATCHED);
}

const wanted = (file) => !file.endsWith('.md') && !file.startsWith(inProject(BUILT));

function build(node, into) {
  console.error('Construction des pages (une seule fois par version)… / Building the pages (once a version)…');
  const args = [inProject(VITE), 'build', 'web', '--outDir', relative(inProject('web'), into), '--logLevel', 'warn'];
  const { status, stdout, stderr, error } = spawnSync(node, args, {
    cwd: inProject('.'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status === 0) return true;
  console.error([stdout, stderr, error?.message].filter(Boolean).join('\n').trimEnd());
  return false;
}

const current = () => (existsSync(inProject(NAMED)) ? readFileSync(inProject(NAMED), 'utf8').trim() : undefined);

function point(name) {
  if (current() === name) return;
  try {
    writeFileSync(inProject(`${NAMED}.new`), name);
    renameSync(inProject(`${NAMED}.new`), inProject(NAMED));
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

const NOT_BUILT =
  "Les pages n'ont pas pu être construites (voir ci-dessus) : le service répond aux programmes seulement. Recommencez après : npm install\n" +
  'The pages could not be built (see above): the service answers programs only. Try again after: npm install';
