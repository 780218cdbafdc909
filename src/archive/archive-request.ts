import type { KeyObject } from 'node:crypto';
import type { Signer } from '../audit/chain/chain-signer.ts';
import type { BooksOf } from '../db/audit/read-for-archive.ts';
import type { Ask } from '../db/audit/verify/finding.ts';
import type { KeptFile } from '../db/billing/stored-files.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';

/** What an archive is asked to be of: civil days of the account's zone, both included. */
export type ArchiveRequest = BooksOf & {
  id: string;
  name: string;
  from: CivilDay;
  to: CivilDay;
  zone: string;
  now: number;
  software: string;
};

/** What it is made with. `ask` sees one snapshot, however long it takes. */
export type ArchiveDependencies = {
  ask: Ask;
  signer: Signer;
  keys: ReadonlyMap<string, KeyObject>;
  bytesOf: (file: KeptFile) => Promise<Buffer>;
  /** Reaches the files at the path of the archive, in one stroke, with the rights of whoever named it. */
  reach: <T>(work: () => T) => T;
  onProgress?: (done: number, all: number) => void;
};
