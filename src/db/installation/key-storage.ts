import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { decryptKeyFiles, encryptKeyFiles } from '../../audit/keys/encrypted-key-folder.ts';
import { type KeyFiles, readKeyFiles, writeKeyFiles } from '../../audit/keys/key-folder.ts';
import { type KeyTables, sealedKeys, sealedKeysVersion, storeSealedKeys } from './installation-keys.ts';

/**
 * Where the machines of an installation share their keys: a common folder, or the database,
 * encrypted with a secret.
 */
export type SharedKeysConfig = { readonly folder: string } | { readonly secret: Buffer };

/** The stored keys were encrypted with another secret. */
export class KeysSecretMismatch extends Error {}

/** The keys shared by all machines. */
export type KeyStorage = {
  /** Changes whenever the keys may have changed. */
  mark: () => Promise<string>;
  /** The keys (undefined if there are none yet) and their `mark`. Throws `KeysSecretMismatch`. */
  read: () => Promise<{ mark: string; files: KeyFiles | undefined }>;
  /** Replaces the keys. `now`: Unix seconds. */
  write: (files: KeyFiles, now: number) => Promise<void>;
};

/** The storage named in the settings. `owner` owns the key tables. */
export function keyStorage(shared: SharedKeysConfig, owner: KeyTables): KeyStorage {
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
      if (!files) throw new KeysSecretMismatch('the keys of this installation were encrypted with another secret');
      return { mark: String(kept.turn), files };
    },
    write: (files, now) => storeSealedKeys(owner, encryptKeyFiles(files, shared.secret), now),
  };
}
