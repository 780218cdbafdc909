import { accessSync, constants, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Rights } from '../../runtime/privileges/process-rights.ts';
import type { TranslatedText } from '../../startup-error.ts';
import type { CommandContext } from '../command-context.ts';

/** Describes the user and rights of the process; a problem if it stays root. */
export function processRightsMessage(rights: Rights): { well: boolean; words: TranslatedText } {
  switch (rights.is) {
    case 'ordinary':
      return { well: true, words: { fr: 'ceux d’un utilisateur ordinaire', en: 'those of an ordinary user' } };
    case 'root':
      return {
        well: false,
        words: {
          fr: `le service garde les droits de root : ${rights.why.fr}`,
          en: `the service still runs as root: ${rights.why.en}`,
        },
      };
    default: {
      const { uid } = rights.user;
      return {
        well: true,
        words: {
          fr: `droits de root abandonnés pour l’utilisateur ${uid}`,
          en: `root privileges dropped, running as user ${uid}`,
        },
      };
    }
  }
}

/**
 * At the start of a service, prints to standard error why root privileges are kept, and which files
 * only root can read although they are read again later.
 */
export function printProcessRights({ rights, config }: CommandContext): void {
  const { well, words } = processRightsMessage(rights);
  const closed = Object.values(config.tls ?? {}).filter((file) => !isReadable(file));
  for (const text of [...(well ? [] : [words]), ...closed.map(notReadAgain)]) {
    process.stderr.write(`⚠ ${text.fr}\n⚠ ${text.en}\n`);
  }
}

/** Path of the database if it is outside the data folder: both must be backed up. */
export function outsideFolder({ config, database }: CommandContext): string | undefined {
  const { home } = database;
  return home === undefined || !relative(realpathSync(config.dataFolder), home).startsWith('..') ? undefined : home;
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const notReadAgain = (file: string): TranslatedText => ({
  fr: `seul root peut lire ${file}, et le service a abandonné les droits de root. Redémarrez-le après chaque renouvellement du certificat, ou donnez-lui le droit de lecture.`,
  en: `only root can read ${file}, and the service has dropped root privileges. Restart it after each certificate renewal, or let the service read the file.`,
});
