import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { decryptKeyFiles, encryptKeyFiles } from '../../audit/keys/encrypted-key-folder.ts';
import { type KeyFiles, readKeyFiles, writeKeyFiles } from '../../audit/keys/key-folder.ts';
import { type Asked, sealedKeys, sealedKeysVersion, storeSealedKeys } from './installation-keys.ts';

/** Where the machines of an installation have their keys in common: a folder all of them reach, or the database, under a secret. */
export type SharedKeysConfig = { readonly folder: string } | { readonly secret: Buffer };

/** The box of the keys opens by another secret. */
export class KeysSecretMismatch extends Error {}

/** The keys as all machines have them. */
export type KeyStorage = {
  /** Another text whenever they may have changed. */
  mark: () => Promise<string>;
  /** The keys, none where nobody put any there, and the mark they have. Throws `KeysSecretMismatch`. */
  read: () => Promise<{ mark: string; files: KeyFiles | undefined }>;
  /** Puts these in the stead of those. `now`: Unix seconds. */
  write: (files: KeyFiles, now: number) => Promise<void>;
};

/** The place that the settings name. `owner`: the tables of keys are its. */
export function keyStorage(shared: SharedKeysConfig, owner: Asked): KeyStorage {
  if ('folder' in shared) {
    const read = async () => {
      const files = await readKeyFiles(shared.folder);
      const mark = sha256Hex(JSON.stringify(files));
      return { mark, files: Object.keys(files).length > 0 ? files : undefined };
    };
    return {
      mark: async () => (await read()).mark,
      read,
      write: (files) => writeKeyFiles(shared.folder, files),
    };
  }
  return {
    mark: async () => String(await sealedKeysVersion(owner)),
    read: async () => {
      const kept = await sealedKeys(owner);
      if (!kept) return { mark: String(0), files: undefined };
      const files = decryptKeyFiles(kept.box, shared.secret);
      if (!files) throw new KeysSecretMismatch('the keys of this installation were sealed under another secret');
      return { mark: String(kept.turn), files };
    },
    write: (files, now) => storeSealedKeys(owner, encryptKeyFiles(files, shared.secret), now),
  };
}
