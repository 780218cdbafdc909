import type { KeyObject } from 'node:crypto';
import type { Booked } from '../../domain/account/closure/figures.ts';
import type { ArchiveIndex, Written } from '../archive-index.ts';
import type { Manifest } from '../manifest.ts';
import type { ArchiveFault, ArchiveFinding } from './finding.ts';
import type { linkChecker } from './links.ts';

/** A member as read; index files are hashed while streaming, and have no bytes. */
export type Member = { readonly name: string; readonly sha256: string; readonly bytes?: Buffer };

export type Counts = {
  links: number;
  documents: number;
  payments: number;
  closures: number;
  bookClosings: number;
  files: number;
};

/** The state shared by the checks of an archive, once the manifest is known. */
export type CheckContext = {
  readonly manifest: Manifest;
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly links: ReturnType<typeof linkChecker>;
  readonly index: ArchiveIndex;
  readonly counts: Counts;
  readonly findings: ArchiveFinding[];
  /** Continues the expected index files. */
  readonly list: (written: readonly Written[]) => void;
  /** Billed and received amounts, by their link. */
  readonly booked: { readonly seq: number; readonly entry: Booked }[];
};

export const find = ({ findings }: Pick<CheckContext, 'findings'>, fault: ArchiveFault, at: string): void =>
  void findings.push({ fault, at });

/** The parsed value of a member, or undefined if it cannot be parsed. */
export function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
