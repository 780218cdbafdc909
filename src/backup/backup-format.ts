import type { StoredHead } from '../db/audit/chain-heads.ts';

/**
 * First member of a backup, and the current format version: since 2 the passphrase authenticates
 * the content.
 */
export const HEADER = 'facturier-backup.json';
export const FORMAT = 2;

/** Folders inside a backup. */
export const CLUSTER = 'cluster/';
export const DATA = 'data/';
export const SECRETS = 'secrets.locked';
/**
 * Member of the encrypted secrets: SHA-256 of the list of all other members. Missing in version 1.
 */
export const SIGNED_MEMBERS = 'provenMembers';
export const OBJECTS = 'objects/';

/** Header of a backup. */
export type Header = {
  readonly format: number;
  readonly service: string;
  /** Unix seconds when the backup started. */
  readonly madeAt: number;
  /** Name and SHA-256 of every applied migration. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  readonly postgres: { readonly major: number; readonly version: string };
  /**
   * The last link of each audit chain when the backup started: the backup contains at least these.
   */
  readonly heads: readonly StoredHead[];
  /** Whether it contains the keys, encrypted with a passphrase. */
  readonly keys: boolean;
  /**
   * Number of files in an object store, which are not in the backup; their hashes are listed in it.
   */
  readonly objectsElsewhere: number;
  /** The WAL archive it belongs to, if any. */
  readonly archive?: string;
};

/**
 * WAL position at the end of the backup, where the WAL archive continues. `at` is Unix
 * milliseconds.
 */
export const WAL_END = 'log-end.json';
export type WalEnd = { readonly lsn: string; readonly timeline: number; readonly at: number };

/**
 * Name of a scheduled backup: `facturier-<installation>-20261122T023000Z.tar.gz`, sortable by time.
 */
export const backupName = (installation: string, seconds: number): string =>
  `${backupNamePrefix(installation)}${new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;

/** Name prefix of an installation's backups: several may share a storage. */
export const backupNamePrefix = (installation: string): string => `facturier-${installation}-`;

/** Unix seconds in a backup's name; undefined for other files. */
export function backupTimeOf({ name }: { name: string }): number | undefined {
  const said = /^facturier-[0-9a-f]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/.exec(name);
  if (!said) return undefined;
  const [, year, month, day, hour, minute, second] = said;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
}
