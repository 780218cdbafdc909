import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inProject } from './install.mjs';
import { oneAtATime } from './one-at-a-time.mjs';

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
  const name = sourcesHash();
  if (!isBuilt(name)) {
    try {
      await oneAtATime(inProject('node_modules/.facturier-building'), () => isBuilt(name) || build(node, name));
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    }
  }
  if (!isBuilt(name)) {
    console.error(NOT_BUILT);
    return undefined;
  }
  point(name);
  return inProject(`${BUILT}/${name}`);
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

/** One hash of all a build is made of: the pages, and the packages. */
function sourcesHash() {
  const hash = createHash('sha256');
  const files = readdirSync(inProject('web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(inProject(BUILT)))
    .sort();
  for (const file of files) hash.update(relative(inProject('web'), file)).update(readFileSync(file));
  return hash
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex')
    .slice(0, 16);
}

const isBuilt = (name) => existsSync(inProject(`${BUILT}/${name}/index.html`));

function build(node, name) {
  console.error('Construction des pages (une seule fois par version)… / Building the pages (once a version)…');
  const making = `${name}.new`;
  rmSync(inProject(`${BUILT}/${making}`), { recursive: true, force: true });
  const args = [inProject(VITE), 'build', 'web', '--outDir', `dist/${making}`, '--logLevel', 'warn'];
  const { status, stdout, stderr, error } = spawnSync(node, args, {
    cwd: inProject('.'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error([stdout, stderr, error?.message].filter(Boolean).join('\n').trimEnd());
    return;
  }
  forgetOlder(name);
  renameSync(inProject(`${BUILT}/${making}`), inProject(`${BUILT}/${name}`));
}

/** The folder served so far stays for whoever still serves it; those before it go. */
function forgetOlder(name) {
  const kept = new Set([current(), WATCHED, `${name}.new`]);
  for (const entry of readdirSync(inProject(BUILT), { withFileTypes: true }))
    if (entry.isDirectory() && !kept.has(entry.name))
      rmSync(inProject(`${BUILT}/${entry.name}`), { recursive: true, force: true });
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
