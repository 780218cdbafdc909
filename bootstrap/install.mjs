import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRST_START_MIB, isOutOfMemory, outOfMemoryMessage, RUNNING_MIB } from './failure-messages.mjs';
import { holdFileLock } from './file-lock.mjs';
import { diskShortage, firstStartPlan } from './first-start.mjs';

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Whether this is the npm package: its sources are JavaScript, because Node runs TypeScript only
 * outside node_modules, and npm has installed what it needs.
 */
export const isPackage = existsSync(projectPath('src/main.js'));

/** First major version of Node that runs TypeScript directly. */
const NODE_MAJOR = 24;

/** Records what was installed, and the Node that works on this machine. */
const MARK = 'node_modules/.facturier.json';
/** Lock file. Not in node_modules: `npm ci` deletes everything there first. */
const INSTALLING = '.facturier-installing';

/** Path of a project file; absolute paths stay as they are. */
export function projectPath(path) {
  return resolve(PROJECT, path);
}

/**
 * Makes sure the packages match package-lock.json, installing them if not, and returns the path of
 * the Node to run. If impossible, prints what to do and returns undefined. The npm package only
 * fetches the pinned Node, where this one is too old.
 */
export async function installed() {
  if (isPackage) return runnable('own') ?? fetchedNode();
  return markedNode() ?? holdFileLock(projectPath(INSTALLING), () => markedNode() ?? installedNode());
}

/** The Node found at the last installation, if packages are still current. */
function markedNode() {
  const mark = readMark();
  return mark?.wanted === wantedPackages() ? runnable(mark.node) : undefined;
}

/**
 * The Node that the package names, in the user's cache folder. Root's is where the user of the
 * service can read it too.
 */
async function fetchedNode() {
  const { pinnedNode: version } = JSON.parse(read('package.json'));
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const caches = process.getuid?.() === 0 ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(caches, 'facturier', `node-${version}`);
  const path = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  await holdFileLock(join(folder, 'lock'), () => {
    if (existsSync(path)) return;
    console.error(`Téléchargement de Node ${version} (une seule fois)… / Fetching Node ${version} (once)…`);
    npm('install', 2, ['--prefix', folder, '--no-save', `${name}@${version}`]);
  });
  if (runs(path)) return path;
  console.error(noNode());
  return undefined;
}

function installedNode() {
  if (!installedByHand() && !install()) return undefined;
  const found = pinnedNode();
  const path = runnable(found);
  if (!path) {
    console.error(noNode());
    return undefined;
  }
  try {
    completedLinks(path);
    linkCommand();
    // Hash again: npm may have completed the lock file.
    writeFileSync(projectPath(MARK), JSON.stringify({ wanted: wantedPackages(), node: found }));
  } catch (error) {
    // Installed by another user, read-only for us: each start checks again.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
  return path;
}

/**
 * Hash of what should be installed: the lock file, and the lists of package.json in case the lock
 * file is behind.
 */
function wantedPackages() {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const lists = JSON.stringify([dependencies, devDependencies, optionalDependencies]);
  return createHash('sha256').update(read('package-lock.json')).update(lists).digest('hex');
}

function read(path) {
  return existsSync(projectPath(path)) ? readFileSync(projectPath(path), 'utf8') : '';
}

function readMark() {
  try {
    return JSON.parse(read(MARK));
  } catch {
    return undefined;
  }
}

/**
 * Whether `npm install` ran after the last change of the lock file, according to npm's own record.
 */
function installedByHand() {
  const record = projectPath('node_modules/.package-lock.json');
  if (readMark() || !existsSync(record)) return false;
  const since = Math.max(...['package.json', 'package-lock.json'].map((file) => statSync(projectPath(file)).mtimeMs));
  return statSync(record).mtimeMs >= since;
}

/**
 * Installs the locked packages with package scripts disabled; `completedLinks` replaces the one
 * that matters. First `npm ci`, which installs the lock file as it is; newer npm versions refuse
 * one without packages of other platforms, before changing anything. Then `npm install` completes
 * the lock file and still verifies all its hashes.
 */
function install() {
  if (!isWritable('.')) {
    console.error(readOnly());
    return false;
  }
  if (!existsSync(projectPath('node_modules'))) {
    const shortage = diskShortage(freeBytes(), PROJECT);
    if (shortage) {
      console.error(shortage);
      return false;
    }
    console.error(firstStartPlan());
  }
  warnOfLittleMemory();
  console.error('Installation des paquets (une seule fois)… / Installing packages (once)…');
  const asLocked = npm('ci', 'pipe');
  if (asLocked.status === 0) {
    if (asLocked.said) console.error(asLocked.said.trimEnd());
    return true;
  }
  // Retry only if the lock file was refused: without a network, the second attempt fails the same
  // way.
  const isLockRefused = /EUSAGE|in sync/.test(asLocked.said);
  if (isLockRefused) {
    console.error(
      'npm ci refuse ce fichier de verrouillage, où manquent des paquets d’autres systèmes ; npm install vérifie ceux qui y sont.\n' +
        'npm ci refuses this lock file, which lacks packages of other systems; npm install verifies those it contains.',
    );
    const completed = npm('install', 2);
    if (completed.status === 0) return true;
    if (isOutOfMemory(completed)) return outOfMemory();
  } else if (isOutOfMemory(asLocked)) return outOfMemory();
  else console.error(asLocked.said.trimEnd());
  console.error(
    "L'installation a échoué (voir ci-dessus) : vérifiez l'accès au registre npm et l'espace disque, puis recommencez.\n" +
      'The installation failed (see above): check the access to the npm registry and the disk space, then try again.',
  );
  return false;
}

/** Bytes that this user can still write beside the program. */
function freeBytes() {
  const { bavail, bsize } = statfsSync(PROJECT);
  return bavail * bsize;
}

function outOfMemory() {
  console.error(outOfMemoryMessage('npm'));
  return false;
}

/** Printed first, because a system short of memory may kill the launcher together with npm. */
function warnOfLittleMemory() {
  // Memory limit of a container; 0 or a huge number if there is none.
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  const memory = Math.round(Math.min(totalmem(), limit) / 1024 ** 2);
  if (memory < FIRST_START_MIB * TOLD_BELOW) console.error(littleMemory(memory));
}

/** Machines sold with 1 GB report about 0.94. */
const TOLD_BELOW = 0.9;

const littleMemory = (memory) =>
  `⚠ Cette machine a ${memory} Mo de mémoire : le premier démarrage en demande ${FIRST_START_MIB}, les suivants ${RUNNING_MIB}. S'il est interrompu, ajoutez un fichier d'échange.\n` +
  `⚠ This machine has ${memory} MB of memory: the first start needs ${FIRST_START_MIB}, later ones ${RUNNING_MIB}. If it is interrupted, add a swap file.`;

/** Whether this user may write to a project file or folder. */
export function isWritable(path) {
  try {
    accessSync(projectPath(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const readOnly = () =>
  `Les paquets ne sont pas encore installés, et cet utilisateur ne peut pas écrire dans ${PROJECT}. Lancez une fois « npm ci » dans ce dossier avec l'utilisateur qui en est propriétaire, ou clonez Facturier dans un dossier à vous.\n` +
  `The packages are not installed yet, and this user cannot write to ${PROJECT}. Run "npm ci" in that folder once as its owner, or clone Facturier into your own folder.`;

/** Runs npm, the same one that ran us; its output goes to standard error, or is returned. */
function npm(command, heard, more = []) {
  const args = [command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...more];
  const path = process.env.npm_execpath;
  const [program, all] = path?.endsWith('.js') ? [process.execPath, [path, ...args]] : ['npm', args];
  const { status, signal, stdout, stderr, error } = spawnSync(program, all, {
    cwd: PROJECT,
    stdio: ['ignore', heard, heard],
    encoding: 'utf8',
    shell: program === 'npm' && process.platform === 'win32',
  });
  return { status, signal, said: [stdout, stderr, error?.message].filter(Boolean).join('\n') };
}

/**
 * Creates links between libraries that npm packages cannot contain: now, because the user that
 * serves may not be allowed to write here. If that fails, each start tries again and reports what
 * is missing.
 */
function completedLinks(node) {
  const program = projectPath('src/runtime/complete-links.ts');
  if (existsSync(program)) spawnSync(node, ['--disable-warning=ExperimentalWarning', program], { stdio: 'ignore' });
}

/**
 * The Node from the packages, relative to the project; 'own' if none of them runs on this machine.
 */
function pinnedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const path = `node_modules/node-${system}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  return runs(projectPath(path)) ? path : 'own';
}

const runs = (node) => existsSync(node) && spawnSync(node, ['--version']).status === 0;

function runnable(node) {
  if (node === 'own') return majorOf(process.versions.node) >= NODE_MAJOR ? process.execPath : undefined;
  return node && existsSync(projectPath(node)) ? projectPath(node) : undefined;
}

const majorOf = (version) => Number.parseInt(version, 10);

const noNode = () =>
  `Facturier exige Node ${NODE_MAJOR} ou plus récent ; cette machine a Node ${process.versions.node}, et aucun paquet n'apporte Node ${NODE_MAJOR} pour ${process.platform}-${process.arch}. Installez Node ${NODE_MAJOR} (https://nodejs.org), puis recommencez.\n` +
  `Facturier needs Node ${NODE_MAJOR} or newer; this machine has Node ${process.versions.node}, and there is no Node ${NODE_MAJOR} package for ${process.platform}-${process.arch}. Install Node ${NODE_MAJOR} (https://nodejs.org), then try again.`;

/**
 * Installs the command where `npx facturier` looks first. npm only links commands of dependencies,
 * and would copy the whole project each time.
 */
function linkCommand() {
  if (process.platform === 'win32') {
    writeFileSync(
      projectPath('node_modules/.bin/facturier.cmd'),
      '@node "%~dp0\\..\\..\\bootstrap\\facturier.mjs" %*\r\n',
    );
    return;
  }
  const link = projectPath('node_modules/.bin/facturier');
  rmSync(link, { force: true });
  symlinkSync('../../bootstrap/facturier.mjs', link);
}
