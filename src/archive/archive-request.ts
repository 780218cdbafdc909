import type { KeyObject } from 'node:crypto';
import type { Signer } from '../audit/chain/chain-signer.ts';
import type { BooksOf } from '../db/audit/read-for-archive.ts';
import type { QueryFn } from '../db/audit/verify/finding.ts';
import type { KeptFile } from '../db/billing/stored-files.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';

/** The requested archive: civil days of the account's zone, both included. */
export type ArchiveRequest = BooksOf & {
  id: string;
  name: string;
  from: CivilDay;
  to: CivilDay;
  zone: string;
  now: number;
  software: string;
};

/** What an archive is read from. `ask` reads from one database snapshot, however long it takes. */
export type ArchiveSources = {
  ask: QueryFn;
  signer: Signer;
  keys: ReadonlyMap<string, KeyObject>;
  bytesOf: (file: KeptFile) => Promise<Buffer>;
  onProgress?: (done: number, all: number) => void;
};

/** The same, and how its file is written. */
export type ArchiveDependencies = ArchiveSources & {
  /**
   * Runs one file operation at the archive's path, with the process rights of the user who chose
   * it.
   */
  reach: <T>(work: () => T) => T;
};
