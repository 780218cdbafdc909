import { constants } from 'node:os';

/** Peak memory of the first start in MiB (npm, then the web app build). */
export const FIRST_START_MIB = 1024;
/** Memory in MiB that the service and its database need. */
export const RUNNING_MIB = 512;

/**
 * One sentence with the remedy, in both languages, for an error that ends the launcher. Stack
 * traces never reach the terminal.
 */
export function failureMessage(error) {
  const { code = '', path, message = String(error) } = error ?? {};
  const at = path ?? message.split('\n')[0];
  const known = OF_SYSTEM[code];
  const { fr, en } = known ? known(at, code) : unknown(message.split('\n')[0]);
  return `${fr}\n${en}`;
}

/** The output of a failed program without stack traces. */
export function stripStack(...said) {
  const lines = said.filter(Boolean).join('\n').split('\n');
  return lines
    .filter((line) => !/^\s*(at |\d+: |\^|Node\.js v|Stack backtrace)/.test(line))
    .slice(0, SAID_LINES_MAX)
    .join('\n')
    .trimEnd();
}

/** Lines of a failed program's output that are shown. */
const SAID_LINES_MAX = 12;

/** Whether a program ran out of memory: the system killed it, or its heap was full. */
export function isOutOfMemory({ status, signal, said = '' }) {
  const ended = signal ? 128 + (constants.signals[signal] ?? 0) : status;
  return [137, 134].includes(ended) || /heap out of memory|\bENOMEM\b|Cannot allocate memory/i.test(said);
}

/** Message if npm or the web app build ran out of memory. */
export const outOfMemoryMessage = (what) =>
  `Cette machine manque de mémoire : ${what} a été interrompu. Le premier démarrage demande ${FIRST_START_MIB / 1024} Go (${RUNNING_MIB} Mo ensuite). Ajoutez de la mémoire ou un fichier d'échange (fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile), puis recommencez.\n` +
  `This machine ran out of memory: ${what} was killed. The first start needs ${FIRST_START_MIB / 1024} GB (${RUNNING_MIB} MB afterwards). Add memory or a swap file (fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile), then try again.`;

const notAllowed = (at, code) => ({
  fr: `L'utilisateur qui lance Facturier n'a pas le droit d'utiliser ${at} (${code}). Donnez-lui ce fichier (chown), ou lancez Facturier avec l'utilisateur qui en est propriétaire.`,
  en: `The user who runs Facturier may not use ${at} (${code}). Make that user the owner of the file (chown), or run Facturier as its owner.`,
});
const diskFull = (at) => ({
  fr: `Il n'y a plus de place sur le disque (${at}). Libérez-en, puis recommencez.`,
  en: `There is no space left on the disk (${at}). Free some, then try again.`,
});
const noMemory = (_at, code) => ({
  fr: `La machine n'a plus assez de mémoire ou de processus (${code}). Arrêtez d'autres programmes ou ajoutez de la mémoire, puis recommencez.`,
  en: `The machine is out of memory or processes (${code}). Stop other programs or add memory, then try again.`,
});
const incomplete = (at) => ({
  fr: `Il manque un fichier à ce dossier (${at}). Supprimez node_modules et recommencez, ou clonez Facturier de nouveau.`,
  en: `A file is missing from this folder (${at}). Delete node_modules and try again, or clone Facturier again.`,
});
const OF_SYSTEM = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: notAllowed,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  ENOMEM: noMemory,
  EAGAIN: noMemory,
  EMFILE: noMemory,
  ENOENT: incomplete,
  ERR_MODULE_NOT_FOUND: incomplete,
};
const unknown = (said) => ({
  fr: `Le lancement a échoué : ${said}. Clonez Facturier de nouveau dans un autre dossier ; si cela se reproduit, signalez ce message au projet.`,
  en: `The launch failed: ${said}. Clone Facturier again into another folder; if it happens again, report this message to the project.`,
});
