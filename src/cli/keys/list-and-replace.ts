import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { compareKeys, type KeyName, keyNames } from '../../audit/keys/compare-keys.ts';
import { fileOfKey, fingerprintsOf, readKeyFiles } from '../../audit/keys/key-folder.ts';
import {
  deleteSealedKeys,
  recordActiveKey,
  recordedKeys,
  sealedKeysVersion,
  withKeyLock,
} from '../../db/installation/installation-keys.ts';
import { keyStorage } from '../../db/installation/key-storage.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { keyDescriptions, keysRefused } from './messages.ts';
import { keysFolder, makeKey, publishSharedKeys, withKeysFolderLock } from './sync-keys.ts';

type Options = { json?: boolean };

/**
 * `facturier keys list`: fingerprints of the installation's keys, and whether this machine has
 * them.
 */
export async function listKeys(service: CommandContext, options: Options): Promise<void> {
  const keys = await checkKeys(service);
  const lines = keys.map(({ name, fingerprint, here }) => `${here ? '✔' : '✖'} ${name} ${fingerprint ?? '-'}`);
  const isSealed = (await sealedKeysVersion(service.owner)) > 0;
  const sealed = isSealed
    ? inWords({ fr: 'chiffrées dans la base (KEYS_SECRET)', en: 'encrypted in the database (KEYS_SECRET)' })
    : '';
  say(options, { keys, sealed: isSealed }, [...lines, sealed].filter(Boolean).join('\n'));
}

/** Each recorded key, and whether it is present here. A file without a key counts as missing. */
export async function checkKeys({
  config,
  owner,
}: CommandContext): Promise<{ name: KeyName; fingerprint: string | undefined; here: boolean }[]> {
  const [noted, files] = [await recordedKeys(owner), await readKeyFiles(keysFolder(config))];
  return keyNames.map((name) => {
    const fingerprint = noted[name][0];
    let here: readonly string[] = [];
    try {
      here = fingerprintsOf(files, keysFolder(config))[name];
    } catch {}
    return { name, fingerprint, here: fingerprint !== undefined && here.includes(fingerprint) };
  });
}

/**
 * `facturier keys share`: publishes this machine's keys to the configured shared place, replacing
 * its content. With neither KEYS_FOLDER nor KEYS_SECRET, sharing ends. Refused on a machine that
 * lacks the installation's keys.
 */
export async function shareKeys({ config, owner, services }: CommandContext, options: Options): Promise<void> {
  const folder = keysFolder(config);
  const { keysShared } = config;
  await withKeysFolderLock(config, () =>
    withKeyLock(owner, 'keys', async (held) => {
      const files = await readKeyFiles(folder);
      const verdict = compareKeys(await recordedKeys(held), {
        ...{ here: fingerprintsOf(files, folder), inUse: [], hasAccounts: true },
      });
      if ('refused' in verdict) throw keysRefused(config, verdict);
      if (keysShared) await keyStorage(keysShared, held).write(files, services.now());
      if (!keysShared || 'folder' in keysShared) await deleteSealedKeys(held);
    }),
  );
  const where = !keysShared ? undefined : 'folder' in keysShared ? 'KEYS_FOLDER' : 'KEYS_SECRET';
  say(options, { shared: where ?? null }, inWords(where ? sharedNow(where) : notShared));
}

/**
 * `facturier keys replace webhook|portal --lost`: explicitly replaces a lost key. The rest of its
 * file is set aside; a new key is created and recorded. Refused if the key is present, and for the
 * signing key, which has its own command.
 */
export async function replaceKey(service: CommandContext, name: string, options: Options): Promise<void> {
  if (name !== 'webhook' && name !== 'portal') throw new CommandError(notReplaced(name));
  const looked = (await checkKeys(service)).find((key) => key.name === name);
  if (looked?.here) throw new CommandError(notLost(name));
  const { config, services, owner } = service;
  await withKeysFolderLock(config, async () => {
    const file = join(keysFolder(config), fileOfKey(name));
    await rename(file, `${file}.${services.now()}.unusable`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await recreateMissingKeys(service, [name]);
    await publishSharedKeys({ config, owner, now: services.now() });
  });
  say(options, { replaced: name }, inWords(replaced[name]));
}

/** Creates and records those of these keys that are missing here. */
export async function recreateMissingKeys(
  { config, owner, services }: Pick<CommandContext, 'config' | 'owner' | 'services'>,
  names: readonly KeyName[],
): Promise<void> {
  const folder = keysFolder(config);
  for (const name of names) {
    if (fileOfKey(name) in (await readKeyFiles(folder))) continue;
    await makeKey(config, name);
    const [fingerprint] = fingerprintsOf(await readKeyFiles(folder), folder)[name];
    await recordActiveKey(owner, { name, fingerprint: fingerprint as string, now: services.now() });
  }
}

const sharedNow = (where: string) => ({
  fr: `Les clés de cette machine sont partagées (${where}). Mettez le même réglage sur les autres et redémarrez-les.`,
  en: `The keys of this machine are shared (${where}). Use the same setting on the others and restart them.`,
});
const notShared = {
  fr: 'Les clés ne sont plus partagées : copiez le dossier « keys » de cette machine sur chacune des autres.',
  en: 'The keys are no longer shared: copy the folder "keys" of this machine to each of the others.',
};
const notReplaced = (name: string) => ({
  fr: `« ${name} » ne peut pas être remplacée ainsi. Écrivez webhook ou portal. Pour la clé de signature : npx facturier audit new-key --lost`,
  en: `"${name}" cannot be replaced this way. Write webhook or portal. For the signing key: npx facturier audit new-key --lost`,
});
const notLost = (name: KeyName) => ({
  fr: `${keyDescriptions[name].fr} n’est pas perdue : elle est dans le dossier de données.`,
  en: `${keyDescriptions[name].en} is not lost: it is in the data folder.`,
});
const replaced = {
  webhook: {
    fr: 'Nouvelle clé créée. Les secrets chiffrés par l’ancienne ne sont plus lisibles : recréez chaque webhook, reconnectez les prestataires de paiement, et demandez à tous les utilisateurs de reconfigurer leur second facteur.',
    en: 'New key created. Secrets encrypted with the old key can no longer be read: create each webhook again, reconnect payment providers, and ask all users to set up two-factor authentication again.',
  },
  portal: {
    fr: 'Nouvelle clé créée. Tous les espaces clients et liens de clients ont de nouveaux secrets : renvoyez les liens.',
    en: 'New key created. All portals and customer links have new secrets: send the links again.',
  },
} as const;
