import type { StoredHead } from '../db/audit/compare-heads.ts';

/** The first member of a copy, and the newest form of all of them: since 2 the passphrase proves what is in it. */
export const HEADER = 'facturier-backup.json';
export const FORMAT = 2;

/** Where members lie in a copy. */
export const CLUSTER = 'cluster/';
export const DATA = 'data/';
export const SECRETS = 'secrets.locked';
/** In the box of the secrets: the SHA-256 of the list of all other members. Boxes of before have none. */
export const SIGNED_MEMBERS = 'provenMembers';
export const OBJECTS = 'objects/';

/** What a copy says of itself. */
export type Header = {
  readonly format: number;
  readonly service: string;
  /** Unix seconds when the copy was begun. */
  readonly madeAt: number;
  /** Name and SHA-256 of every migration the database has. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  readonly postgres: { readonly major: number; readonly version: string };
  /** Where the chains stood when the copy was begun: it holds at least that. */
  readonly heads: readonly StoredHead[];
  /** Whether the keys are in it, locked by a passphrase. */
  readonly keys: boolean;
  /** How many files an object store keeps, which are not in the copy; their hashes are listed in it. */
  readonly objectsElsewhere: number;
  /** Which archive of the log belongs to it, where there is one. */
  readonly archive?: string;
};

/** Where the log stood when the copy was whole: from there the archive of the log goes on. `at` is Unix milliseconds. */
export const WAL_END = 'log-end.json';
export type WalEnd = { readonly lsn: string; readonly timeline: number; readonly at: number };

/** Copies made by the worker: `facturier-<installation>-20261122T023000Z.tar.gz`, in order of time. */
export const backupName = (installation: string, seconds: number): string =>
  `${backupNamePrefix(installation)}${new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;

/** What the names of an installation's copies begin with: another one may keep its own in the same place. */
export const backupNamePrefix = (installation: string): string => `facturier-${installation}-`;

/** When a copy of this name was made, in Unix seconds; undefined for a file that is none. */
export function backupTimeOf({ name }: { name: string }): number | undefined {
  const said = /^facturier-[0-9a-f]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/.exec(name);
  if (!said) return undefined;
  const [, year, month, day, hour, minute, second] = said;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
}
