import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildCached, hashOf } from './build-cache.mjs';
import { isOutOfMemory, outOfMemoryMessage, stripStack } from './failure-messages.mjs';
import { projectPath } from './install.mjs';

/** Bundles: a folder per state of their inputs. */
const GATHERED = 'node_modules/.cache/facturier';
const AS_WRITTEN = 'src/main.ts';
const GATHERER = 'bootstrap/bundle.mjs';

/**
 * The program a server runs: its 1,300 modules bundled into a few files, which load in half the
 * time and take 20 MB less. Built once per state of the sources. If that fails, the source files
 * run instead.
 */
export async function bundledProgram(node) {
  if (!existsSync(projectPath('node_modules/rolldown'))) return AS_WRITTEN;
  const name = hashOf('src', (file) => /(?<!\.test)\.ts$/.test(file), ['package-lock.json', GATHERER]);
  const folder = await buildCached({ folder: GATHERED, name, lock: 'node_modules/.facturier-gathering' }, (into) =>
    gather(node, into),
  );
  return folder ? `${GATHERED}/${name}/main.mjs` : AS_WRITTEN;
}

function gather(node, into) {
  const { status, signal, stderr, error } = spawnSync(node, [projectPath(GATHERER), into], {
    cwd: projectPath('.'),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status === 0) return true;
  if (isOutOfMemory({ status, signal, said: stderr ?? '' }))
    console.error(outOfMemoryMessage('la préparation du programme · the program bundling'));
  console.error(stripStack(stderr, error?.message));
  console.error(NOT_GATHERED);
  return false;
}

const NOT_GATHERED =
  "Le programme n'a pas pu être préparé (voir ci-dessus) : il démarre directement depuis ses sources, plus lentement.\n" +
  'The program could not be bundled (see above): it starts from its source files, more slowly.';
