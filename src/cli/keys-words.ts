import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { KeyName, KeysVerdict } from '../seal/judge-keys.ts';
import { fileOfKey } from '../seal/key-files.ts';
import { type Bilingual, StartRefused } from '../start-refused.ts';

type KeysRefused = Extract<KeysVerdict, { refused: unknown }>;

/** What a key is for, in the middle of a sentence. */
export const keyWords: Readonly<Record<KeyName, Bilingual>> = {
  audit: { fr: 'la clé qui signe la chaîne d’audit', en: 'the key that signs the audit chain' },
  webhook: { fr: 'la clé qui chiffre les secrets des webhooks', en: 'the key that encrypts the secrets of webhooks' },
  portal: { fr: 'la clé des espaces clients', en: 'the key of customers’ portals' },
};

/** The command that makes a key in the stead of one that is lost for good. */
const afterLoss = (name: KeyName): string =>
  name === 'audit' ? 'npx facturier audit new-key --lost' : `npx facturier keys replace ${name} --lost`;

/** A machine that has not the keys of its installation. */
export const keysRefused = (config: Config, refused: KeysRefused): StartRefused =>
  new StartRefused([{ text: keysRefusedText(config, refused) }]);

export function keysRefusedText({ dataFolder }: Pick<Config, 'dataFolder'>, { refused, name }: KeysRefused): Bilingual {
  const file = join(dataFolder, 'keys', fileOfKey(name));
  const what = keyWords[name];
  const is: Readonly<Record<KeysRefused['refused'], Bilingual>> = {
    missing: {
      fr: `${what.fr} n’est pas dans ${file}, alors que cette base en a une.`,
      en: `${what.en} is not in ${file}, though this database has one.`,
    },
    replaced: {
      fr: `${what.fr} (${file}) a été remplacée depuis par une autre machine.`,
      en: `${what.en} (${file}) has been replaced by another machine since.`,
    },
    foreign: {
      fr: `${what.fr} (${file}) n’est pas celle de cette base : ce dossier vient d’une autre installation, ou cette machine en avait commencé une.`,
      en: `${what.en} (${file}) is not the one of this database: the folder comes from another installation, or this machine had begun one.`,
    },
  };
  return {
    fr: `${is[refused].fr} Toutes les machines d’une même base ont les mêmes clés : donnez à toutes KEYS_FOLDER (un dossier commun) ou KEYS_SECRET (un secret commun), et démarrez d’abord celle qui a les clés ; ou remettez le dossier « keys » de l’installation (une autre machine, une sauvegarde)${refused === 'missing' ? '' : `, après avoir mis ${file} de côté`}. Si la clé est perdue pour de bon : ${afterLoss(name)}`,
    en: `${is[refused].en} All machines of one database have the same keys: give all of them KEYS_FOLDER (a folder they share) or KEYS_SECRET (a secret they share), and start the one that has the keys first; or put the folder "keys" of the installation back (from another machine, or a backup)${refused === 'missing' ? '' : `, once ${file} is put aside`}. If the key is lost for good: ${afterLoss(name)}`,
  };
}

export const secretMissing: Bilingual = {
  fr: 'les clés de cette installation sont scellées dans sa base : donnez le secret que ses autres machines ont. Pour ne plus les y garder, ou si le secret est perdu : npx facturier keys share, sur une machine dont le dossier de données a les clés.',
  en: 'the keys of this installation are sealed in its database: give the secret its other machines have. To keep them there no more, or if the secret is lost: npx facturier keys share, on a machine whose data folder has the keys.',
};
export const secretOther: Bilingual = {
  fr: 'les clés de cette installation ont été scellées sous un autre secret. Donnez celui que ses autres machines ont. S’il doit changer, ou s’il est perdu : npx facturier keys share avec le nouveau, sur une machine dont le dossier de données a les clés.',
  en: 'the keys of this installation were sealed under another secret. Give the one its other machines have. To change it, or if it is lost: npx facturier keys share with the new one, on a machine whose data folder has the keys.',
};
export const sharedOther = (name: KeyName): Bilingual => ({
  fr: `les clés qui s’y trouvent ne sont pas celles de cette base (${keyWords[name].fr}). Indiquez ce que les autres machines partagent ; pour y mettre les clés de cette machine à la place : npx facturier keys share.`,
  en: `the keys there are not those of this database (${keyWords[name].en}). Name what the other machines share; to put the keys of this machine there instead: npx facturier keys share.`,
});
export const placeUnusable = (folder: string, words: string): Bilingual => ({
  fr: `les clés ne peuvent être lues ou écrites dans ${folder} : ${words}. Montez ce dossier et donnez-le à l’utilisateur du service.`,
  en: `keys cannot be read or written in ${folder}: ${words}. Mount that folder and give it to the user of the service.`,
});
