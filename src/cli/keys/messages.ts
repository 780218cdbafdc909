import { join } from 'node:path';
import type { KeyComparison, KeyName } from '../../audit/keys/compare-keys.ts';
import { fileOfKey } from '../../audit/keys/key-folder.ts';
import type { Config } from '../../config.ts';
import { StartupError, type TranslatedText } from '../../startup-error.ts';

type KeysRefused = Extract<KeyComparison, { refused: unknown }>;

/** The purpose of a key, as part of a sentence. */
export const keyDescriptions: Readonly<Record<KeyName, TranslatedText>> = {
  audit: { fr: 'la clé qui signe la piste d’audit', en: 'the key that signs the audit trail' },
  webhook: { fr: 'la clé qui chiffre les secrets des webhooks', en: 'the key that encrypts webhook secrets' },
  portal: { fr: 'la clé des espaces clients', en: 'the customer portal key' },
};

/** The command that replaces a lost key. */
const afterLoss = (name: KeyName): string =>
  name === 'audit' ? 'npx facturier audit new-key --lost' : `npx facturier keys replace ${name} --lost`;

/** This machine lacks the keys of its installation. */
export const keysRefused = (config: Config, refused: KeysRefused): StartupError =>
  new StartupError([{ text: keysErrorText(config, refused) }]);

export function keysErrorText(
  { dataFolder }: Pick<Config, 'dataFolder'>,
  { refused, name }: KeysRefused,
): TranslatedText {
  const file = join(dataFolder, 'keys', fileOfKey(name));
  const what = keyDescriptions[name];
  const is: Readonly<Record<KeysRefused['refused'], TranslatedText>> = {
    missing: {
      fr: `${what.fr} n’est pas dans ${file}, alors que cette base en a une.`,
      en: `${what.en} is not in ${file}, but this database has one.`,
    },
    replaced: {
      fr: `${what.fr} (${file}) a été remplacée par une autre machine.`,
      en: `${what.en} (${file}) was replaced by another machine.`,
    },
    foreign: {
      fr: `${what.fr} (${file}) n’est pas celle de cette base : le dossier vient d’une autre installation, ou cette machine en avait commencé une.`,
      en: `${what.en} (${file}) does not belong to this database: the folder comes from another installation, or this machine had started its own.`,
    },
  };
  return {
    fr: `${is[refused].fr} Toutes les machines d’une même base ont les mêmes clés : donnez à toutes KEYS_FOLDER (un dossier commun) ou KEYS_SECRET (un secret commun), et démarrez d’abord celle qui a les clés ; ou remettez le dossier « keys » de l’installation (une autre machine, une sauvegarde)${refused === 'missing' ? '' : `, après avoir mis ${file} de côté`}. Si la clé est perdue pour de bon : ${afterLoss(name)}`,
    en: `${is[refused].en} All machines of a database must have the same keys. Set KEYS_FOLDER (a shared folder) or KEYS_SECRET (a shared secret) on all of them and start the one that has the keys first. Or restore the folder "keys" from another machine or a backup${refused === 'missing' ? '' : `, after moving ${file} away`}. If the key is permanently lost: ${afterLoss(name)}`,
  };
}

export const keysSecretMissing: TranslatedText = {
  fr: 'les clés de cette installation sont chiffrées dans sa base : donnez le même secret que sur ses autres machines. Pour ne plus les y conserver, ou si le secret est perdu, lancez npx facturier keys share sur une machine dont le dossier de données contient les clés.',
  en: 'the keys of this installation are encrypted in its database: set the same secret as on its other machines. To stop storing them there, or if the secret is lost, run npx facturier keys share on a machine whose data folder has the keys.',
};
export const keysSecretDiffers: TranslatedText = {
  fr: 'les clés de cette installation sont chiffrées avec un autre secret. Donnez le même que sur ses autres machines. Pour le changer, ou s’il est perdu, lancez npx facturier keys share avec le nouveau sur une machine dont le dossier de données contient les clés.',
  en: 'the keys of this installation were encrypted with another secret. Set the same one as on its other machines. To change it, or if it is lost, run npx facturier keys share with the new one on a machine whose data folder has the keys.',
};
export const sharedKeysDiffer = (name: KeyName): TranslatedText => ({
  fr: `les clés qui s’y trouvent ne sont pas celles de cette base (${keyDescriptions[name].fr}). Indiquez l’emplacement que les autres machines partagent. Pour y mettre les clés de cette machine : npx facturier keys share.`,
  en: `the keys there do not belong to this database (${keyDescriptions[name].en}). Set the location shared by the other machines. To put the keys of this machine there instead: npx facturier keys share.`,
});
export const sharedFolderUnusable = (folder: string, words: string): TranslatedText => ({
  fr: `les clés ne peuvent pas être lues ou écrites dans ${folder} : ${words}. Montez ce dossier et donnez-le à l’utilisateur du service.`,
  en: `keys cannot be read or written in ${folder}: ${words}. Mount that folder and make the service user its owner.`,
});
