import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START_COMMAND } from '../../runtime/start-command.ts';
import type { TranslatedText } from '../../startup-error.ts';
import { inWords } from '../terminal/output.ts';

/**
 * One sentence with a remedy for an unexpected error. Stack traces never reach the terminal: for an
 * internal error the trace goes to a file that the sentence names.
 */
export function unexpected(error: unknown): TranslatedText {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const known = ofSystem[code];
  if (known && (syscall !== undefined || path !== undefined || code.endsWith('NOT_FOUND')))
    return known({ at: path ?? (error as Error).message, code });
  return faultOfOurs(error);
}

/**
 * Ends the process after an uncaught error: for commands, and for a service that is not serving
 * yet.
 */
export function exitOnUncaughtError(error: unknown): void {
  process.stderr.write(`${inWords(unexpected(error))}\n`);
  process.exit(1);
}

type Failed = { readonly at: string; readonly code: string };

const notAllowed = ({ at, code }: Failed): TranslatedText => ({
  fr: `l’utilisateur qui lance Facturier n’a pas le droit d’utiliser ${at} (${code}). Donnez-lui ce fichier (chown), ou lancez Facturier avec l’utilisateur qui en est propriétaire.`,
  en: `the user who runs Facturier may not use ${at} (${code}). Make that user the owner of the file (chown), or run Facturier as its owner.`,
});
const readOnly = ({ at }: Failed): TranslatedText => ({
  fr: `${at} est sur un disque en lecture seule. Indiquez dans FACTURIER_DATA un dossier où l’on peut écrire.`,
  en: `${at} is on a read-only disk. Set FACTURIER_DATA to a folder that can be written to.`,
});
const diskFull = ({ at }: Failed): TranslatedText => ({
  fr: `il n’y a plus de place sur le disque (${at}). Libérez-en, puis recommencez.`,
  en: `there is no space left on the disk (${at}). Free some, then try again.`,
});
const tooManyFiles = ({ code }: Failed): TranslatedText => ({
  fr: `trop de fichiers sont ouverts (${code}). Relevez la limite (ulimit -n 65536), puis recommencez.`,
  en: `too many open files (${code}). Raise the limit (ulimit -n 65536), then try again.`,
});
const noMemory = ({ code }: Failed): TranslatedText => ({
  fr: `la machine n’a plus assez de mémoire ou de processus (${code}). Arrêtez d’autres programmes ou ajoutez de la mémoire, puis recommencez.`,
  en: `the machine is out of memory or processes (${code}). Stop other programs or add memory, then try again.`,
});
const fileMissing = ({ at }: Failed): TranslatedText => ({
  fr: `le fichier ${at} manque. Restaurez-le d’une sauvegarde, ou d’un nouveau clone si c’est un fichier du programme.`,
  en: `the file ${at} is missing. Restore it from a backup, or from a new clone if it is a program file.`,
});
const packageMissing = ({ at }: Failed): TranslatedText => ({
  fr: `un fichier du programme manque (${at.split('\n')[0]}). Supprimez le dossier node_modules, installez Facturier de nouveau (npm install), puis lancez « ${START_COMMAND} ».`,
  en: `a program file is missing (${at.split('\n')[0]}). Delete the folder node_modules, install Facturier again (npm install), then run "${START_COMMAND}".`,
});
const unreachable = ({ at }: Failed): TranslatedText => ({
  fr: `une adresse ne répond pas (${at}). Vérifiez le réseau et les réglages qui nomment un serveur, puis recommencez.`,
  en: `an address does not answer (${at}). Check the network and the settings that name a server, then try again.`,
});

const ofSystem: Readonly<Record<string, (failed: Failed) => TranslatedText>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: readOnly,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOMEM: noMemory,
  EAGAIN: noMemory,
  ENOENT: fileMissing,
  ERR_MODULE_NOT_FOUND: packageMissing,
  MODULE_NOT_FOUND: packageMissing,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENOTFOUND: unreachable,
};

function faultOfOurs(error: unknown): TranslatedText {
  const said = firstLine(error);
  const file = writtenDown(error);
  return {
    fr: `Facturier a rencontré une erreur imprévue : ${said}. ${file ? `Le détail est dans ${file} : joignez-le` : 'Joignez ce message'} à un signalement du projet, et essayez de nouveau.`,
    en: `Facturier met an unexpected error: ${said}. ${file ? `The details are in ${file}: attach that file` : 'Attach this message'} to a report to the project, and try again.`,
  };
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0]?.replace(/\.$/, '') ?? '';

/** Readable by its owner only: a message may contain a name or a path. */
function writtenDown(error: unknown): string | undefined {
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'facturier-error-')), 'error.txt');
    writeFileSync(file, `${detailsOf(error)}\n`, { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\nCaused by: ${detailsOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
