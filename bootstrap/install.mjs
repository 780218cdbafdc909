import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIRST_START_MIB, isOutOfMemory, outOfMemoryMessage, RUNNING_MIB } from './failure-messages.mjs';
import { holdFileLock } from './file-lock.mjs';

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Oldest major version of Node that runs TypeScript as it is. */
const NODE_MAJOR = 24;

/** What was installed last, and which Node was found to run here. */
const MARK = 'node_modules/.facturier.json';
/** Who is at it. Not among the packages: `npm ci` begins by removing whatever lies there. */
const INSTALLING = '.facturier-installing';

/** Path of a file of the project; an absolute path stays as it is. */
export function projectPath(path) {
  return resolve(PROJECT, path);
}

/**
 * Makes sure that the packages are the ones package-lock.json names, installing them when they are not, and gives the
 * path of the Node to run. Says what to do and gives undefined where that is impossible.
 */
export async function installed() {
  return markedNode() ?? holdFileLock(projectPath(INSTALLING), () => markedNode() ?? installedNode());
}

/** The Node found when the packages were installed, if they still are the ones wanted. */
function markedNode() {
  const mark = readMark();
  return mark?.wanted === wantedPackages() ? runnable(mark.node) : undefined;
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
    // The wish is read again: npm may have completed the lock.
    writeFileSync(projectPath(MARK), JSON.stringify({ wanted: wantedPackages(), node: found }));
  } catch (error) {
    // Installed by somebody else, for us to read only: then each start looks again.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
  return path;
}

/** One hash of what should be installed: the lock, and the lists of package.json in case the lock lags behind. */
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

/** True when `npm install` ran since the lock last changed, as npm's own record of what it did tells. */
function installedByHand() {
  const record = projectPath('node_modules/.package-lock.json');
  if (readMark() || !existsSync(record)) return false;
  const since = Math.max(...['package.json', 'package-lock.json'].map((file) => statSync(projectPath(file)).mtimeMs));
  return statSync(record).mtimeMs >= since;
}

/**
 * Installs what the lock names, with the scripts of packages off: what one of them would have done is done by
 * `completedLinks`. `npm ci` first, which takes the lock as it is; a newer npm refuses one that leaves out packages of
 * other platforms, and says so before it touches anything. Then `npm install` completes the lock, and still checks the
 * hash of all that is in it.
 */
function install() {
  if (!isWritable('.')) {
    console.error(readOnly());
    return false;
  }
  warnOfLittleMemory();
  console.error('Installation des paquets (une seule fois)… / Installing packages (once)…');
  const asLocked = npm('ci', 'pipe');
  if (asLocked.status === 0) {
    if (asLocked.said) console.error(asLocked.said.trimEnd());
    return true;
  }
  // Only a lock that is refused: without a network a second try would say the same once more.
  const isLockRefused = /EUSAGE|in sync/.test(asLocked.said);
  if (isLockRefused) {
    console.error(
      'npm ci refuse ce verrou, qui laisse de côté des paquets d’autres systèmes ; npm install vérifie ceux qui y sont.\n' +
        'npm ci refuses this lock, which leaves out packages of other systems; npm install checks those that are in it.',
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

function outOfMemory() {
  console.error(outOfMemoryMessage('npm'));
  return false;
}

/** Said before the work, since a system that is short of memory may end the launcher together with npm. */
function warnOfLittleMemory() {
  // What a container may use; 0 or a huge number where there is no such limit.
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  const memory = Math.round(Math.min(totalmem(), limit) / 1024 ** 2);
  if (memory < FIRST_START_MIB * TOLD_BELOW) console.error(littleMemory(memory));
}

/** Providers sell 1 GB that the system sees as 0.94 or so. */
const TOLD_BELOW = 0.9;

const littleMemory = (memory) =>
  `⚠ Cette machine a ${memory} Mo de mémoire : le premier démarrage en demande ${FIRST_START_MIB}, les suivants ${RUNNING_MIB}. S'il est interrompu, ajoutez un fichier d'échange.\n` +
  `⚠ This machine has ${memory} MB of memory: the first start needs ${FIRST_START_MIB}, later ones ${RUNNING_MIB}. If it is cut short, add a swap file.`;

/** Whether this user may write to a file or folder of the project. */
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
  `The packages are not installed yet, and this user cannot write to ${PROJECT}. Run "npm ci" in that folder once as the user who owns it, or clone Facturier into a folder of your own.`;

/** Runs npm, by whatever npm ran us; its own words go to the error output, or come back. */
function npm(command, heard) {
  const args = [command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
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
 * Makes the links between libraries that npm cannot pack: now, as whoever serves later may not be allowed to write here.
 * Where it cannot be done each start tries it again, and says what it lacks.
 */
function completedLinks(node) {
  const program = projectPath('src/runtime/complete-links.ts');
  if (existsSync(program)) spawnSync(node, ['--disable-warning=ExperimentalWarning', program], { stdio: 'ignore' });
}

/** The Node that the packages bring, relative to the project; 'own' where none of theirs runs on this machine. */
function pinnedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const path = `node_modules/node-${system}-${process.arch}/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  const tried = existsSync(projectPath(path)) && spawnSync(projectPath(path), ['--version'], { encoding: 'utf8' });
  return tried && tried.status === 0 ? path : 'own';
}

function runnable(node) {
  if (node === 'own') return majorOf(process.versions.node) >= NODE_MAJOR ? process.execPath : undefined;
  return node && existsSync(projectPath(node)) ? projectPath(node) : undefined;
}

const majorOf = (version) => Number.parseInt(version, 10);

const noNode = () =>
  `Facturier demande Node ${NODE_MAJOR} ou plus récent ; cette machine a Node ${process.versions.node}, et aucun paquet n'apporte Node ${NODE_MAJOR} pour ${process.platform}-${process.arch}. Installez Node ${NODE_MAJOR} (https://nodejs.org), puis recommencez.\n` +
  `Facturier needs Node ${NODE_MAJOR} or newer; this machine has Node ${process.versions.node}, and no package brings Node ${NODE_MAJOR} for ${process.platform}-${process.arch}. Install Node ${NODE_MAJOR} (https://nodejs.org), then try again.`;

/**
 * Puts the command where `npx facturier` looks first. npm links the commands of dependencies only, and for the
 * project's own it would make a copy of its installation each time.
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
